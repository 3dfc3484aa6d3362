import type { GroundedSentence, Grounding } from '#shared/contracts/grounding.ts';
import { isGrounded } from '../grounding/ground-draft.rules.ts';

interface Fault {
  detail: string;
  correction: string;
}

const mostNamed = 5;
const longestNamed = 90;

interface Wanted {
  /** Experience that the person did not tell of. */
  claim: string | null;
  /** An answer to a person may rest on what one knows. */
  isAnswer: boolean;
}

/** Returns what of a draft no source holds. */
export function aboutVideoFaults(
  { sentences, cannotCheck }: Grounding,
  { claim, isAnswer }: Wanted,
): Fault[] {
  const words = [...new Set(sentences.flatMap(({ unsupported }) => unsupported))]
    .slice(0, mostNamed)
    .map((word) => `“${word.slice(0, longestNamed).toWellFormed()}”`)
    .join(', ');
  return [
    ...(words === ''
      ? []
      : [
          {
            detail: `Not in what I was given: ${words}.`,
            correction: `It said ${words}, which the material does not hold: leave it out or write ‹your figure›.`,
          },
        ]),
    ...(cannotCheck || isAnswer || sentences.some(hasSource)
      ? []
      : [
          {
            detail: 'No sentence has a source in the material, your point, notes or profile.',
            correction:
              'No sentence of it came from what is given here. Take up something that only this video, the point or the notes say, and name its source.',
          },
        ]),
    ...(claim === null
      ? []
      : [
          {
            detail: `Claims experience that you did not tell of: “${claim}”`,
            correction: `It claims experience: “${claim}” Leave a gap ‹your experience› instead.`,
          },
        ]),
  ];
}

const hasSource = ({ source }: GroundedSentence) => source !== null && source.kind !== 'own_knowledge';

export function aboutVideoNote({ sentences, cannotCheck }: Grounding): string {
  if (cannotCheck) return 'Cannot check: there was only the title to go by.';
  const open = sentences.filter((sentence) => !isGrounded(sentence)).length;
  if (open === 0) return 'Every sentence has a source.';
  return open === 1
    ? '1 sentence is your own knowledge to vouch for.'
    : `${open} sentences are your own knowledge to vouch for.`;
}
