import '../../drafting/bulk-dialog.tsx';
import '../../drafting/generate-dialog.tsx';
import '../../drafting/video-dialog.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FreshVideo } from '#shared/contracts/following.ts';
import { refreshAllButSearches } from '../../api/live.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { type FakeServer, json } from '../../testing/fake-server.ts';
import { aChannel, hoursAgo } from '../../testing/following.ts';
import { click, expectNotice, findDialog, press, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { FreshPage } from './fresh.tsx';

let server: FakeServer;
let fresh: FreshVideo[];
let total: number;

const aFresh = (id: number, over: Partial<FreshVideo> = {}): FreshVideo => ({
  video: aFoundVideo({
    id,
    title: `Video ${id}`,
    channelId: `UC${id}`,
    channelTitle: `Channel ${id}`,
    commentCount: 14,
  }),
  from: { kind: 'channel', name: `Channel ${id}` },
  seen: false,
  foundAt: hoursAgo(1),
  appearedAt: hoursAgo(2),
  group: 'hours',
  ...over,
});

beforeEach(() => {
  fresh = [
    aFresh(1),
    aFresh(2, { from: { kind: 'search', name: 'eBPF tracing' } }),
    aFresh(3, { group: 'yesterday', appearedAt: hoursAgo(26), seen: true }),
  ];
  total = 3;
  server = createFrameServer()
    .on(
      'GET /api/fresh',
      () =>
        new Response(JSON.stringify(fresh), {
          headers: { 'X-Total-Count': String(total) },
        }),
    )
    .on('GET /api/fresh/summary', () =>
      json({ total, unseen: 2, leftOut: { shorts: 12, commentsOff: 1 } }),
    )
    .on('GET /api/videos/comment-states', [])
    .on('GET /api/channels', [aChannel(1)])
    .on('GET /api/standing-searches', [])
    .on('POST /api/fresh/seen', new Response(null, { status: 204 }));
});

const open = () => renderPage(<FreshPage />, '/discover?view=fresh');
const row = (title: string) => screen.findByRole('listitem', { name: title });

it('shows new videos in groups (rule 14.8)', async () => {
  open();
  await row('Video 1');
  const yesterday = within(screen.getByRole('region', { name: 'Yesterday' }));
  expect(yesterday.getAllByRole('listitem')).toEqual([await row('Video 3')]);
});

it('shows when a video appeared, how many comments it has and where it comes from', async () => {
  open();
  const first = within(await row('Video 1'));
  expect(first.getByText('2 hours ago')).toBeInTheDocument();
  expect(first.getByText('14 comments so far')).toBeInTheDocument();
  expect(await row('Video 1')).toHaveTextContent(/from a channel you follow/);
  expect(await row('Video 2')).toHaveTextContent('from “eBPF tracing”');
});

it('says what was left out, and counts unseen videos', async () => {
  open();
  await row('Video 1');
  expect(
    screen.getByText('Left out: 12 Shorts, 1 video without comments'),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Fresh/ })).toHaveTextContent('2');
});

it('follows the channel of the focused video with f (rule 14.8)', async () => {
  server.on('POST /api/channels', () => json(aChannel(2), 201));
  const { user } = open();
  await row('Video 2');
  await user.keyboard('jjf');
  await expectNotice('Channel Followed', 'Channel 2');
  expect(server.sent('POST /api/channels')).toEqual([{ address: 'UC2' }]);
});

describe('a video that is set aside', () => {
  beforeEach(() => {
    server
      .on('PUT /api/fresh/1/dismissed', new Response(null, { status: 204 }))
      .on('DELETE /api/fresh/1/dismissed', new Response(null, { status: 204 }));
  });

  async function setAside() {
    const { user } = open();
    await row('Video 1');
    await user.keyboard('jd');
    await waitFor(() =>
      expect(screen.queryByRole('listitem', { name: 'Video 1' })).toBeNull(),
    );
    return user;
  }

  it('with d leaves the list (rule 14.9)', async () => {
    await setAside();
    expect(server.sent('PUT /api/fresh/1/dismissed')).toHaveLength(1);
  });

  it('returns with u (rule 14.9)', async () => {
    const user = await setAside();
    await user.keyboard('u');
    expect(await row('Video 1')).toBeInTheDocument();
    expect(server.sent('DELETE /api/fresh/1/dismissed')).toHaveLength(1);
  });

  it('stays when the server refuses', async () => {
    server.on('PUT /api/fresh/2/dismissed', () => new Response('', { status: 500 }));
    open();
    await press('Not for Me', within(await row('Video 2')));
    await expectNotice('Failed to set the video aside');
    expect(await row('Video 2')).toBeInTheDocument();
  });
});

