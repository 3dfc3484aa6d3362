import { z } from 'zod';
import type { AnswerForm } from './answer-form.ts';
import { answerScore } from './answer-score.ts';
import type { Draft } from './writer.ts';

const note = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 300).toWellFormed());

const comment = z.string().transform(tidy).pipe(z.string().min(1));

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
export function draftAnswer(alternatives: number): AnswerForm<DraftAnswer> {
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

/** Models like to put quotation marks around the comment; and PostgreSQL takes no NUL. */
function tidy(comment: string): string {
  const text = comment
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”])$/.exec(text);
  return (quoted?.slice(1).find((inner) => inner !== undefined) ?? text).trim();
}
