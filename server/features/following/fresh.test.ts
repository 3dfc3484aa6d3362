import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type FreshVideo, followedChannelListSchema, freshListSchema } from '#shared/contracts/following.ts';
import { followedChannels, freshVideos } from '#shared/schema.ts';
import { writeBackup } from '../../backup/backup-file.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { tempDir } from '../../testing/processes.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;

const subscribed = () => test.app.sandbox.admin.channels.subscriptions();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
async function fresh(query = ''): Promise<FreshVideo[]> {
  return freshListSchema.parse(await (await test.me.get(`/api/fresh${query}`)).json());
}
const unseen = async () =>
  ((await (await test.me.get('/api/fresh/summary')).json()) as { unseen: number }).unseen;
const idsOf = (rows: readonly FreshVideo[]) => rows.map(({ video }) => video.id);

/** Puts videos of a followed channel into Fresh. */
async function found(
  rows: readonly { ago: number; title?: string; description?: string | null; channelId?: string }[],
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
    const video = await makeVideo(test.db, { channelId, channelTitle: 'Fresh', ...values });
    const appearedAt = test.later(-ago);
    await test.db
      .insert(freshVideos)
      .values({ videoId: video.id, isShort: false, appearedAt, foundAt: test.now() });
    ids.push(video.id);
  }
  return ids;
}

