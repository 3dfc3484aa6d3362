import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FreshVideo, freshListSchema } from '#shared/contracts/following.ts';
import { followedChannels, freshVideos } from '#shared/schema.ts';
import { writeBackup } from '../../backup/backup-file.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { readAllPages, readPage } from '../../testing/list-pages.ts';
import { tempDir } from '../../testing/processes.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;

const subscribed = () => test.app.sandbox.admin.channels.subscriptions();
async function fresh(query = ''): Promise<FreshVideo[]> {
  return freshListSchema.parse(await (await test.me.get(`/api/fresh${query}`)).json());
}
const unseen = async () =>
  ((await (await test.me.get('/api/fresh/summary')).json()) as { unseen: number }).unseen;
const idsOf = (rows: readonly FreshVideo[]) => rows.map(({ video }) => video.id);

/** Puts videos of a followed channel into Fresh. */
async function found(
  rows: readonly {
    ago: number;
    title?: string;
    description?: string | null;
    channelId?: string;
  }[],
): Promise<number[]> {
  const channelId = 'UCfresh00000000000000000';
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
  for (const { ago, ...values } of rows) {
    const video = await makeVideo(test.db, {
      channelId,
      channelTitle: 'Fresh',
      ...values,
    });
    const appearedAt = test.later(-ago);
    await test.db
      .insert(freshVideos)
      .values({ videoId: video.id, isShort: false, appearedAt, foundAt: test.now() });
    ids.push(video.id);
  }
  return ids;
}

