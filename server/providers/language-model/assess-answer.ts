import { z } from 'zod';
import { answerScore } from './answer-score.ts';
import type { Assessment } from './language-model.ts';
import type { ResponseSchema } from './response-schema.ts';

const word = (max: number) => z.string().transform((text) => text.trim().slice(0, max).toWellFormed());
const words = (count: number, max: number) =>
  z.array(word(max)).transform((items) => items.filter((item) => item !== '').slice(0, count));
const level = <const T extends readonly [string, ...string[]]>(levels: T) =>
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(levels));

const videoSchema = z.object({
  id: z.coerce.number().int(),
  fit: answerScore,
  type: word(60),
  difficulty: level(['easy', 'medium', 'hard']),
  opportunity: level(['high', 'medium', 'low']),
  topics: words(5, 60),
  approach: word(240),
});

const text = { type: 'string' };
/** Short names and few words: what a model writes is what it takes time for. */
const properties = {
  id: { type: 'integer' },
  fit: { type: 'integer', description: 'From 0 to 100' },
  type: text,
  difficulty: { type: 'string', enum: ['easy', 'medium', 'hard'] },
  opportunity: { type: 'string', enum: ['high', 'medium', 'low'] },
  topics: { type: 'array', items: text },
  approach: text,
};

/** One object for each video; those we cannot read are left out, as are those nobody asked about. */
export function assessAnswer(asked: ReadonlySet<number>): ResponseSchema<Map<number, Assessment>> {
  return {
    name: 'video_assessment',
    schema: {
      type: 'object',
      properties: {
        videos: {
          type: 'array',
          items: {
            type: 'object',
            properties,
            required: Object.keys(properties),
            additionalProperties: false,
          },
        },
      },
      required: ['videos'],
      additionalProperties: false,
    },
    read(answer) {
      const list = z.object({ videos: z.array(z.unknown()) }).safeParse(answer);
      if (!list.success) return null;
      const assessments = new Map<number, Assessment>();
      for (const item of list.data.videos) {
        const read = videoSchema.safeParse(item);
        if (!read.success || !asked.has(read.data.id)) continue;
        const { id, fit, type, difficulty, opportunity, topics, approach } = read.data;
        assessments.set(id, {
          engagementScore: fit,
          insights: {
            videoType: type,
            difficulty,
            commentOpportunity: opportunity,
            keyTopics: topics,
            suggestedApproach: approach === '' ? [] : [approach],
          },
        });
      }
      return assessments.size > 0 || asked.size === 0 ? assessments : null;
    },
  };
}