it('drafts with g what is selected, as in a search (rule 14.10)', async () => {
  const { user } = open();
  await row('Video 1');
  await user.keyboard('jxjxg');
  const dialog = await findDialog('Bulk Comment Generation');
  expect(dialog.getByText('2 videos selected')).toBeInTheDocument();
});

it('selects all videos of all groups', async () => {
  open();
  await row('Video 1');
  await click('checkbox', 'Select All');
  expect(
    screen.getByRole('button', { name: /^Generate 3 Comments/ }),
  ).toBeInTheDocument();
});

it('no longer selects a video that is set aside', async () => {
  server.on('PUT /api/fresh/1/dismissed', new Response(null, { status: 204 }));
  open();
  await row('Video 1');
  await click('checkbox', 'Select Video 1');
  await press('Not for Me', within(await row('Video 1')));
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});

describe('a new video', () => {
  it('waits for a press, so that the list does not move (rule 14.10)', async () => {
    const { client } = open();
    await row('Video 1');
    // The page stays open until all videos in the list are older than two days.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 46.5 * 3_600_000 });
    fresh = [aFresh(9)];
    total = 1;
    await refreshAllButSearches(client);
    expect(await screen.findByRole('button', { name: '1 new' })).toBeInTheDocument();
    expect(screen.queryByRole('listitem', { name: 'Video 9' })).toBeNull();
    await press('1 new');
    expect(await row('Video 9')).toBeInTheDocument();
  });

  it('is in the list at the next visit (rule 14.10)', async () => {
    const { unmount } = open();
    await row('Video 1');
    fresh = [aFresh(10), ...fresh];
    total = 4;
    unmount();
    open();
    expect(await row('Video 10')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
  });
});

describe('a video is marked as seen', () => {
  const seen = () =>
    server
      .sent('POST /api/fresh/seen')
      .flatMap((sent) => (sent as { videoIds: number[] }).videoIds);

  it('once it was scrolled past (rule 14.9)', async () => {
    let scrollPast: (row: Element) => void = () => undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: object[]) => void) {
          scrollPast = (target) =>
            tell([{ isIntersecting: false, boundingClientRect: { bottom: -1 }, target }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    // Uses ids of its own, because requests from an earlier test may still arrive.
    fresh = [aFresh(21), aFresh(22)];
    open();
    const second = await row('Video 22');
    expect(within(second).getByText('Not seen yet')).toBeInTheDocument();
    act(() => scrollPast(second));
    await waitFor(() => expect(within(second).queryByText('Not seen yet')).toBeNull(), {
      timeout: 30_000,
    });
    await waitFor(() => expect(seen()).toContain(22), { timeout: 30_000 });
    expect(seen()).not.toContain(21);
  });

  it('once it was opened (rule 14.9)', async () => {
    fresh = [aFresh(31), aFresh(32)];
    const { user } = open();
    await row('Video 31');
    await user.keyboard('jo');
    expect(await screen.findByRole('dialog', { name: 'Video 31' })).toBeInTheDocument();
    await waitFor(() => expect(seen().filter((id) => id > 30)).toEqual([31]), {
      timeout: 30_000,
    });
  });
});

it('keeps a standing search with its view filter (rule 14.3)', async () => {
  const kept = { id: 1, q: 'kubernetes', viewCount: null, lastRunAt: null };
  server
    .on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]))
    .on('GET /api/standing-searches', [kept])
    .on('POST /api/standing-searches', () =>
      json({ ...kept, id: 2, viewCount: '1k-10k' }, 201),
    );
  openResults('kubernetes');
  expect(
    await screen.findByRole('button', { name: 'Standing Search Saved' }),
  ).toBeDisabled();
  await select('View Count', '1K - 10K views');
  await press('Search Videos');
  await press('Save as Standing Search');
  await expectNotice('Standing Search Saved');
  expect(server.sent('POST /api/standing-searches')).toEqual([
    { q: 'kubernetes', viewCount: '1k-10k' },
  ]);
});

it('links to channels when nothing is followed', async () => {
  fresh = [];
  total = 0;
  server.on('GET /api/channels', []);
  open();
  expect(await screen.findByText('Follow channels to comment early')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Choose Channels' })).toHaveAttribute(
    'href',
    '/following',
  );
});

it.each([
  ['a channel', [aChannel(1), aChannel(2, { readAt: null })], []],
  ['a standing search', [], [{ id: 1, q: 'eBPF', viewCount: null, lastRunAt: null }]],
])(
  'says that %s is being read for the first time, not that nothing is new (rule 14.8)',
  async (_, channels, searches) => {
    fresh = [];
    total = 0;
    server.on('GET /api/channels', channels).on('GET /api/standing-searches', searches);
    open();
    expect(
      await screen.findByText('Looking at what you follow for the first time'),
    ).toBeInTheDocument();
    expect(
      screen.queryByText('Nothing new in the last two days'),
    ).not.toBeInTheDocument();
  },
);
