import { z } from 'zod';
import type { AnswerForm } from './answer-form.ts';
import { answerScore } from './answer-score.ts';
import type { Assessment } from './writer.ts';

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
  engagementScore: answerScore,
  videoType: word(60),
  difficulty: level(['easy', 'medium', 'hard']),
  commentOpportunity: level(['high', 'medium', 'low']),
  keyTopics: words(5, 60),
  suggestedApproach: words(3, 240),
});

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const properties = {
  id: { type: 'integer' },
  engagementScore: { type: 'integer', description: 'From 0 to 100' },
  videoType: text,
  difficulty: { type: 'string', enum: ['easy', 'medium', 'hard'] },
  commentOpportunity: { type: 'string', enum: ['high', 'medium', 'low'] },
  keyTopics: texts,
  suggestedApproach: texts,
};

/** One object for each video; those we cannot read are left out, as are those nobody asked about. */
export function assessAnswer(asked: ReadonlySet<number>): AnswerForm<Map<number, Assessment>> {
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
        const { id, engagementScore, ...insights } = read.data;
        assessments.set(id, { engagementScore, insights });
      }
      return assessments.size > 0 || asked.size === 0 ? assessments : null;
    },
  };
}
