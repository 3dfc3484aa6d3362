import { beforeEach, describe, expect, it } from 'vitest';
import { problemSchema } from '#shared/contracts/primitives.ts';
import { quotaUsage } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');
const id = 'dQw4w9WgXcQ';
const encoded = encodeURIComponent;

/** Addresses at YouTube that lead to no video, some of them through another site. */
const notUnderstood = [
  'https://www.youtube.com/playlist?list=PL123',
  'https://music.youtube.com/playlist?list=OLAK5uy_k',
  'https://www.youtube.com/clip/UgkxAAAA',
  'https://www.youtube.com/post/Ugkx123?si=1',
  'https://www.youtube.com/community?lb=UgkxAAA',
  'https://www.youtube.com/results?search_query=kubernetes',
  'https://www.youtube.com/feed/subscriptions',
  'https://www.youtube.com/hashtag/kubernetes',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,aaaaaaaaaaa',
  'https://tv.youtube.com/browse',
  'https://www.youtube.com/premium',
  'https://www.youtube.com/t/terms',
  'https://www.youtube.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com',
  'https://youtu.be/playlist?list=PLx',
  'https://youtu.be/',
  'youtube.com',
  'm.youtube.com/feed/library',
  `https://consent.youtube.com/m?continue=${encoded('https://www.youtube.com/playlist?list=PL1')}`,
  `https://www.google.com/url?q=${encoded('https://www.youtube.com/playlist?list=PL1')}&sa=U`,
  `https://l.facebook.com/l.php?u=${encoded('https://www.youtube.com/clip/Ugkx1')}&h=AT0`,
  encoded('https://www.youtube.com/playlist?list=PL1'),
];

/** Addresses of other sites, and a text of invisible characters. */
const elsewhere = [
  'https://www.twitch.tv/videos/123456',
  `https://yewtu.be/watch?v=${id}`,
  'http://t.co/AbCdEf',
  '\u200b\u00ad\ufeff',
];

/** Addresses of channels, which a search refuses as well. */
const ofChannels = [
  'https://www.youtube.com/c/SomeName',
  'https://www.youtube.com/user/SomeName',
  'https://www.youtube.com/@handle/videos',
  `https://www.youtube.com/@${'Cafe\u0301'}`,
  'https://www.youtube.com/@%E0%B8%AD%E0%B8%99%E0%B8%B8%E0%B8%A3%E0%B8%B1%E0%B8%81',
  `https://music.youtube.com/channel/UC${'a'.repeat(22)}`,
];

/** Returns the units counted today and the requests that reached YouTube. */
async function spent() {
  const rows = await test.db
    .select({ bucket: quotaUsage.bucket, used: quotaUsage.used })
    .from(quotaUsage);
  const asked = test.app.sandbox.admin
    .requests()
    .filter(({ path }) => path.startsWith('/youtube/v3/'));
  return { rows: rows.filter(({ used }) => used > 0), asked: asked.length };
}

let before: Awaited<ReturnType<typeof spent>>;
beforeEach(async () => {
  before = await spent();
});

async function expectSentence(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  expect(problemSchema.parse(await answer.json()).detail).toMatch(/^.{20,}\.$/);
  expect(await spent()).toEqual(before);
}

describe('an address that is not understood is refused without a unit or a call (rule 6.12)', () => {
  it.each([...notUnderstood, ...ofChannels])('in the search box: %s', async (q) => {
    await expectSentence(await test.me.get(`/api/videos/search?q=${encoded(q)}`), 400);
    await expectSentence(
      await test.me.get(`/api/videos/search?q=${encoded(`look: ${q}/`)}`),
      400,
    );
  });

  it.each(elsewhere)(
    'of another site, in the search box and as a standing search: %j',
    async (q) => {
      await expectSentence(await test.me.get(`/api/videos/search?q=${encoded(q)}`), 400);
      await expectSentence(await test.me.post('/api/standing-searches', { q }), 400);
    },
  );

  it.each([...notUnderstood, 'https://www.youtube.com/c/SomeName'])(
    'as a channel to follow: %s',
    async (address) => {
      await expectSentence(await test.me.post('/api/channels', { address }), 404);
    },
  );

  it.each([...notUnderstood, ...ofChannels, `https://youtu.be/${id}`])(
    'as a standing search: %s',
    async (q) => {
      await expectSentence(await test.me.post('/api/standing-searches', { q }), 400);
    },
  );

  it.each(notUnderstood)('in a file of channels: %s', async (address) => {
    const file = {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: `Address\n${address}\n`,
    };
    await expectSentence(await test.me.send('/api/channels/import', file), 400);
  });
});