describe('following by hand (rules 14.1 and 14.2)', () => {
  it('accepts a handle, an address, an id and a video, responds 200 the second time, and can be ended', async () => {
    const uploadsOf = (id: string) => test.app.sandbox.admin.channels.uploadsOf(id, test.now());
    const [one, two] = subscribed().filter(({ id, isGone }) => !isGone && uploadsOf(id).length > 0);
    const uploads = uploadsOf(two?.id ?? '');
    const follow = (address: string) => test.me.post('/api/channels', { address });
    const first = await follow(one?.handle ?? '');
    expect([first.status, await first.json()]).toMatchObject([
      201,
      { channelId: one?.id, title: one?.title, muted: false, readAt: null, trouble: null, commented: 0 },
    ]);
    expect((await follow(`https://www.youtube.com/channel/${one?.id}`)).status).toBe(200);
    expect((await follow(`https://youtu.be/${uploads[0]?.id}`)).status).toBe(201);
    const all = await channels();
    expect(all.map(({ channelId }) => channelId).toSorted()).toEqual([one?.id, two?.id].toSorted());
    expect((await test.me.delete(`/api/channels/${all[0]?.id}`)).status).toBe(204);
    await expectProblem(await test.me.delete(`/api/channels/${all[0]?.id}`), 404, 'not_found');
  });

  it.each([
    '@nobody-has-this-handle',
    'UCnobody0000000000000000',
    'https://youtu.be/nobodynobod',
    'what is this',
  ])('responds 404 with a sentence to “%s”', async (address) => {
    await expectProblem(await test.me.post('/api/channels', { address }), 404, 'channel_not_found');
  });

  it.each([
    '@nobody-has-this-handle',
    'https://www.youtube.com/channel/UCnobody0000000000000000',
    'https://youtu.be/nobodynobod',
  ])('says that the sandbox has only its own channels: %s (rule 1.6)', async (address) => {
    const response = await test.me.post('/api/channels', { address });
    const { detail } = await expectProblem(response, 404, 'channel_not_found');
    expect(detail).toMatch(/^The sandbox has no channel or video at this address/);
  });

  it('imports subscriptions, newest first, and marks those that are followed', async () => {
    type Listed = { channelId: string; followed: boolean }[];
    const listed = (await (await test.me.get('/api/channels/subscriptions')).json()) as Listed;
    expect(listed).toHaveLength(subscribed().length);
    const some = listed.slice(0, 3).map(({ channelId }) => channelId);
    const answer = await test.me.post('/api/channels/import', {
      channelIds: [...some, 'UCnobody0000000000000000', ...some],
    });
    expect(await answer.json()).toEqual({ followed: 3, already: 0, unknown: 1 });
    const again = (await (await test.me.get('/api/channels/subscriptions')).json()) as Listed;
    expect(again.filter(({ followed }) => followed).map(({ channelId }) => channelId)).toEqual(some);
  });

  it('imports a Takeout file of 200 channels, and its own export again', async () => {
    const all = subscribed()
      .filter(({ isGone }) => !isGone)
      .slice(0, 200);
    const lines = all.map(({ id, title }) => `${id},http://www.youtube.com/channel/${id},${title}`);
    const file = `Kanal-ID,Kanal-URL,Kanaltitel\r\n${[...lines, lines[0]].join('\r\n')}\r\n`;
    const bring = (body: string) =>
      test.me.send('/api/channels/import', { method: 'POST', body, headers: { 'Content-Type': 'text/csv' } });
    expect(await (await bring(file)).json()).toEqual({ followed: 200, already: 0, unknown: 0 });
    const exported = await (await test.me.get('/api/channels.csv')).text();
    expect(await (await bring(exported)).json()).toEqual({ followed: 0, already: 200, unknown: 0 });
    await expectProblem(await bring('nothing here'), 400, 'invalid_request');
  });

  it.each<[string, (file: string) => Uint8Array<ArrayBuffer>]>([
    ['UTF-16 with a byte order mark', (file) => new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le'))],
    ['UTF-16 without one', (file) => new Uint8Array(Buffer.from(file, 'utf16le'))],
    ['Windows-1252', (file) => new Uint8Array(Buffer.from(file, 'latin1'))],
  ])('imports a Takeout file in %s (rule 6.11)', async (_, encode) => {
    const [one] = subscribed().filter(({ isGone }) => !isGone);
    const file = `Kanal-ID;Kanal-URL;Kanaltitel\r\n${one?.id};http://www.youtube.com/channel/${one?.id};Grüße aus Köln\r\n`;
    const headers = { 'Content-Type': 'text/csv' };
    const answer = await test.me.send('/api/channels/import', {
      method: 'POST',
      body: encode(file),
      headers,
    });
    expect(await answer.json()).toEqual({ followed: 1, already: 0, unknown: 0 });
  });

  it.each([
    ['a compressed archive', 'PK\u0003\u0004Takeout/subscriptions.csv'],
    ['an Excel workbook', 'PK\u0003\u0004xl/workbook.xml'],
  ])('refuses a file that is not text with its kind: %s (rule 6.11)', async (kind, begin) => {
    const body = new Uint8Array(Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.alloc(300, 0xb5)]));
    const headers = { 'Content-Type': 'text/csv' };
    const answer = await test.me.send('/api/channels/import', { method: 'POST', body, headers });
    expect((await expectProblem(answer, 400, 'invalid_request')).detail).toContain(`This is ${kind}`);
  });

  it('refuses an import that would exceed 500 channels, and follows none of them', async () => {
    await test.db.insert(followedChannels).values(
      Array.from({ length: 499 }, (_, at) => ({
        channelId: `UC${String(at).padStart(22, '0')}`,
        uploadsId: `UU${at}`,
        namedAt: test.now(),
        nextReadAt: test.now(),
        createdAt: test.now(),
      })),
    );
    const [, , one, two] = subscribed();
    const both = { channelIds: [one?.id, two?.id] };
    await expectProblem(await test.me.post('/api/channels/import', both), 409, 'too_many_followed');
    expect(await channels()).toHaveLength(499);
    expect((await test.me.post('/api/channels', { address: one?.id })).status).toBe(201);
    await expectProblem(await test.me.post('/api/channels', { address: two?.id }), 409, 'too_many_followed');
  });
});

