import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { followedChannelListSchema } from '#shared/contracts/following.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { comments, followedChannels, freshVideos, videos } from '#shared/schema.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { reviewApp } from '../../testing/app.ts';
import { testStart } from '../../testing/clock.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { createFreshRepository } from './fresh.repository.ts';
import { createFreshService } from './fresh.service.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;
const channelId = 'UCfresh00000000000000000';

/** Puts videos of a followed channel into Fresh. */
async function found(rows: readonly { ago: number; title: string }[]): Promise<number[]> {
  await test.db
    .insert(followedChannels)
    .values({
      channelId,
      uploadsId: 'UUfresh00000000000000000',
      title: 'Fresh',
      namedAt: test.now(),
      nextReadAt: test.later(24 * hour),
      createdAt: test.now(),
    })
    .onConflictDoNothing();
  const ids: number[] = [];
  for (const { ago, title } of rows) {
    const { id: videoId } = await makeVideo(test.db, {
      channelId,
      channelTitle: 'Fresh',
      title,
    });
    const times = { appearedAt: test.later(-ago), foundAt: test.now() };
    await test.db.insert(freshVideos).values({ videoId, isShort: false, ...times });
    ids.push(videoId);
  }
  return ids;
}

/**
 * Creates a new service, so that a round that was paused does not hold up the next test.
 */
function freshService(draft: (videoId: number) => Promise<boolean>) {
  const { services, events } = test.app.context;
  return createFreshService({
    repository: createFreshRepository(test.db),
    search: services.search,
    voice: services.voice,
    clock: test.app.clock,
    events,
    isStopping: () => false,
    draft,
  });
}

