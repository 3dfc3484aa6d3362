import { z } from 'zod';
import {
  answerScore,
  type ResponseSchema,
  readableItems,
  responseSchema,
} from '../../core/response-schema.ts';
import type { Prompt, Question } from '../../providers/language-model/language-model.ts';
import { fenced, fenceRule, promptLine } from '../../text/model-text.rules.ts';
import type { Assessment } from '../videos/video-row.rules.ts';

/** No figures: no score may be made of them (rule 8.4). */
export interface AssessedVideo {
  id: number;
  title: string;
  description: string | null;
  channelTitle: string;
}

const tokens = { base: 100, perVideo: 120 };

/** Videos that the model leaves out are missing in the answer. */
export function assessmentQuestion(
  videos: readonly AssessedVideo[],
  expertise: readonly string[],
): Question<Map<number, Assessment>> {
  return {
    prompt: () => assessPrompt(videos, expertise),
    schema: assessAnswer(new Set(videos.map(({ id }) => id))),
    answerTokens: tokens.base + tokens.perVideo * videos.length,
    waitsForDrafts: true,
  };
}

const task = [
  'You judge for a professional which YouTube videos fit them: where they know the subject and have something to add in a comment.',
  'Judge each video by the given text alone.',
].join(' ');

const answerForm = [
  'id: the number of the video, as given.',
  'fit: how well the video fits this professional, a whole number from 0 to 100.',
  'type: tutorial, talk, review, news, discussion or the like, in one or two words.',
  'difficulty: easy, medium or hard, for the viewer.',
  'opportunity: high, medium or low: how much this professional could add in a comment.',
  'topics: up to three topics, each in one to three words.',
  'approach: one idea for a comment, in English and under twelve words.',
]
  .map((line) => `- ${line}`)
  .join('\n');

export function assessPrompt(videos: readonly AssessedVideo[], expertise: readonly string[]): Prompt {
  const areas = expertise.length > 0 ? promptLine(expertise.join(', '), 1000) : 'not stated';
  return {
    system: [
      task,
      `The professional’s areas of expertise: ${areas}.`,
      `# Untrusted text\n${fenceRule}`,
      `# Form of the answer\nOne JSON object with the member videos: a list with one object for each video, with these members, and nothing else, without line breaks:\n${answerForm}`,
    ].join('\n\n'),
    user: ['Judge these videos.', fenced(videos.map(videoFacts).join('\n\n'))].join('\n\n'),
  };
}

function videoFacts({ id, title, description, channelTitle }: AssessedVideo): string {
  return [
    `Video ${id}`,
    `Title: ${promptLine(title, 200)}`,
    `Channel: ${promptLine(channelTitle, 100)}`,
    `Description: ${promptLine(description ?? '', 300) || '(none)'}`,
  ].join('\n');
}

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