describe('Fresh (rules 14.8 and 14.9)', () => {
  it('groups videos by time, and sorts each group only by our match', async () => {
    await test.me.post('/api/voice-profiles', { name: 'Ada', expertiseAreas: ['Kubernetes', 'eBPF'] });
    const [plain, matching, both, night, yesterday, older] = await found(
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
    const rows = await fresh();
    expect(idsOf(rows)).toEqual([both, matching, plain, night, yesterday, older]);
    const groups = ['hours', 'hours', 'hours', 'today', 'yesterday', 'older'];
    expect(rows.map(({ group }) => group)).toEqual(groups);
    expect(rows[0]?.video).toMatchObject({
      matchedTopics: expect.arrayContaining(['Kubernetes', 'eBPF']),
      inQueue: false,
    });
    // Other areas of expertise change the order.
    const [profile] = (await (await test.me.get('/api/voice-profiles')).json()) as { id: number }[];
    const walking = { name: 'Ada', expertiseAreas: ['walk in the woods'] };
    await test.me.put(`/api/voice-profiles/${profile?.id}`, walking);
    expect(idsOf(await fresh())[0]).toBe(plain);
  });

  it('puts a video with a comment of the owner’s last in its group, over all pages (rule 14.8)', async () => {
    await test.me.post('/api/voice-profiles', { name: 'Ada', expertiseAreas: ['Kubernetes'] });
    const titles = ['Kubernetes one', 'Kubernetes two', 'Cooking'];
    const [drafted, withdrawn, plain, yesterday] = await found([
      ...titles.map((title) => ({ ago: hour, title, description: null })),
      { ago: 20 * hour, title: 'Kubernetes three', description: null },
    ]);
    const commented = (videoId = 0, values: { createdAt?: Date; withdrawnAt?: Date } = {}) =>
      makeComment(test.db, { videoId, createdAt: test.now(), ...values });
    await commented(drafted);
    await commented(withdrawn, { withdrawnAt: test.now() });
    expect(idsOf(await fresh())).toEqual([withdrawn, plain, drafted, yesterday]);

    const first = await test.me.get('/api/fresh?limit=2');
    await commented(plain, { createdAt: test.later(minute) });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const rest = freshListSchema.parse(await (await test.me.get(next)).json());
    expect(idsOf(rest)).toEqual([drafted, yesterday]);
  });

  it('shows on later pages nothing that was found after the first page (rule 14.10)', async () => {
    const ids = await found(Array.from({ length: 7 }, (_, at) => ({ ago: (at + 1) * hour })));
    const first = await test.me.get('/api/fresh?limit=3');
    expect(first.headers.get('X-Total-Count')).toBe('7');
    const seen = idsOf(freshListSchema.parse(await first.json()));
    test.app.clock.advance(30 * minute);
    const [late] = await found([{ ago: 0 }]);
    let next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1];
    while (next) {
      const answer = await test.me.get(next);
      seen.push(...idsOf(freshListSchema.parse(await answer.json())));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(idsOf(await fresh())).toContain(late);
    await expectProblem(await test.me.get('/api/fresh?cursor=abc'), 400, 'invalid_request');
  });

  it('remembers which videos were seen and which were dismissed (rule 14.9)', async () => {
    const [one, two] = await found([{ ago: hour }, { ago: 2 * hour }]);
    expect(await unseen()).toBe(2);
    expect((await test.me.post('/api/fresh/seen', { videoIds: [one, 999_999] })).status).toBe(204);
    expect(await unseen()).toBe(1);
    expect((await fresh()).map(({ seen }) => seen)).toEqual(expect.arrayContaining([true, false]));
    expect((await test.me.put(`/api/fresh/${two}/dismissed`, undefined)).status).toBe(204);
    expect(idsOf(await fresh())).toEqual([one]);
    expect((await test.me.delete(`/api/fresh/${two}/dismissed`)).status).toBe(204);
    expect(idsOf(await fresh())).toHaveLength(2);
    await expectProblem(await test.me.delete('/api/fresh/999999/dismissed'), 404, 'not_found');
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
  it('has what was followed, seen and dismissed at the backup, and finds what was published since', async () => {
    const channel = subscribed().at(-1)?.id ?? '';
    const publish = () => test.app.sandbox.admin.channels.publish(channel, { publishedAt: test.now() });
    const watch = () => test.app.context.services.watch.tick();
    const before = [publish(), publish()];
    await test.me.post('/api/channels', { address: channel });
    await watch();
    const [one] = (await fresh()).filter(({ video }) => video.youtubeId === before[0]);
    await test.me.put(`/api/fresh/${one?.video.id}/dismissed`, undefined);
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db: test.db, origin: 'sandbox', now: test.now(), path });
    test.app.clock.advance(2 * hour);
    const since = publish();
    await watch();
    expect((await fresh()).map(({ video }) => video.youtubeId).toSorted()).toEqual(
      expect.arrayContaining([since]),
    );
    const { database } = test.app.context;
    const choices = { replace: true, keepSchedule: false };
    await restoreBackup({ database, path, origin: 'sandbox', now: test.now(), choices });
    await test.app.signedIn();
    await watch();
    const rows = (await fresh()).map(({ video }) => video.youtubeId);
    expect(rows).toEqual(expect.arrayContaining([since, before[1]]));
    expect(rows).not.toContain(before[0]);
    expect(new Set(rows).size).toBe(rows.length);
  });
});
