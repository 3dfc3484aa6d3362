import express from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { learningSchema } from '#shared/contracts/analytics.ts';
import type { comments } from '#shared/schema.ts';
import { errorHandler } from '../../http/handle.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makePostAttempt,
  makeReply,
  makeVoiceProfile,
} from '../../testing/factories.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsService } from './analytics.service.ts';
import { recentMonths, wordsChanged } from './learning.rules.ts';

const test = testDatabase();
/** Noon UTC on Tuesday 2026-03-03. */
const clock = fakeClock();
let app = express();

beforeEach(() => {
  const service = createAnalyticsService({
    repository: createAnalyticsRepository(test.db),
    clock,
  });
  app = express()
    .use('/api', analyticsRoutes({ service }))
    .use(errorHandler(() => {}));
});

async function learned(timeZone = 'UTC') {
  const { body } = await request(app)
    .get('/api/analytics/learning')
    .query({ timeZone })
    .expect(200);
  return learningSchema.parse(body);
}

const draft = 'Readiness is about traffic, and liveness is about restarts.';

const posted = (
  at: string,
  content = draft,
  rest: Partial<typeof comments.$inferInsert> = {},
) =>
  makeComment(test.db, {
    status: 'posted',
    postedAt: new Date(at),
    generatedContent: draft,
    content,
    ...rest,
  });

describe('GET /api/analytics/learning (rule 13.31)', () => {
  it('is empty when no draft was posted', async () => {
    await makeComment(test.db);
    expect(await learned()).toEqual({ months: [], profiles: [] });
  });

  it('counts drafts by the month of posting, with those left unedited and the typical edit', async () => {
    await posted('2026-02-10T10:00:00Z');
    await posted('2026-02-11T10:00:00Z', `${draft} Ours failed.`);
    await posted('2026-02-12T10:00:00Z', `${draft} Ours failed twice last week.`);
    await posted(
      '2026-02-13T10:00:00Z',
      `${draft} We saw nothing of it in ten whole weeks.`,
    );
    await posted('2026-03-01T10:00:00Z');
    expect((await learned()).months).toEqual([
      { month: '2026-02', drafts: 4, unedited: 1, wordsChanged: 5 },
      { month: '2026-03', drafts: 1, unedited: 1, wordsChanged: null },
    ]);
  });

  it('uses the month in the viewer’s time zone', async () => {
    await posted('2026-02-28T23:30:00Z');
    expect((await learned('Europe/Berlin')).months).toMatchObject([{ month: '2026-03' }]);
    expect((await learned('UTC')).months).toMatchObject([{ month: '2026-02' }]);
  });

  it('covers twelve months', async () => {
    await posted('2025-03-31T23:59:00Z');
    await posted('2025-04-01T00:00:00Z');
    expect((await learned()).months).toMatchObject([{ month: '2025-04', drafts: 1 }]);
  });

  it('groups drafts by voice profile, the most used first', async () => {
    const ada = await makeVoiceProfile(test.db, { name: 'Ada' });
    const bob = await makeVoiceProfile(test.db, { name: 'Bob' });
    await posted('2026-02-10T10:00:00Z', 'Readiness is about traffic.', {
      voiceProfileId: bob.id,
    });
    await posted('2026-02-10T10:00:00Z', draft, { voiceProfileId: ada.id });
    await posted('2026-03-01T10:00:00Z', draft, { voiceProfileId: ada.id });
    await posted('2026-03-02T10:00:00Z', draft, { voiceProfileId: null });
    expect((await learned()).profiles).toEqual([
      {
        profile: { id: ada.id, name: 'Ada' },
        drafts: 2,
        unedited: 2,
        wordsChanged: null,
      },
      { profile: null, drafts: 1, unedited: 1, wordsChanged: null },
      { profile: { id: bob.id, name: 'Bob' }, drafts: 1, unedited: 0, wordsChanged: 5 },
    ]);
  });

  it('compares the draft with the text first posted, not with a later change on YouTube', async () => {
    const { id: commentId } = await posted('2026-02-10T10:00:00Z', 'Another text since.');
    const closed = { commentId, state: 'posted', closedAt: clock.now() } as const;
    await makePostAttempt(test.db, { ...closed, content: draft });
    await makePostAttempt(test.db, {
      ...closed,
      kind: 'change',
      content: 'Another text since.',
    });
    expect((await learned()).months).toMatchObject([{ drafts: 1, unedited: 1 }]);
  });

  it('does not count a change of white space as an edit', async () => {
    await posted('2026-02-10T10:00:00Z', ` ${draft.replace(', ', ',\n\n')}`);
    expect((await learned()).months).toMatchObject([{ drafts: 1, unedited: 1 }]);
  });

  it('leaves out answers, comments without a draft and comments that are not posted', async () => {
    const { id: replyId } = await makeReply(test.db, {
      commentId: (await makeComment(test.db)).id,
    });
    await posted('2026-02-10T10:00:00Z', draft, { replyId });
    await posted('2026-02-10T10:00:00Z', draft, { generatedContent: '' });
    await posted('2026-02-10T10:00:00Z', draft, { status: 'approved', postedAt: null });
    expect(await learned()).toEqual({ months: [], profiles: [] });
  });

  it('refuses an unknown time zone (rule 5.7)', async () => {
    const query = { timeZone: 'Mars/Olympus' };
    const { body } = await request(app)
      .get('/api/analytics/learning')
      .query(query)
      .expect(400);
    expect(body).toMatchObject({ code: 'invalid_request' });
  });
});

it.each([
  ['a word that was replaced', 'Drain it first.', 'Empty it first.', 1],
  ['words that were added', 'Drain it.', 'Drain it before the upgrade.', 3],
  ['words that were removed', 'Drain it, and then wait.', 'Drain it.', 3],
  ['a word that was said twice', 'very very slow', 'very slow', 1],
  ['only signs and letter case', 'Drain it first!', 'drain it, first', 0],
  ['words that only moved', 'First drain it.', 'Drain it first.', 0],
  ['a text without spaces between words', '猫が好きです', '犬が好きです', 1],
])('wordsChanged counts %s', (_, before, after, count) => {
  expect(wordsChanged({ draft: before, posted: after })).toBe(count);
});

it('recentMonths gives twelve months in a time zone, across a new year and a clock change', () => {
  const months = recentMonths('Europe/Berlin', new Date('2026-02-28T23:30:00Z'));
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([
    12,
    '2025-04',
    '2026-03',
  ]);
  expect(months.at(-1)).toEqual({
    month: '2026-03',
    start: new Date('2026-02-28T23:00:00Z'),
    end: new Date('2026-03-31T22:00:00Z'),
  });
});
