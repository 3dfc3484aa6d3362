import { z } from 'zod';
import { type ContentInsights, untoldType } from '#shared/contracts/videos.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import {
  isLasting,
  type LanguageModel,
  LanguageModelError,
  type Prompt,
  type Question,
} from '../../providers/language-model/language-model.ts';
import {
  answerScore,
  fenced,
  fenceRule,
  promptLine,
  type ResponseSchema,
  readableItems,
  responseSchema,
} from '../../text/model-text.rules.ts';
import { type Assessment, storableText, type VideoRow } from './video.rules.ts';

/** Leaves out YouTube's counts, because no score may be based on them (rule 8.4). */
type AssessedVideo = Pick<VideoRow, 'id' | 'title' | 'description' | 'channelTitle'>;

const tokens = { base: 100, perVideo: 120 };

/** Videos that the model leaves out are missing in the result. */
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

export function assessPrompt(
  videos: readonly AssessedVideo[],
  expertise: readonly string[],
): Prompt {
  const areas =
    expertise.length > 0 ? promptLine(expertise.join(', '), 1000) : 'not stated';
  return {
    system: [
      task,
      `The professional’s areas of expertise: ${areas}.`,
      `# Untrusted text\n${fenceRule}`,
      `# Form of the answer\nOne JSON object with the member videos: a list with one object for each video, with these members, and nothing else, without line breaks:\n${answerForm}`,
    ].join('\n\n'),
    user: ['Judge these videos.', fenced(videos.map(videoFacts).join('\n\n'))].join(
      '\n\n',
    ),
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

const word = (max: number) =>
  z.string().transform((text) => storableText(beginningOf(text.trim(), max)));
const words = (count: number, max: number) =>
  z
    .array(word(max))
    .transform((items) => items.filter((item) => item !== '').slice(0, count));
const level = <const T extends readonly [string, ...string[]]>(levels: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' ? text.trim().toLowerCase() : text),
    z.enum(levels),
  );

/** The names are short because every token that the model writes takes time. */
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

export function assessAnswer(
  asked: ReadonlySet<number>,
): ResponseSchema<Map<number, Assessment>> {
  const toAssessment = (video: z.infer<typeof videoSchema>): Assessment => ({
    engagementScore: video.fit,
    insights: {
      videoType: video.type,
      difficulty: video.difficulty,
      commentOpportunity: video.opportunity,
      keyTopics: video.topics,
      suggestedApproach: video.approach === '' ? [] : [video.approach],
    },
  });
  return responseSchema(
    'video_assessment',
    answerSchema
      .transform(
        ({ videos }) =>
          new Map(
            videos
              .filter(({ id }) => asked.has(id))
              .map((video) => [video.id, toAssessment(video)]),
          ),
      )
      .refine((assessments) => assessments.size > 0 || asked.size === 0),
  );
}

/**
 * Fifty videos take two rounds of about four seconds at 60 tokens per second (decision
 * 013).
 */
const videosPerRequest = 5;
const requestsAtOnce = 5;
const answerMs = 20_000;

interface Later {
  /**
   * Receives the assessments that arrive too late for the response, one group of videos
   * at a time.
   */
  onLate: (assessed: Map<number, Assessment>) => Promise<void>;
  isStopping: () => boolean;
}

/**
 * Assesses five videos per request; a local server gets one request at a time. Returns
 * what has arrived after 20 seconds at the latest. `rest` resolves after the last late
 * request, and is null if all requests have ended.
 */
export async function assessVideos(
  languageModel: Pick<LanguageModel, 'answer' | 'profile'>,
  videos: readonly VideoRow[],
  expertise: readonly string[],
  { onLate, isStopping }: Later,
) {
  const arrived = new Map<number, Assessment>();
  const waiting = inRequests(videos);
  const deadline = AbortSignal.timeout(answerMs);
  let hasAnswered = false;

  async function assess(group: readonly VideoRow[]): Promise<void> {
    const assessed = await languageModel.answer(assessmentQuestion(group, expertise));
    hasAnswered = true;
    if (deadline.aborted) {
      await onLate(assessed);
      return;
    }
    for (const [id, assessment] of assessed) arrived.set(id, assessment);
  }

  /**
   * Skips the videos if the model fails. After a lasting failure, no other videos are
   * assessed either.
   */
  async function assessOrSkip(group: readonly VideoRow[]): Promise<void> {
    try {
      await assess(group);
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      if (isLasting(error.kind)) waiting.length = 0;
    }
  }

  async function worker(): Promise<void> {
    for (let group = waiting.shift(); group && !isStopping(); group = waiting.shift()) {
      await assessOrSkip(group);
      // Stops after a failure if no request has succeeded yet.
      if (!hasAnswered) return;
    }
  }

  const workers = (await isLocal(languageModel)) ? 1 : requestsAtOnce;
  const all = Promise.all(Array.from({ length: workers }, worker)).then(() => {});
  const late = new Promise<'late'>((resolve) =>
    deadline.addEventListener('abort', () => resolve('late'), { once: true }),
  );
  const isLate = (await Promise.race([all, late])) === 'late';
  return { arrived, rest: isLate ? all : null };
}

/** Returns false if there is no model; the requests will report that. */
async function isLocal(languageModel: Pick<LanguageModel, 'profile'>): Promise<boolean> {
  try {
    return (await languageModel.profile()).isLocal;
  } catch (error) {
    if (error instanceof LanguageModelError) return false;
    throw error;
  }
}

function inRequests(videos: readonly VideoRow[]): VideoRow[][] {
  const count = Math.ceil(videos.length / videosPerRequest);
  return Array.from({ length: count }, (_, index) =>
    videos.slice(index * videosPerRequest, (index + 1) * videosPerRequest),
  );
}

type Opportunity = ContentInsights['commentOpportunity'];

const approaches: Record<Opportunity, string> = {
  high: 'This is your field: make one point that only your experience gives you.',
  medium: 'Say something from your own practice; a question may start a conversation.',
  low: 'Only comment if you can add something from your own field.',
};

function opportunityOf(engagementScore: number): Opportunity {
  if (engagementScore >= 70) return 'high';
  return engagementScore >= 40 ? 'medium' : 'low';
}

/**
 * Replaces the model's assessment. Uses only the match score, because YouTube's policies
 * allow no score based on its counts (wire W9).
 */
export function plainAssessment(
  { tags, commentsOff }: Pick<VideoRow, 'tags' | 'commentsOff'>,
  matchScore: number,
): Assessment {
  const engagementScore = commentsOff ? 0 : matchScore;
  const commentOpportunity = opportunityOf(engagementScore);
  return {
    engagementScore,
    insights: {
      videoType: untoldType,
      difficulty: 'medium',
      commentOpportunity,
      keyTopics: [...tags],
      suggestedApproach: [
        commentsOff
          ? 'Comments are turned off for this video.'
          : approaches[commentOpportunity],
      ],
    },
  };
}
