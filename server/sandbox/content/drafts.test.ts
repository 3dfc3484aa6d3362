import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CommentAnalysis,
  commentAnalysisSchema,
  type GroundedSentence,
  steers,
} from '#shared/contracts/comment-detail.ts';
import type { GenerateRequest, RegenerateRequest } from '#shared/contracts/drafts.ts';
import { type CommentStyle, commentStyles } from '#shared/contracts/primitives.ts';
import type { DraftedComment } from '../../features/drafting/answers.service.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeVoiceProfile, setSettings } from '../../testing/factories.ts';
import { createPreparedModel } from '../model.ts';
import { createContentCatalogue, youtubeIdOf } from './catalogue.ts';
import { loadContent, type Sentence, textOf, type Video } from './content.ts';

const { videos } = loadContent();
const DAY = 86_400_000;

const test = testDatabase('once');
let app: TestApp;
let me: Browser;

beforeAll(async () => {
  const clock = fakeClock();
  app = await startTestApp({
    database: test.database,
    clock,
    catalogue: createContentCatalogue,
    model: createPreparedModel,
  });
  // All videos are published by then.
  clock.advance(13 * DAY);
  me = await app.ownersBrowser();
  const profile = await makeVoiceProfile(test.db, {});
  // Without a profile no draft has a score above 79.
  await setSettings(test.db, { activeVoiceProfileId: profile.id });
  return () => app.close();
});

async function videoIdOf({ id }: Video): Promise<number> {
  const link = encodeURIComponent(`https://www.youtube.com/watch?v=${youtubeIdOf(id)}`);
  const found = (await (await me.get(`/api/videos/search?q=${link}`)).json()) as { videos: { id: number }[] };
  const [video] = found.videos;
  if (!video) throw new Error(`The search does not find ${id}.`);
  return video.id;
}

interface Draft {
  id: number;
  content: string;
  score: number;
  analysis: CommentAnalysis;
}

/** Asks the service: the route allows only so many drafts in some minutes. */
const { signal } = new AbortController();
const draftOf = ({ view: { comment } }: DraftedComment): Draft => ({
  id: comment.id,
  content: comment.content,
  score: comment.qualityScore,
  analysis: commentAnalysisSchema.parse(comment.analysis),
});

async function generate(video: Video, wish: Partial<GenerateRequest> = {}): Promise<Draft> {
  const request = { videoId: await videoIdOf(video), style: 'insightful' as const, ...wish };
  return draftOf(await app.context.services.drafting.generate(request, signal));
}

async function again(id: number, wish: Partial<RegenerateRequest> = {}): Promise<Draft> {
  const request = { style: 'insightful' as const, ...wish };
  return draftOf(await app.context.services.drafting.regenerate(id, request, signal));
}

/** What the app marks in a draft: failed checks, sources and facts that it does not find. */
const marksOf = ({ analysis }: Draft): string[] => [
  ...analysis.checks.filter(({ passed }) => !passed).map(({ detail }) => detail),
  ...analysis.sentences.flatMap(({ text, source, unsupported }: GroundedSentence) => [
    ...(source === null ? [`Source not found: ${text}`] : []),
    ...unsupported.map((fact) => `“${fact}” stands in nothing given: ${text}`),
  ]),
];

const expectPrepared = (answer: Draft, video: Video, sentences: readonly Sentence[] | undefined) => {
  expect(answer.content).toBe(textOf(sentences ?? [], video.language));
  expect(marksOf(answer)).toEqual([]);
};

describe.each(videos.map((video) => [video.id, video] as const))('%s', (_, video) => {
  let id = 0;
  const { insightful } = video.drafts;

  it('has a draft in each style without a mark, with the score that its reading tells', async () => {
    const answers = new Map<CommentStyle, Draft>();
    for (const style of commentStyles) {
      const answer = id === 0 ? await generate(video, { style }) : await again(id, { style });
      id = answer.id;
      answers.set(style, answer);
    }
    for (const [style, answer] of answers) {
      expectPrepared(answer, video, video.drafts[style].sentences);
      const { reading } = video.drafts[style];
      expect(answer.analysis.reading).toMatchObject({ for: reading.for, against: reading.against || null });
      expect(answer.score).toBe(reading.score);
    }
  });

  it('has three drafts for a user who keeps pressing Generate Again', async () => {
    const texts: string[] = [];
    for (let press = 0; press < 3; press += 1) {
      const answer = await again(id);
      expect(marksOf(answer)).toEqual([]);
      texts.push(answer.content);
    }
    expect(new Set(texts).size).toBe(3);
  });

  it.runIf(insightful.changes)('is changed as each button asks', async () => {
    expectPrepared(await again(id), video, insightful.sentences);
    for (const steer of steers)
      expectPrepared(await again(id, { steer }), video, insightful.changes?.[steer]);
  });

  it.runIf(insightful.withTranscript)('uses a transcript that the user pastes', async () => {
    const transcript = (video.transcript ?? []).map(({ at, text }) => `${timeOf(at)}\n${text}`).join('\n');
    expectPrepared(await again(id, { transcript }), video, insightful.withTranscript);
  });
});

/** As YouTube’s transcript panel shows a time. */
const timeOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
