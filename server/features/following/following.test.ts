import { beforeEach, describe, expect, it } from 'vitest';
import { followedChannelListSchema } from '#shared/contracts/following.ts';
import { followedChannels } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');

const subscribed = () => test.app.sandbox.admin.channels.subscriptions();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());

const channelRequests = () =>
  test.app.sandbox.admin.requests().filter(({ path }) => path.endsWith('/channels'));

describe('following by hand (rules 14.1 and 14.2)', () => {
  const uploadsOf = (id: string) =>
    test.app.sandbox.admin.channels.uploadsOf(id, test.now());

  /** Returns a channel of the sandbox with videos. */
  function channelWithVideos() {
    const found = subscribed().find(
      ({ id, isGone }) => !isGone && uploadsOf(id).length > 0,
    );
    if (!found) throw new Error('The sandbox has no channel with videos.');
    return found;
  }

  const follow = (address: string) => test.me.post('/api/channels', { address });

  it('responds with the channel', async () => {
    const { id, handle, title } = channelWithVideos();
    const response = await follow(handle);
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { channelId: id, title, muted: false, readAt: null, trouble: null, commented: 0 },
    ]);
  });

  it.each<[string, (channel: ReturnType<typeof channelWithVideos>) => string]>([
    ['a handle', ({ handle }) => handle],
    ['an id', ({ id }) => id],
    ['the address of a channel', ({ id }) => `https://www.youtube.com/channel/${id}`],
    ['the address of a video', ({ id }) => `https://youtu.be/${uploadsOf(id)[0]?.id}`],
  ])('accepts %s', async (_, address) => {
    const channel = channelWithVideos();
    expect((await follow(address(channel))).status).toBe(201);
    expect((await channels()).map(({ channelId }) => channelId)).toEqual([channel.id]);
  });

  it('responds 200 when the channel is followed already', async () => {
    const { id, handle } = channelWithVideos();
    await follow(handle);
    expect((await follow(`https://www.youtube.com/channel/${id}`)).status).toBe(200);
    expect(await channels()).toHaveLength(1);
  });

  it('can be ended, and then only once', async () => {
    await follow(channelWithVideos().handle);
    const [channel] = await channels();
    const end = () => test.me.delete(`/api/channels/${channel?.id}`);
    expect((await end()).status).toBe(204);
    expect(await channels()).toEqual([]);
    await expectProblem(await end(), 404, 'not_found');
  });

  it.each([
    '@nobody-has-this-handle',
    'UCnobody0000000000000000',
    'https://youtu.be/nobodynobod',
    'what is this',
  ])('responds 404 with a sentence to “%s”', async (address) => {
    await expectProblem(
      await test.me.post('/api/channels', { address }),
      404,
      'channel_not_found',
    );
  });

  it.each([
    '@nobody-has-this-handle',
    'https://www.youtube.com/channel/UCnobody0000000000000000',
    'https://youtu.be/nobodynobod',
  ])(
    'says that the sandbox has only its own channels: %s (rule 1.6)',
    async (address) => {
      const response = await test.me.post('/api/channels', { address });
      const { detail } = await expectProblem(response, 404, 'channel_not_found');
      expect(detail).toMatch(/^The sandbox has no channel or video at this address/);
    },
  );
});

