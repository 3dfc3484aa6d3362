import { z } from 'zod';
import type { Draft } from './language-model.ts';
import { answerScore, type ResponseSchema, readableItems, responseSchema } from './response-schema.ts';
import { tidyComment } from './tidy-comment.ts';

const note = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 300).toWellFormed());
const comment = z.string().transform(tidyComment).pipe(z.string().min(1));

const fields = {
  comment: comment.describe('The comment, ready to post'),
  rating: answerScore.describe('Own rating of the comment from 0 to 100'),
  engagementPotential: note,
  technicalAccuracy: note,
  tone: note,
};
const alternativesSchema = readableItems(z.object({ comment, angle: note })).catch([]);

export type DraftAnswer = Omit<Draft, 'model' | 'call'>;

export function draftAnswer(alternatives: number): ResponseSchema<DraftAnswer> {
  const answer =
    alternatives > 0
      ? z.object({
          ...fields,
          alternatives: alternativesSchema.transform((list) => list.slice(0, alternatives)),
        })
      : z.object(fields).transform((draft) => ({ ...draft, alternatives: [] }));
  return responseSchema('comment_draft', answer);
}
