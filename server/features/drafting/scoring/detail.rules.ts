import type { GroundedSentence, Grounding } from '#shared/contracts/grounding.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { numbersIn } from '../../../text/numbers.rules.ts';
import { isGrounded } from '../grounding/ground-draft.rules.ts';
import type { Material } from '../grounding/material.ts';
import type { Measured } from './measured.rules.ts';

const quotation = /["“„«][^"“”„«»]{3,}["”“»]/gu;
const capitalised = /(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]{2,}/gu;
/** Share of capitalised words from which they are nouns, as in German, and no names. */
const mostNames = 0.25;
const scores = [0, 0.7, 1] as const;
const named = 3;

/** Counts supported numbers, times, names and quotations; those of the title are no detail. */
export function detailMeasure({ sentences, cannotCheck }: Grounding, { title, topics }: Material): Measured {
  if (cannotCheck) return { score: null, detail: 'There was only the title to go by.' };
  const known = contentWords([title, ...topics].join(' '));
  const found = sentences.filter(isGrounded).flatMap(detailsOf);
  const byWord = new Map(found.map((detail) => [detail.toLowerCase(), detail]));
  const details = [...byWord].filter(([word]) => !known.has(word)).map(([, detail]) => detail);
  return {
    score: scores[Math.min(details.length, scores.length - 1)] ?? 1,
    detail:
      details.length > 0
        ? `Names ${details.slice(0, named).join(', ')}.`
        : 'Names no number, time, name or quotation of its sources.',
  };
}

function detailsOf({ text, source }: GroundedSentence): string[] {
  const capitals = [...text.matchAll(capitalised)].map(([found]) => found);
  const words = text.split(/\s+/).length;
  const names = capitals.length / words < mostNames ? capitals : [];
  return [
    ...(text.match(quotation) ?? []),
    ...numbersIn(text).map((number) => number.text),
    ...names.filter((name) => source?.kind === 'person' || source?.quote?.includes(name)),
  ];
}
