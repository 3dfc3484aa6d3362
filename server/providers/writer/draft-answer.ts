import { z } from 'zod';
import type { AnswerForm } from './answer-form.ts';
import { answerScore } from './answer-score.ts';
import type { Draft } from './writer.ts';

const note = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 300).toWellFormed());

const answerSchema = z.object({
  comment: z.string().transform(tidy).pipe(z.string().min(1)),
  rating: answerScore,
  engagementPotential: note,
  technicalAccuracy: note,
  tone: note,
});

/** What the model is asked for, within the subset that every server takes (WIRE C.5). */
export const draftAnswer: AnswerForm<Omit<Draft, 'model'>> = {
  name: 'comment_draft',
  schema: {
    type: 'object',
    properties: {
      comment: { type: 'string', description: 'The comment, ready to post' },
      rating: { type: 'integer', description: 'Own rating of the comment from 0 to 100' },
      engagementPotential: { type: 'string' },
      technicalAccuracy: { type: 'string' },
      tone: { type: 'string' },
    },
    required: ['comment', 'rating', 'engagementPotential', 'technicalAccuracy', 'tone'],
    additionalProperties: false,
  },
  read(answer) {
    const read = answerSchema.safeParse(answer);
    return read.success ? read.data : null;
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
