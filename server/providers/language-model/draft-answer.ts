import { z } from 'zod';
import { answerScore } from './answer-score.ts';
import type { Draft } from './language-model.ts';
import type { ResponseSchema } from './response-schema.ts';
import { tidyComment } from './tidy-comment.ts';

const note = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 300).toWellFormed());

const comment = z.string().transform(tidyComment).pipe(z.string().min(1));

const answerSchema = z.object({
  comment,
  rating: answerScore,
  engagementPotential: note,
  technicalAccuracy: note,
  tone: note,
  alternatives: z.array(z.unknown()).catch([]),
});
const alternativeSchema = z.object({ comment, angle: note });

export type DraftAnswer = Omit<Draft, 'model' | 'call'>;

/** What the model is asked for, within the subset that every server takes (WIRE C.5). */
export function draftAnswer(alternatives: number): ResponseSchema<DraftAnswer> {
  const properties = {
    comment: { type: 'string', description: 'The comment, ready to post' },
    rating: { type: 'integer', description: 'Own rating of the comment from 0 to 100' },
    engagementPotential: { type: 'string' },
    technicalAccuracy: { type: 'string' },
    tone: { type: 'string' },
    ...(alternatives > 0 && { alternatives: listSchema }),
  };
  return {
    name: 'comment_draft',
    schema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
    read(answer) {
      const read = answerSchema.safeParse(answer);
      if (!read.success) return null;
      const others = read.data.alternatives.flatMap((item) => alternativeSchema.safeParse(item).data ?? []);
      return { ...read.data, alternatives: others.slice(0, alternatives) };
    },
  };
}

const listSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { comment: { type: 'string' }, angle: { type: 'string' } },
    required: ['comment', 'angle'],
    additionalProperties: false,
  },
};