describe('importing channels (rule 14.2)', () => {
  const importFile = (body: string | Uint8Array<ArrayBuffer>) =>
    test.me.send('/api/channels/import', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/csv' },
    });

  async function subscriptions() {
    const response = await test.me.get('/api/channels/subscriptions');
    return (await response.json()) as { channelId: string; followed: boolean }[];
  }

  it('offers all subscriptions', async () => {
    expect(await subscriptions()).toHaveLength(subscribed().length);
  });

  it('follows each named channel once, and counts unknown ones', async () => {
    const some = (await subscriptions()).slice(0, 3).map(({ channelId }) => channelId);
    const channelIds = [...some, 'UCnobody0000000000000000', ...some];
    const response = await test.me.post('/api/channels/import', { channelIds });
    expect(await response.json()).toEqual({ followed: 3, already: 0, unknown: 1 });
  });

  it('marks the subscriptions that are followed', async () => {
    const some = (await subscriptions()).slice(0, 3).map(({ channelId }) => channelId);
    await test.me.post('/api/channels/import', { channelIds: some });
    const followed = (await subscriptions()).filter((each) => each.followed);
    expect(followed.map(({ channelId }) => channelId)).toEqual(some);
  });

  /** Returns a Takeout file of 200 channels, the first of them twice. */
  function takeoutFile() {
    const all = subscribed()
      .filter(({ isGone }) => !isGone)
      .slice(0, 200);
    const lines = all.map(
      ({ id, title }) => `${id},http://www.youtube.com/channel/${id},${title}`,
    );
    return `Kanal-ID,Kanal-URL,Kanaltitel\r\n${[...lines, lines[0]].join('\r\n')}\r\n`;
  }

  it('accepts a Takeout file of 200 channels', async () => {
    const response = await importFile(takeoutFile());
    expect(await response.json()).toEqual({ followed: 200, already: 0, unknown: 0 });
  });

  it('accepts its own export', async () => {
    await importFile(takeoutFile());
    const exported = await (await test.me.get('/api/channels.csv')).text();
    const response = await importFile(exported);
    expect(await response.json()).toEqual({ followed: 0, already: 200, unknown: 0 });
  });

  it('refuses a file without channels', async () => {
    await expectProblem(await importFile('nothing here'), 400, 'invalid_request');
  });

  it.each<[string, (file: string) => Uint8Array<ArrayBuffer>]>([
    [
      'UTF-16 with a byte order mark',
      (file) => new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le')),
    ],
    ['UTF-16 without one', (file) => new Uint8Array(Buffer.from(file, 'utf16le'))],
    ['Windows-1252', (file) => new Uint8Array(Buffer.from(file, 'latin1'))],
  ])('accepts a Takeout file in %s (rule 6.11)', async (_, encode) => {
    const [one] = subscribed().filter(({ isGone }) => !isGone);
    const file = `Kanal-ID;Kanal-URL;Kanaltitel\r\n${one?.id};http://www.youtube.com/channel/${one?.id};Grüße aus Köln\r\n`;
    const answer = await importFile(encode(file));
    expect(await answer.json()).toEqual({ followed: 1, already: 0, unknown: 0 });
  });

  it.each([
    ['a compressed archive', 'PK\u0003\u0004Takeout/subscriptions.csv'],
    ['an Excel workbook', 'PK\u0003\u0004xl/workbook.xml'],
  ])(
    'refuses a file that is not text with its kind: %s (rule 6.11)',
    async (kind, begin) => {
      const body = new Uint8Array(
        Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.alloc(300, 0xb5)]),
      );
      const answer = await importFile(body);
      expect((await expectProblem(answer, 400, 'invalid_request')).detail).toContain(
        `This is ${kind}`,
      );
    },
  );

  describe('with 499 channels', () => {
    beforeEach(async () => {
      await test.db.insert(followedChannels).values(
        Array.from({ length: 499 }, (_, at) => ({
          channelId: `UC${String(at).padStart(22, '0')}`,
          uploadsId: `UU${at}`,
          namedAt: test.now(),
          nextReadAt: test.now(),
          createdAt: test.now(),
        })),
      );
    });

    it('refuses two more, and follows none of them', async () => {
      const channelIds = subscribed()
        .slice(2, 4)
        .map(({ id }) => id);
      const answer = await test.me.post('/api/channels/import', { channelIds });
      await expectProblem(answer, 409, 'too_many_followed');
      expect(await channels()).toHaveLength(499);
    });

    it('leaves room for one channel that is followed by hand, and for no second', async () => {
      const [one, two] = subscribed().slice(2, 4);
      expect((await test.me.post('/api/channels', { address: one?.id })).status).toBe(
        201,
      );
      const answer = await test.me.post('/api/channels', { address: two?.id });
      await expectProblem(answer, 409, 'too_many_followed');
    });
  });
});

it('channels are listed by name in the order of any language, those without a name last', async () => {
  const now = test.now();
  const titles = ['Zebra', 'Étude', 'apfel', null, 'Äpfel', 'Cloud'];
  await test.db.insert(followedChannels).values(
    titles.map((title, at) => ({
      channelId: `UC${at}`,
      uploadsId: `UU${at}`,
      title,
      namedAt: now,
      nextReadAt: now,
      createdAt: now,
    })),
  );
  const names = (await channels()).map(({ title }) => title);
  expect(names).toEqual(['apfel', 'Äpfel', 'Cloud', 'Étude', 'Zebra', null]);
});

it('an import that cannot fit is refused before it spends units (rule 14.2)', async () => {
  const now = test.now();
  const rows = Array.from({ length: 499 }, (_, at) => {
    const channelId = `UC${at}`;
    const uploadsId = `UU${at}`;
    return { channelId, uploadsId, namedAt: now, nextReadAt: now, createdAt: now };
  });
  await test.db.insert(followedChannels).values(rows);
  const channelIds = subscribed()
    .slice(0, 2)
    .map(({ id }) => id);
  const answer = await test.me.post('/api/channels/import', { channelIds });
  await expectProblem(answer, 409, 'too_many_followed');
  expect(channelRequests()).toEqual([]);
  expect(await channels()).toHaveLength(499);
});