describe('Fresh (rules 14.8 and 14.9)', () => {
  describe('with videos of several ages and topics', () => {
    let ids: (number | undefined)[];
    beforeEach(async () => {
      await test.me.post('/api/voice-profiles', {
        name: 'Ada',
        expertiseAreas: ['Kubernetes', 'eBPF'],
      });
      ids = await found(
        [
          { ago: hour, title: 'A walk in the woods' },
          { ago: 2 * hour, title: 'Kubernetes at night' },
          { ago: 5 * hour, title: 'Kubernetes and eBPF' },
          { ago: 11 * hour, title: 'Cooking' },
          { ago: 20 * hour, title: 'Cooking again' },
          { ago: 47 * hour, title: 'Kubernetes once' },
          { ago: 49 * hour, title: 'Kubernetes long ago' },
        ].map((row) => ({ ...row, description: null })),
      );
    });

    it('groups them by time, and sorts each group only by our match', async () => {
      const [plain, matching, both, night, yesterday, older] = ids;
      const rows = await fresh();
      expect(idsOf(rows)).toEqual([both, matching, plain, night, yesterday, older]);
      const groups = ['hours', 'hours', 'hours', 'today', 'yesterday', 'older'];
      expect(rows.map(({ group }) => group)).toEqual(groups);
    });

    it('names the topics that match', async () => {
      expect((await fresh())[0]?.video).toMatchObject({
        matchedTopics: expect.arrayContaining(['Kubernetes', 'eBPF']),
        inQueue: false,
      });
    });

    it('sorts them anew when the areas of expertise change', async () => {
      const [profile] = (await (await test.me.get('/api/voice-profiles')).json()) as {
        id: number;
      }[];
      const walking = { name: 'Ada', expertiseAreas: ['walk in the woods'] };
      await test.me.put(`/api/voice-profiles/${profile?.id}`, walking);
      expect(idsOf(await fresh())[0]).toBe(ids[0]);
    });
  });

  describe('with videos that the owner commented on (rule 14.8)', () => {
    let ids: (number | undefined)[];
    beforeEach(async () => {
      await test.me.post('/api/voice-profiles', {
        name: 'Ada',
        expertiseAreas: ['Kubernetes'],
      });
      const titles = ['Kubernetes one', 'Kubernetes two', 'Cooking'];
      ids = await found([
        ...titles.map((title) => ({ ago: hour, title, description: null })),
        { ago: 20 * hour, title: 'Kubernetes three', description: null },
      ]);
      const [drafted = 0, withdrawn = 0] = ids;
      await makeComment(test.db, { videoId: drafted, createdAt: test.now() });
      await makeComment(test.db, {
        videoId: withdrawn,
        createdAt: test.now(),
        withdrawnAt: test.now(),
      });
    });

    it('puts them last in their group, except those with a withdrawn comment', async () => {
      const [drafted, withdrawn, plain, yesterday] = ids;
      expect(idsOf(await fresh())).toEqual([withdrawn, plain, drafted, yesterday]);
    });

    it('keeps that order over all pages, even if a comment is made between two pages', async () => {
      const [drafted, , plain, yesterday] = ids;
      const first = await readPage(test.me, '/api/fresh?limit=2');
      await makeComment(test.db, { videoId: plain ?? 0, createdAt: test.later(minute) });
      const second = await readPage(test.me, first.next ?? '');
      expect(idsOf(freshListSchema.parse(second.rows))).toEqual([drafted, yesterday]);
    });
  });

  it('shows on later pages nothing that was found after the first page (rule 14.10)', async () => {
    const ids = await found(
      Array.from({ length: 7 }, (_, at) => ({ ago: (at + 1) * hour })),
    );
    const first = await readPage(test.me, '/api/fresh?limit=3');
    expect(first.total).toBe('7');
    test.app.clock.advance(30 * minute);
    const [late] = await found([{ ago: 0 }]);
    const rest = await readAllPages(test.me, first.next ?? '');
    expect(idsOf(freshListSchema.parse([...first.rows, ...rest])).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect(idsOf(await fresh())).toContain(late);
  });

  it('is refused for an invalid cursor', async () => {
    await expectProblem(
      await test.me.get('/api/fresh?cursor=abc'),
      400,
      'invalid_request',
    );
  });

  it('remembers which videos were seen (rule 14.9)', async () => {
    const [one] = await found([{ ago: hour }, { ago: 2 * hour }]);
    expect(await unseen()).toBe(2);
    expect(
      (await test.me.post('/api/fresh/seen', { videoIds: [one, 999_999] })).status,
    ).toBe(204);
    expect(await unseen()).toBe(1);
    expect((await fresh()).map(({ seen }) => seen)).toEqual(
      expect.arrayContaining([true, false]),
    );
  });

  describe('a dismissed video (rule 14.9)', () => {
    const dismiss = (id = 0) => test.me.put(`/api/fresh/${id}/dismissed`, undefined);

    it('is no longer shown', async () => {
      const [one, two] = await found([{ ago: hour }, { ago: 2 * hour }]);
      expect((await dismiss(two)).status).toBe(204);
      expect(idsOf(await fresh())).toEqual([one]);
    });

    it('is shown again when that is undone', async () => {
      const [, two] = await found([{ ago: hour }, { ago: 2 * hour }]);
      await dismiss(two);
      expect((await test.me.delete(`/api/fresh/${two}/dismissed`)).status).toBe(204);
      expect(idsOf(await fresh())).toHaveLength(2);
    });

    it('must be one that was found', async () => {
      await expectProblem(
        await test.me.delete('/api/fresh/999999/dismissed'),
        404,
        'not_found',
      );
    });
  });

  it('runs as many database queries for fifty rows as for five', async () => {
    const statements = vi.spyOn(test.db, 'select');
    const countedFor = async (count: number) => {
      await fresh();
      statements.mockClear();
      expect(await fresh()).toHaveLength(count);
      return statements.mock.calls.length;
    };
    await found(Array.from({ length: 5 }, () => ({ ago: hour })));
    const few = await countedFor(5);
    await found(Array.from({ length: 45 }, () => ({ ago: hour })));
    expect(await countedFor(50)).toBe(few);
    statements.mockRestore();
  });
});

describe('Fresh after a restore', () => {
  const watch = () => test.app.context.services.watch.tick();
  const shown = async () => (await fresh()).map(({ video }) => video.youtubeId);

  /**
   * Backs up Fresh with a dismissed and a kept video, finds another one, restores the
   * backup and reads the channel again.
   */
  async function restored() {
    const channel = subscribed().at(-1)?.id ?? '';
    const publish = () =>
      test.app.sandbox.admin.channels.publish(channel, { publishedAt: test.now() });
    const dismissed = publish();
    const kept = publish();
    await test.me.post('/api/channels', { address: channel });
    await watch();
    const row = (await fresh()).find(({ video }) => video.youtubeId === dismissed);
    await test.me.put(`/api/fresh/${row?.video.id}/dismissed`, undefined);
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db: test.db, origin: 'sandbox', now: test.now(), path });

    test.app.clock.advance(2 * hour);
    const since = publish();
    await watch();
    expect(await shown()).toContain(since);

    const { database } = test.app.context;
    const choices = { replace: true, keepSchedule: false };
    await restoreBackup({ database, path, origin: 'sandbox', now: test.now(), choices });
    await test.app.signedIn();
    await watch();
    return { dismissed, kept, since };
  }

  it('has what was found and dismissed at the backup', async () => {
    const { dismissed, kept } = await restored();
    expect(await shown()).toContain(kept);
    expect(await shown()).not.toContain(dismissed);
  });

  it('finds what was published since, and each video once', async () => {
    const { since } = await restored();
    const videos = await shown();
    expect(videos).toContain(since);
    expect(new Set(videos).size).toBe(videos.length);
  });
});
