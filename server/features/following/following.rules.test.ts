import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelIdsIn,
  groupStarts,
  hoursOf,
  nextReading,
  nowKnown,
  stretchFor,
  unitsAhead,
  unknownUploads,
} from './following.rules.ts';
import { channelAddress } from './following.service.ts';

const now = new Date('2026-03-03T12:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(now.getTime() - ms);
const id = (letter: string) => `UC${letter.repeat(22)}`;

describe('channelAddress (rule 14.1)', () => {
  it.each([
    [id('a'), { kind: 'channel', channelId: id('a') }],
    [
      ` https://www.youtube.com/channel/${id('a')}/videos?x=1 `,
      { kind: 'channel', channelId: id('a') },
    ],
    [`m.youtube.com/channel/${id('a')}`, { kind: 'channel', channelId: id('a') }],
    ['@cloud.kitchen', { kind: 'handle', handle: '@cloud.kitchen' }],
    ['https://youtube.com/@Größe/shorts', { kind: 'handle', handle: '@Größe' }],
    ['https://www.youtube.com/@Gr%C3%B6%C3%9Fe', { kind: 'handle', handle: '@Größe' }],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', { kind: 'video', youtubeId: 'dQw4w9WgXcQ' }],
    ['dQw4w9WgXcQ', { kind: 'video', youtubeId: 'dQw4w9WgXcQ' }],
    ['https://example.com/@cloud', null],
    ['cloud kitchen', null],
    ['@', null],
    ['https://www.youtube.com/%E0%A4%A', { kind: 'page' }],
  ])('reads %s', (text, address) => {
    expect(channelAddress(text)).toEqual(address);
  });

  it('never throws, whatever was pasted', () => {
    fc.assert(fc.property(fc.string(), (text) => void channelAddress(text)));
  });
});

describe('subscriptions.csv (rule 14.2)', () => {
  it.each([
    ['English', 'Channel Id,Channel Url,Channel Title\r\n'],
    ['German', '\uFEFFKanal-ID,Kanal-URL,Kanaltitel\r\n'],
    ['Chinese', '频道 ID,频道网址,频道名称\r\n'],
    [
      'Arabic with a byte order mark',
      '\uFEFFمعرّف القناة,عنوان URL للقناة,عنوان القناة\r\n',
    ],
  ])('is read by its values, whatever the language of its header: %s', (_, header) => {
    const rows = [id('a'), id('b'), id('a')].map(
      (each) => `${each},http://www.youtube.com/channel/${each},"A, ""B"""`,
    );
    expect(channelIdsIn(header + rows.join('\r\n'))).toEqual([id('a'), id('b')]);
  });

  it.each([
    [
      'a table with semicolons',
      `Kanal-ID;Kanal-URL;Kanaltitel\n${id('a')};http://www.youtube.com/channel/${id('a')};x\n`,
    ],
    [
      'a table with tabs',
      `Kanal-ID\tKanal-URL\tKanaltitel\n${id('a')}\thttp://www.youtube.com/channel/${id('a')}\tx\n`,
    ],
    [
      'an OPML list',
      `<outline xmlUrl="https://www.youtube.com/feeds/videos.xml?channel_id=${id('a')}" />\n`,
    ],
    [
      'JSON of another app',
      `{"subscriptions":[{"url":"https://www.youtube.com/channel/${id('a')}"}]}\n`,
    ],
    [
      'JSON of NewPipe',
      `{"app_version":"0.27.2","subscriptions":[{"service_id":0,"url":"https:\\/\\/www.youtube.com\\/channel\\/${id('a')}","name":"A"}]}`,
    ],
    [
      'JSON lines of FreeTube',
      `{"name":"All Channels","bgColor":"#000","subscriptions":[{"id":"${id('a')}","name":"A","thumbnail":"https://yt3.ggpht.com/x"}],"_id":"allChannels"}\n`,
    ],
    [
      'JSON of Invidious',
      `{"subscriptions":["${id('a')}"],"watch_history":["dQw4w9WgXcQ"],"playlists":[]}`,
    ],
    [
      'JSON of Piped',
      `{"format":"Piped","version":1,"subscriptions":[{"url":"/channel/${id('a')}"}]}`,
    ],
    [
      'an OPML list with other attributes',
      `<opml version="1.1"><body><outline text="A" type="rss" htmlUrl="https://www.youtube.com/channel/${id('a')}"/></body></opml>`,
    ],
    [
      'an OPML list with escaped addresses',
      `<outline xmlUrl="https://www.youtube.com/feeds/videos.xml?x=1&amp;channel_id=${id('a')}"/>`,
    ],
    [
      'an OPML list of feeds without Shorts',
      `<outline xmlUrl="https://www.youtube.com/feeds/videos.xml?playlist_id=UULF${'a'.repeat(22)}"/>`,
    ],
    [
      'a list of addresses',
      `https://www.youtube.com/channel/${id('a')}\nhttps://m.youtube.com/channel/${id('a')}/videos\n`,
    ],
    [
      'a table with Excel’s line about its separator',
      `sep=;\r\nKanal-ID;Kanaltitel\r\n${id('a')};"A; B"\r\n`,
    ],
  ])('may be given as %s', (_, file) => {
    expect(channelIdsIn(file)).toEqual([id('a')]);
  });

  it('is read although titles contain commas and quotation marks that are not escaped', () => {
    const rows = [
      `${id('a')},http://www.youtube.com/channel/${id('a')},One, "two" and three`,
      `${id('b')},x,5" disks`,
    ];
    expect(
      channelIdsIn(`Channel Id,Channel Url,Channel Title\n${rows.join('\n')}\n`),
    ).toEqual([id('a'), id('b')]);
  });

  it('is read with its columns in any order', () => {
    expect(
      channelIdsIn(`Title,Id\nUC is a title,${id('a')}\n${id('b')},${id('c')}\n`),
    ).toEqual([id('a'), id('c')]);
  });

  it.each([
    ['', 'nothing'],
    ['Comment ID,Text\n1,Hello\n', 'another file'],
    ['"', 'an open quote'],
  ])('is refused with advice when it contains no channels: %s', (file) => {
    expect(() => channelIdsIn(file)).toThrow(
      'Choose subscriptions.csv from your Takeout.',
    );
  });

  it.each([
    [
      'a history of what you watched',
      `[{"header":"YouTube","title":"Watched x","titleUrl":"https://www.youtube.com/watch?v=a","subtitles":[{"url":"https://www.youtube.com/channel/${id('a')}"}],"products":["YouTube"]}]`,
    ],
    [
      'a file of comments',
      `Comment ID,Channel ID,Video ID,Comment Text\nUgxKREWxIgDrw8w2e_Z4AaABAg,${id('a')},dQw4w9WgXcQ,Hi\n`,
    ],
    [
      'a file with one and the same channel in 2 rows',
      `Video ID,Channel ID,Title\ndQw4w9WgXcQ,${id('a')},A\naaaaaaaaaaa,${id('a')},B\n`,
    ],
  ])('is not confused with another file of the Takeout: %s', (kind, file) => {
    expect(() => channelIdsIn(file)).toThrow(`This is ${kind}`);
  });

  it.each([
    '@cloud.kitchen\n@ops\n',
    'https://www.youtube.com/@cloud.kitchen\n',
    'Name,Address\nOps,https://www.youtube.com/c/Ops\n',
  ])('is refused with advice when it contains only handles: %s', (file) => {
    expect(() => channelIdsIn(file)).toThrow('Paste each handle above');
  });

  it('is refused when it contains thousands of channels', () => {
    const ids = Array.from(
      { length: 2001 },
      (_, at) => `UC${String(at).padStart(22, '0')}`,
    );
    expect(() => channelIdsIn(ids.join('\n'))).toThrow('2001 channels');
  });
});

describe('the time between two readings of a channel (rule 14.4)', () => {
  it.each([
    ['within two weeks', ago(14 * day), 1],
    ['within three months', ago(15 * day), 6],
    ['longer ago', ago(92 * day), 24],
    ['never', null, 24],
  ])('depends on the newest video, which was published %s', (_, lastVideoAt, hours) => {
    expect(hoursOf(lastVideoAt, 1, now)).toBe(hours);
  });

  it('grows evenly for all channels until the units suffice, and stays below two days', () => {
    const anyVideo = fc.option(
      fc.integer({ min: 0, max: 200 }).map((days) => ago(days * day)),
    );
    fc.assert(
      fc.property(
        fc.array(anyVideo, { maxLength: 500 }),
        fc.integer({ min: 400, max: 1500 }),
        (all, units) => {
          const stretch = stretchFor(all, units, now);
          const hours = all.map((each) => hoursOf(each, stretch, now));
          expect(hours.reduce((sum, each) => sum + 24 / each, 0)).toBeLessThanOrEqual(
            units * 0.8,
          );
          expect(Math.max(0, ...hours)).toBeLessThanOrEqual(40);
          const stretched = hours.filter((each) => each < 40);
          const factors = all.map((each, at) => (hours[at] ?? 0) / hoursOf(each, 1, now));
          expect(
            new Set(factors.filter((_, at) => stretched.includes(hours[at] ?? 0))).size,
          ).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is based on the units left today and the next day’s share of the 24 hours ahead', () => {
    const ahead = (left: number, hours: number) =>
      unitsAhead(
        { left, aDay: 1200, resetsAt: new Date(now.getTime() + hours * hour) },
        now,
      );
    expect(ahead(1200, 24)).toBe(1200);
    expect(ahead(300, 6)).toBe(300 + 900);
    expect(ahead(0, 1)).toBeCloseTo(1150);
  });

  it('is never exceeded, and spreads channels that were read together', () => {
    const chance = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        chance,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 6, 12),
        (value, hours, late) => {
          const before = {
            nextReadAt: ago((late / 24) * hours * hour),
            readAt: ago(2 * hours * hour),
          };
          const at = nextReading(before, hours, now, () => value);
          const wait = at.getTime() - now.getTime();
          expect(wait).toBeGreaterThanOrEqual(5 * 60_000);
          expect(wait).toBeLessThanOrEqual(hours * hour);
          if (late === 0) expect(wait).toBeGreaterThanOrEqual(hours * hour - 5 * 60_000);
        },
      ),
    );
    const together = [0, 0.5].map((value) =>
      nextReading(
        { nextReadAt: ago(10 * hour), readAt: ago(11 * hour) },
        1,
        now,
        () => value,
      ),
    );
    expect(together).toEqual([ago(-5 * 60_000), ago(-30 * 60_000)]);
  });
});

describe('the uploads in a list that are new (rule 14.7)', () => {
  const upload = (youtubeId: string, age: number | null) => ({
    youtubeId,
    publishedAt: age === null ? null : ago(age).toISOString(),
  });
  const uploads = [
    upload('new', hour),
    upload('known', hour),
    upload('old', 20 * day),
    upload('unclear', null),
  ];

  it('are those not in it before, at any place, except those surely too old', () => {
    expect(unknownUploads(uploads, ['known'], now)).toEqual(['new', 'unclear']);
  });

  it('are requested again while they are young when YouTube left them out', () => {
    const asked = new Set(['new', 'unclear']);
    expect(nowKnown(uploads, { asked, told: new Set() }, now)).toEqual([
      'known',
      'old',
      'unclear',
    ]);
    expect(nowKnown(uploads, { asked, told: asked }, now)).toEqual([
      'new',
      'known',
      'old',
      'unclear',
    ]);
  });
});

it.each([
  ['by day', now, ['2026-03-02T05:00', '2026-03-03T05:00', '2026-03-03T06:00']],
  [
    'before six in the morning',
    new Date('2026-03-03T08:00Z'),
    ['2026-03-02T05:00', '2026-03-03T02:00', '2026-03-03T02:00'],
  ],
])(
  'groupStarts groups by the owner’s days, oldest first: %s (rule 14.8)',
  (_, at, starts) => {
    expect(
      groupStarts(at, 'America/New_York').map((start) =>
        start.toISOString().slice(0, 16),
      ),
    ).toEqual(starts);
  },
);