describe('morning drafts (rule 14.11)', () => {
  let morning: () => Promise<void>;

  beforeEach(() => {
    test.app.clock.set(testStart);
    morning = freshService(test.app.context.services.drafting.draftForYou).morning;
  });

  const set = (morningDrafts: number, morningHour = 7) =>
    test.me.put('/api/user-settings', {
      autoQueueEnabled: true,
      morningDrafts,
      morningHour,
      timeZone: 'UTC',
    });
  const queue = async () =>
    (await (await test.me.get('/api/queue')).json()) as QueueRow[];
  const wanted = (count: number) =>
    found(
      Array.from({ length: count }, (_, at) => ({
        ago: (at + 1) * hour,
        title: `Kubernetes readiness probes in practice, ${at}`,
      })),
    );

  it.each([
    ['they are switched off', 0, '07:10'],
    ['their six hours are over', 1, '13:30'],
  ])('are not written when %s', async (_, drafts, time) => {
    await set(drafts);
    await wanted(3);
    test.app.clock.set(`2026-03-04T${time}:00.000Z`);
    await morning();
    expect(await queue()).toEqual([]);
  });

  it('of the best videos go into review, marked, once a day at the set hour, neither approved nor scheduled', async () => {
    await test.me.post('/api/voice-profiles', {
      name: 'Ada',
      expertiseAreas: ['Kubernetes'],
    });
    await set(2);
    await morning();
    expect(await queue()).toEqual([]);
    test.app.clock.set('2026-03-04T06:59:00.000Z');
    await wanted(5);
    await found([{ ago: hour, title: 'A walk in the woods' }]);
    await morning();
    expect(await queue()).toEqual([]);
    test.app.clock.set('2026-03-04T07:01:00.000Z');
    await morning();
    await morning();
    const items = await queue();
    expect(items).toHaveLength(2);
    for (const { comment, autoPost, scheduledFor, dueAt } of items) {
      expect(comment).toMatchObject({ status: 'pending', draftedForYou: true });
      expect(comment.video.title).toContain('Kubernetes');
      expect([autoPost, scheduledFor, dueAt]).toEqual([false, null, null]);
    }
    test.app.clock.set('2026-03-05T07:01:00.000Z');
    await wanted(5);
    await morning();
    expect(await queue()).toHaveLength(4);
  });

  it('continue after a restart with those that are missing, and after a failure of the model', async () => {
    await set(3);
    test.app.clock.set('2026-03-04T07:01:00.000Z');
    const [, second] = await wanted(6);
    await makeComment(test.db, {
      videoId: second ?? 0,
      draftedForYou: true,
      createdAt: test.now(),
    });
    const refusal = { kind: 'status', status: 401 } as const;
    test.app.sandbox.admin.fault({ match: { path: '/v1/*' }, times: 0, fault: refusal });
    await morning();
    expect(await queue()).toEqual([]);
    test.app.sandbox.admin.clearFaults();
    test.app.clock.advance(16 * minute);
    await morning();
    expect(await queue()).toHaveLength(2);
  });

  describe('when the model fails on one video', () => {
    const best = 'Kubernetes readiness probes in practice, 0';
    const noAnswer: Fault = {
      kind: 'status',
      status: 503,
      headers: { 'retry-after-ms': '1' },
    };
    const others = [1, 2].map((at) => `Kubernetes readiness probes in practice, ${at}`);
    const modelCalls = () =>
      test.app.sandbox.admin
        .requests()
        .filter(({ path }) => path === '/v1/chat/completions');
    const draftedTitles = async () =>
      (await queue()).map(({ comment }) => comment.video.title).sort();
    const failAbout = (contains: string, fault: Fault) =>
      test.app.sandbox.admin.fault({
        match: { path: '/v1/*', contains },
        times: 0,
        fault,
      });

    beforeEach(async () => {
      await set(2);
      test.app.clock.set('2026-03-04T07:01:00.000Z');
      await wanted(3);
    });

    it.each<[string, Fault]>([
      ['is refused by the model', { kind: 'model', behaviour: 'refusal' }],
      [
        'gets no usable answer from the model',
        { kind: 'model', behaviour: 'wrong-shape' },
      ],
      [
        'gets an answer that is only a link',
        {
          kind: 'model',
          behaviour: 'text',
          text: JSON.stringify({ comment: 'https://example.com/x', sources: [] }),
        },
      ],
    ])(
      'skip the video that %s for that day, and continue with the next ones',
      async (_, fault) => {
        failAbout(best, fault);
        await morning();
        expect(await draftedTitles()).toEqual(others);
        const [{ passedOverOn } = { passedOverOn: null }] = await test.db
          .select({ passedOverOn: freshVideos.passedOverOn })
          .from(freshVideos)
          .innerJoin(videos, eq(videos.id, freshVideos.videoId))
          .where(eq(videos.title, best));
        expect(passedOverOn).toBe('2026-03-04');
      },
    );

    it('do not ask again about a skipped video when the round continues later', async () => {
      failAbout(best, { kind: 'model', behaviour: 'refusal' });
      failAbout(others[0] ?? '', { kind: 'status', status: 401 });
      await morning();
      expect(await queue()).toEqual([]);
      test.app.sandbox.admin.clearFaults();
      test.app.sandbox.admin.clearRequests();
      test.app.clock.advance(16 * minute);
      await morning();
      expect(await draftedTitles()).toEqual(others);
      for (const { body } of modelCalls())
        expect(JSON.stringify(body)).not.toContain(best);
    });

    it('continue with the other videos when the model does not answer about it', async () => {
      failAbout(best, noAnswer);
      await morning();
      expect(await draftedTitles()).toEqual(others);
    });

    it('wait a quarter of an hour when the model answers about no video, and then begin with the best', async () => {
      failAbout('Kubernetes', noAnswer);
      await morning();
      test.app.sandbox.admin.clearFaults();
      await morning();
      expect(await queue()).toEqual([]);
      test.app.clock.advance(16 * minute);
      await morning();
      expect(await draftedTitles()).toEqual([best, others[0]]);
    });

    it('skip a video whose draft fails for an unexpected reason', async () => {
      const [{ id } = { id: 0 }] = await test.db
        .select()
        .from(videos)
        .where(eq(videos.title, best));
      await test.db.execute(
        sql`alter table comments add constraint refused check (video_id <> ${sql.raw(String(id))}) not valid`,
      );
      await morning();
      await test.db.execute(sql`alter table comments drop constraint refused`);
      expect(await draftedTitles()).toEqual(others);
    });
  });

  describe('when the owner acts while the first draft is written', () => {
    /**
     * Runs a round that only inserts drafts, and calls `act` after the first one. Returns
     * the indexes of the videos.
     */
    async function roundDuring(act: (found: readonly number[]) => Promise<unknown>) {
      await set(3);
      test.app.clock.set('2026-03-04T07:01:00.000Z');
      const ids = await wanted(4);
      const drafted: number[] = [];
      const round = freshService(async (videoId) => {
        drafted.push(videoId);
        await makeComment(test.db, {
          videoId,
          draftedForYou: true,
          createdAt: test.now(),
        });
        if (drafted.length === 1) await act(ids);
        return true;
      });
      await round.morning();
      return drafted.map((id) => ids.indexOf(id));
    }
    async function channel(): Promise<string> {
      const [followed] = followedChannelListSchema.parse(
        await (await test.me.get('/api/channels')).json(),
      );
      return `/api/channels/${followed?.id}`;
    }

    it('leave out a video that was marked “Not for me”, and draft another one instead', async () => {
      const order = await roundDuring(([, second]) =>
        test.me.put(`/api/fresh/${second}/dismissed`, undefined),
      );
      expect(order).toEqual([0, 2, 3]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['unfollowed the channel', async () => test.me.delete(await channel())],
      ['muted the channel', async () => test.me.patch(await channel(), { muted: true })],
      [
        'blocked the channel',
        () =>
          test.me.put('/api/user-settings', {
            autoQueueEnabled: true,
            blockedChannels: [channelId],
          }),
      ],
      ['switched the drafts off', () => set(0)],
    ])('end when the owner %s', async (_, act) => {
      expect(await roundDuring(act)).toEqual([0]);
    });

    it('continue when they are switched on again', async () => {
      await roundDuring(() => set(0));
      await set(2);
      await morning();
      expect(await test.db.$count(comments, eq(comments.draftedForYou, true))).toBe(2);
    });
  });

  it('are no longer written for a channel from which two were rejected', async () => {
    await set(2);
    test.app.clock.set('2026-03-04T07:01:00.000Z');
    const unwanted = await wanted(4);
    const rejected = {
      draftedForYou: true,
      status: 'rejected',
      createdAt: test.later(-48 * hour),
    } as const;
    for (const videoId of unwanted.slice(0, 2))
      await makeComment(test.db, { videoId, ...rejected });
    await morning();
    expect(await test.db.$count(comments, eq(comments.status, 'pending'))).toBe(0);
    expect(await test.db.$count(videos)).toBe(4);
  });
});
