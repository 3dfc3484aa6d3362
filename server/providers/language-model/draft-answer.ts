import { z } from 'zod';
import { sourceKinds } from '#shared/contracts/grounding.ts';
import type { Draft, SourceClaim } from './language-model.ts';
import { answerScore, type ResponseSchema, readableItems, responseSchema } from './response-schema.ts';
import { tidyComment, withoutControls } from './tidy-comment.ts';

const note = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 300).toWellFormed());
const comment = z.string().transform(tidyComment).pipe(z.string().min(1));

const mostClaims = 30;
const longest = { sentence: 2000, quote: 500 };
const passage = (most: number) =>
  z.string().transform((text) =>
    withoutControls(text.toWellFormed())
      .trim()
      .slice(0, most)
      .replace(/[\ud800-\udbff]$/, ''),
  );
const isClaimable = (kind: string): kind is SourceClaim['kind'] => kind !== 'person';
/** Models write "Own knowledge" for own_knowledge. */
const plainKind = (kind: unknown) =>
  typeof kind === 'string'
    ? kind
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
    : kind;
const claim = z.object({
  sentence: passage(longest.sentence),
  kind: z.preprocess(plainKind, z.enum(sourceKinds.filter(isClaimable))),
  quote: passage(longest.quote),
});
const sources = readableItems(claim)
  .catch([])
  .transform((claims) => claims.slice(0, mostClaims));

const fields = {
  comment: comment.describe('The comment, ready to post'),
  sources,
  rating: answerScore.describe('Own rating of the comment from 0 to 100'),
  engagementPotential: note,
  technicalAccuracy: note,
  tone: note,
};
const alternativesSchema = readableItems(z.object({ comment, angle: note, sources })).catch([]);

export type DraftAnswer = Omit<Draft, 'model' | 'call'>;

export function draftAnswer(alternatives: number): ResponseSchema<DraftAnswer> {
  const answer =
    alternatives > 0
      ? z.object({ ...fields, alternatives: alternativesSchema })
      : z.object(fields).transform((draft) => ({ ...draft, alternatives: [] }));
  return responseSchema(
    'comment_draft',
    answer.transform(({ sources: claims, alternatives: others, ...draft }) => ({
      ...draft,
      claims,
      alternatives: others
        .slice(0, alternatives)
        .map(({ sources: claims, ...other }) => ({ ...other, claims })),
    })),
  );
}
