import { z } from 'zod';
import type { Assessment } from './language-model.ts';
import { answerScore, type ResponseSchema, readableItems, responseSchema } from './response-schema.ts';

const word = (max: number) => z.string().transform((text) => text.trim().slice(0, max).toWellFormed());
const words = (count: number, max: number) =>
  z.array(word(max)).transform((items) => items.filter((item) => item !== '').slice(0, count));
const level = <const T extends readonly [string, ...string[]]>(levels: T) =>
  z.preprocess((text) => (typeof text === 'string' ? text.trim().toLowerCase() : text), z.enum(levels));

/** Short names: every token the model writes takes time. */
const videoSchema = z.object({
  id: z.coerce.number().int(),
  fit: answerScore.describe('From 0 to 100'),
  type: word(60),
  difficulty: level(['easy', 'medium', 'hard']),
  opportunity: level(['high', 'medium', 'low']),
  topics: words(5, 60),
  approach: word(240),
});
const answerSchema = z.object({ videos: readableItems(videoSchema) });

const toAssessment = ({
  fit,
  type,
  difficulty,
  opportunity,
  topics,
  approach,
}: z.infer<typeof videoSchema>): Assessment => ({
  engagementScore: fit,
  insights: {
    videoType: type,
    difficulty,
    commentOpportunity: opportunity,
    keyTopics: topics,
    suggestedApproach: approach === '' ? [] : [approach],
  },
});

export function assessAnswer(asked: ReadonlySet<number>): ResponseSchema<Map<number, Assessment>> {
  return responseSchema(
    'video_assessment',
    answerSchema
      .transform(
        ({ videos }) =>
          new Map(videos.filter(({ id }) => asked.has(id)).map((video) => [video.id, toAssessment(video)])),
      )
      .refine((assessments) => assessments.size > 0 || asked.size === 0),
  );
}
