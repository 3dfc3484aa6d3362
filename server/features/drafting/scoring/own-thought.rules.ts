import type { GroundedSentence, Grounding, SourceKind } from '#shared/contracts/grounding.ts';
import { nearDuplicate, similarity } from '../../../text/similarity.rules.ts';
import { isGrounded } from '../grounding/ground-draft.rules.ts';
import type { Measured } from './measured.rules.ts';

const ownKinds: ReadonlySet<SourceKind> = new Set(['point', 'notes', 'profile', 'person']);
const question = /[?？؟]["”»)]*$/u;
const worth = { openThought: 0.5, ownWords: 0.25 };

const isOwn = (sentence: GroundedSentence) =>
  isGrounded(sentence) && sentence.source !== null && ownKinds.has(sentence.source.kind);

const isCopied = ({ text, source }: GroundedSentence) =>
  similarity(text, source?.quote ?? '') >= nearDuplicate;

/** What the draft adds to the material and to the comments that stand there already. */
export function ownThoughtMeasure({ sentences, cannotCheck, alreadySaid }: Grounding): Measured {
  if (alreadySaid) return { score: 0, detail: 'A viewer’s comment says this already.' };
  if (sentences.some(isOwn)) return { score: 1, detail: 'Adds a thought of your own.' };
  const sourced = sentences.filter(isGrounded);
  if (sourced.length === 0 && !cannotCheck)
    return { score: 0, detail: 'Takes up nothing of the video that it could add to.' };
  if (sentences.some(({ text, source }) => question.test(text) || source?.kind === 'own_knowledge'))
    return {
      score: worth.openThought,
      detail: 'Goes further than the material, with a question or knowledge that is not from you yet.',
    };
  return sourced.every(isCopied)
    ? { score: 0, detail: 'Adds nothing to what the material says.' }
    : { score: worth.ownWords, detail: 'Puts the material into other words and adds no thought of its own.' };
}
