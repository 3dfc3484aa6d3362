import '../../drafting/bulk-dialog.tsx';
import '../../drafting/generate-dialog.tsx';
import '../../drafting/video-dialog.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import { type FoundVideo, untoldType, type VideoCommentStatus } from '#shared/contracts/videos.ts';
import { startLiveUpdates } from '../../api/live.ts';
import { ResultRow } from '../../drafting/result-row.tsx';
import { createDraftServer, openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
  someInsights,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { createFakeServer, type FakeServer, installFakeEventSource } from '../../testing/fake-server.ts';
import { expectFacts, expectLink } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { defaultSort, type Sort, sorted } from './discover-search.ts';

const commentedOn = (status: VideoCommentStatus['status']) => {
  const postedAt = status === 'posted' ? '2026-11-20T09:00:00.000Z' : null;
  return aCommentState(aComment({ status, postedAt })).commentStatus;
};

describe('result row', () => {
  const nothing = () => undefined;
  const on = { onGenerate: nothing, onView: nothing, onAddToQueue: nothing };

  let server: FakeServer;

  beforeEach(() => {
    server = createFakeServer();
  });

  function row(video: Partial<FoundVideo>) {
    renderPage(
      <ResultRow video={aFoundVideo(video)} selection={{ isOn: false, onToggle: nothing }} on={on} />,
    );
    return screen;
  }

  const commented = (status: VideoCommentStatus['status']): Partial<FoundVideo> => ({
    generatedComment: { id: 11 },
    commentStatus: commentedOn(status),
  });

  it.each<[string, Partial<FoundVideo>, string[]]>([
    ['nothing yet', {}, ['Generate Comment']],
    ['a draft', commented('pending'), ['View Comment', 'Add to Queue', 'Discard', 'Generate Comment (off)']],
    ['a rejected comment', commented('rejected'), ['View Comment', 'Add to Queue', 'Generate Comment (off)']],
    [
      'a queued draft',
      { ...commented('pending'), inQueue: true },
      ['View Comment', 'Generate Comment (off)', 'In Queue'],
    ],
    [
      'a queued comment',
      { ...commented('approved'), inQueue: true },
      ['View Comment', 'Generate Comment (off)', 'In Queue'],
    ],
    ['a posted comment', commented('posted'), ['View Comment', 'Generate Comment (off)', 'Already Posted']],
    ['comments off', { commentsOff: true }, ['Generate Comment (off)', 'Comments are off']],
    ['gone from YouTube', { available: false }, ['Generate Comment (off)', 'No longer available']],
  ])('offers the actions of a video with %s (rule 2.9)', (_, video, offered) => {
    const shown = row(video);
    const buttons = ['View Comment', 'Add to Queue', 'Discard', 'Generate Comment'].flatMap((name) => {
      const button = shown.queryByRole<HTMLButtonElement>('button', { name });
      return button ? [button.disabled ? `${name} (off)` : name] : [];
    });
    const words = ['In Queue', 'Already Posted', 'Comments are off', 'No longer available'];
    expect([...buttons, ...words.filter((text) => shown.queryByText(text))]).toEqual(offered);
    const reason = video.commentsOff ? 'Comments are off for this video' : '';
    expect(shown.getByRole('button', { name: 'Generate Comment' }).title).toBe(reason);
  });

  it.each([
    [[], null],
    [['GitOps'], 'Matches GitOps'],
    [['GitOps', 'golden paths', 'cost', 'Go'], 'Matches GitOps, golden paths, cost'],
  ])('explains why a video matches: %j', (matchedTopics, words) => {
    const reason = row({ matchedTopics }).getByText(/^Matches|^Not about your areas/);
    expect(reason.textContent).toBe(words ?? 'Not about your areas');
  });

  it('shows at most three topics (rules 2.9, 9.4)', () => {
    const shown = row({ tags: ['Docker', 'Kubernetes', 'React', 'Python'] });
    expect(shown.getByText('React')).toBeInTheDocument();
    expect(shown.queryByText('Python')).not.toBeInTheDocument();
    expect(shown.getByText('Rolling updates, probes and what goes wrong with them.')).toBeInTheDocument();
  });

  it('labels each estimate as made by Chime In (rules 2.9, 8.4)', async () => {
    const shown = row({ contentInsights: someInsights(), engagementScore: 77 });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    await shown.findByText(/% Match: its title/);
    expectFacts({
      'Video type': 'Tutorial',
      'Comment difficulty': 'easy',
      'Comment opportunity': 'high',
      'Key topics': 'Readiness probes',
      'AI recommendations': 'Ask how it behaves under load',
    });
    expect(shown.getByRole('progressbar', { name: 'Engagement score' })).toHaveAttribute(
      'aria-valuenow',
      '77',
    );
    expect(
      shown.getByText(
        'How it fits you, by our estimate, from title, channel and description. No YouTube figures go into it.',
      ),
    ).toBeInTheDocument();
  });

  it('shows the default match, as badge and text, when the server sends none (rule 2.9)', async () => {
    const shown = row({ contentInsights: someInsights(), engagementScore: 77, matchScore: null });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    expect(await shown.findByText(/^85% Match: its title/)).toBeInTheDocument();
    expect(shown.getByText('85% Match')).toBeInTheDocument();
    expect(shown.queryByText(/null/)).not.toBeInTheDocument();
  });

  it('shows no type and difficulty unless a model gave them', async () => {
    const shown = row({ contentInsights: someInsights({ videoType: untoldType }), engagementScore: 77 });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    expect(await shown.findByText('Comment opportunity')).toBeInTheDocument();
    expect(shown.queryByText(/Video type|Comment difficulty/)).not.toBeInTheDocument();
  });

  it.each([{ contentInsights: someInsights() }, { engagementScore: 77 }])(
    'has no insights panel with only insights or only a score (rule 2.9)',
    (half) => {
      expect(row(half).queryByRole('button', { name: 'Why this match' })).not.toBeInTheDocument();
    },
  );

  it('warns of a channel commented on within seven days, but not on that video (rule 2.9)', async () => {
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    server.on('GET /api/channels/commented', [{ channelId: 'UC-lately', postedAt, scheduledFor: [] }]);
    const videos = [
      aFoundVideo({ id: 1, title: 'Lately', channelId: 'UC-lately' }),
      aFoundVideo({ id: 2, title: 'Elsewhere', channelId: 'UC-other' }),
      aFoundVideo({ id: 3, title: 'That one', channelId: 'UC-lately', ...commented('posted') }),
    ];
    renderPage(
      videos.map((video) => (
        <ResultRow key={video.id} video={video} selection={{ isOn: false, onToggle: nothing }} on={on} />
      )),
    );
    const warnings = await screen.findAllByText(/^You commented on this channel/);
    expect(warnings.map((warning) => warning.textContent)).toEqual([
      'You commented on this channel 3 days ago',
    ]);
    expect(warnings[0]?.closest('li')).toHaveTextContent('Lately');
  });
});

describe('the relation with a channel (rule 13.29)', () => {
  const relation = {
    channelId: 'UC-known',
    comments: 2,
    repliedByCreator: 1,
    since: new Date(Date.now() - 90 * 86_400_000).toISOString(),
    last: { postedAt: new Date(Date.now() - 20.5 * 86_400_000).toISOString(), content: 'Which one?' },
  };
  const results = [
    aFoundVideo({ id: 1, title: 'Known', channelId: 'UC-known', channelTitle: 'Cluster Notes' }),
    aFoundVideo({ id: 2, title: 'New', channelId: 'UC-new' }),
  ];
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer()
      .on('GET /api/videos/search', aSearchAnswer(results))
      .on('GET /api/channels/relations', [relation]);
  });

  it('is requested for all results at once, and shown in the rows of that channel', async () => {
    await openResults();
    const line = await screen.findByRole('button', { name: /^You and Cluster Notes: 2 comments/ });
    expect(line.closest('li')).toHaveTextContent('Known');
    expect(screen.getAllByRole('button', { name: /^You and/ })).toHaveLength(1);
    const asked = server.calls.filter(({ path }) => path === '/api/channels/relations');
    expect(asked.map(({ query }) => query)).toEqual([{ ids: '1,2' }]);
  });

  it('opens below its row', async () => {
    const { user } = await openResults();
    await user.click(await screen.findByRole('button', { name: /^You and Cluster Notes/ }));
    expectLink('See them in History', '/history?status=posted&channel=Cluster+Notes');
  });

  it('opens from the warning while there is one (rule 2.9)', async () => {
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    server.on('GET /api/channels/commented', [{ channelId: 'UC-known', postedAt, scheduledFor: [] }]);
    const { user } = await openResults();
    await user.click(await screen.findByRole('button', { name: 'You commented on this channel 3 days ago' }));
    expect(screen.getByText(/2 comments since/)).toHaveTextContent(
      /1 answered by the creator, last 20 days ago/,
    );
  });
});

describe('list keys', () => {
  beforeEach(() => {
    const videos = ['One', 'Two', 'Off'].map((title, index) =>
      aFoundVideo({ id: index + 1, title, commentsOff: title === 'Off' }),
    );
    createFrameServer().on('GET /api/videos/search', aSearchAnswer(videos));
  });

  async function inList() {
    const page = openResults();
    await screen.findByRole('heading', { name: 'One' });
    await page.user.keyboard('{ArrowDown}');
    return page;
  }
  const focused = () => document.activeElement?.closest('li')?.querySelector('h2')?.textContent ?? null;

  it('moves with j and k, selects with x, generates with g and finds with /', async () => {
    const { user } = await inList();
    expect(focused()).toBe('One');
    await user.keyboard('jj');
    expect(focused()).toBe('Off');
    await user.keyboard('jkk');
    expect(focused()).toBe('One');
    await user.keyboard('xjx');
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.keyboard('x');
    expect(screen.getByRole('checkbox', { name: 'Select One' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select Two' })).not.toBeChecked();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('jx');
    expect(screen.getByRole('searchbox')).toHaveValue('probesjx');
  });

  it('accepts keys after a click on a checkbox', async () => {
    const { user } = await inList();
    await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
    await user.keyboard('j');
    expect(focused()).toBe('Off');
  });

  it('generates for the selected videos, or else for the focused row if it can have a comment', async () => {
    const { user } = await inList();
    await user.keyboard('jjg');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('kg');
    expect(await screen.findByRole('dialog', { name: 'Generate Comment' })).toHaveTextContent('Two');
    await user.keyboard('{Escape}');
    await expect.poll(focused).toBe('Two');
    await user.keyboard('xg');
    expect(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' })).toBeInTheDocument();
  });
});

describe('choosing among results (rules 2.6, 2.8)', () => {
  const found = [
    aFoundVideo({ id: 1, title: 'Closed', commentsOff: true, matchScore: 99 }),
    aFoundVideo({ id: 2, title: 'Written on', matchScore: 90, commentStatus: commentedOn('pending') }),
    aFoundVideo({ id: 3, title: 'Deutsch', matchScore: 80, language: 'de-DE' }),
    aFoundVideo({ id: 4, title: 'Last', matchScore: 70 }),
  ];
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  async function results(videos = found) {
    createFrameServer().on('GET /api/videos/search', aSearchAnswer(videos));
    const page = openResults();
    await screen.findByRole('heading', { name: 'Last' });
    return page;
  }

  it('lists videos that cannot be commented on last, and leaves them out of Select All', async () => {
    const { user } = await results();
    expect(titles()).toEqual(['Written on', 'Deutsch', 'Last', 'Closed']);
    expect(screen.getByRole('checkbox', { name: 'Select Closed' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }));
    expect(screen.getByRole('button', { name: 'Generate 3 Comments' })).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }));
    expect(screen.queryByRole('button', { name: /^Generate \d/ })).not.toBeInTheDocument();
  });

  it('selects and deselects a range with Shift', async () => {
    const { user } = await results();
    const box = (title: string) => screen.getByRole('checkbox', { name: `Select ${title}` });
    await user.click(box('Written on'));
    expect(screen.getByRole('checkbox', { name: 'Select All' })).toBePartiallyChecked();
    await user.keyboard('{Shift>}');
    await user.click(box('Last'));
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.click(box('Deutsch'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    expect(box('Written on')).toBeChecked();
  });

  it('filters the results without another search, and keeps the filter in the address', async () => {
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Not commented yet' }));
    expect(titles()).toEqual(['Deutsch', 'Last', 'Closed']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'German');
    expect(titles()).toEqual(['Deutsch']);
    expect(window.location.search).toContain('uncommented=true&language=de');
    expect(screen.getByText('Showing 1-1 of 4 results')).toBeInTheDocument();
    expect(screen.queryByText('by YouTube’s count')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(titles()).toHaveLength(4);
  });

  it('shows a link to add subjects instead of a percentage when there are none (rule 2.9)', async () => {
    const commentStatus = commentedOn('pending');
    const { user } = await results([aFoundVideo({ title: 'Last', hasMatch: false, commentStatus })]);
    expect(screen.queryByText(/% Match/)).not.toBeInTheDocument();
    expectLink('Add expertise areas to see what fits', '/discover?setup=open');
    await user.click(screen.getByRole('button', { name: 'Not commented yet' }));
    expect(screen.getByText('Showing 0 of 1 results')).toBeInTheDocument();
  });
});

describe('discover dialogs', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  let server: FakeServer;

  beforeEach(() => {
    const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
    server = createDraftServer(drafted).on('GET /api/videos/search', aSearchAnswer([video]));
  });

  it('opened by an address, the generate dialog waits for a press (rule 2.11)', async () => {
    const { user } = openResults();
    await screen.findByRole('button', { name: 'Generate Comment' });
    window.history.pushState(null, '', `${window.location.pathname}?q=probes&generate=7`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.sent('POST /api/comments/generate')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
    expect(await screen.findByDisplayValue('A drafted text.')).toBeInTheDocument();
  });

  it('closes the bulk dialog on Back, and neither Forward nor an address starts a run (rule 2.12)', async () => {
    const { user } = openResults();
    await user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
    await user.click(screen.getByRole('button', { name: 'Generate 1 Comment' }));
    await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/discover');
    expect(screen.getByRole('button', { name: 'Generate 1 Comment' })).toBeInTheDocument();
    window.history.forward();
    await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
    window.history.pushState(null, '', '/discover?q=probes&bulk=8');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    window.history.pushState(null, '', '/discover?q=probes&bulk=7-8');
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }));
    expect(dialog.getByText('1 video selected')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/generate-bulk')).toEqual([]);
  });
});

describe('found comments', () => {
  const video = aFoundVideo({ id: 7, title: 'Followed' });
  const pending = aComment({ id: 70, video });
  const queued = (over: Partial<Comment> = {}, item: Partial<QueueItem> = {}) =>
    aQueueItem({ comment: { ...pending, ...over }, ...item });

  async function listening() {
    const server = createFrameServer()
      .on('GET /api/videos/search', aSearchAnswer([video]))
      .on('GET /api/videos/comment-states', [noCommentState(video.id)]);
    const source = installFakeEventSource();
    const { client, user } = openResults();
    const row = within(await screen.findByRole('listitem', { name: 'Followed' }));
    onTestFinished(startLiveUpdates(client));
    await expect.poll(() => source.opened.length).toBe(1);
    return {
      row,
      user,
      spent: () => server.calls.filter(({ path }) => path === '/api/videos/search').length,
      /** Simulates a change by another tab or by the posting loop. */
      hears(comment: Comment, item: QueueItem | null = null) {
        server.on('GET /api/videos/comment-states', [aCommentState(comment, item)]);
        act(() => source.opened[0]?.changed({ comments: [comment.id], videos: [video.id] }));
      },
    };
  }

  const posted = { status: 'posted', postedAt: '2026-11-22T10:00:05.000Z' } as const;
  const scheduledFor = '2026-11-22T10:00:00.000Z';

  it('shows whether a comment is drafted, queued, scheduled or posted, without another search', async () => {
    const { row, hears, spent } = await listening();
    const approved = { ...pending, status: 'approved' } as const;
    const steps: [Comment, QueueItem | null, RegExp, string[]][] = [
      [pending, null, /needs review$/, ['View Comment', 'Add to Queue']],
      [pending, queued(), /needs review$/, ['View Comment', 'In Queue']],
      [approved, queued({ status: 'approved' }), /^Comment ready to post/, ['View Comment', 'In Queue']],
      [
        approved,
        queued({ status: 'approved' }, { scheduledFor }),
        /^Scheduled for .*10:00 AM$/,
        ['View Comment', 'In Queue'],
      ],
      [
        { ...pending, ...posted },
        null,
        /^Already commented on Nov 22, 2026$/,
        ['View Comment', 'Already Posted'],
      ],
    ];
    for (const [comment, item, badge, offered] of steps) {
      hears(comment, item);
      const words = ['View Comment', 'Add to Queue', 'In Queue', 'Already Posted'];
      await waitFor(() => expect(words.filter((word) => row.queryByText(word))).toEqual(offered));
      expect(await row.findByText(badge)).toBeInTheDocument();
      expect(row.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
    }
    expect(spent()).toBe(1);
  });

  it('leave the selection once they were drafted meanwhile (rule 2.8)', async () => {
    const { row, user, hears } = await listening();
    await user.click(row.getByRole('checkbox'));
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    hears(pending);
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument());
    expect(row.getByRole('checkbox')).not.toBeChecked();
  });

  it('keep their row as it is behind the dialog that drafts, so that no other row moves', async () => {
    const { row, user, hears } = await listening();
    await user.click(row.getByRole('button', { name: 'Generate Comment' }));
    await screen.findByRole('dialog', { name: 'Generate Comment' });
    hears(pending);
    await screen.findByRole('dialog');
    expect(row.queryByText('View Comment')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await row.findByText('View Comment')).toBeInTheDocument();
  });

  it('shows that a comment was withdrawn, and can generate another (rule 4.3)', async () => {
    const { row, hears } = await listening();
    hears({ ...pending, ...posted, withdrawnAt: '2026-11-22T11:00:00.000Z' });
    expect(await row.findByText('Withdrawn')).toBeInTheDocument();
    expect(row.queryByText('View Comment')).not.toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Generate Comment' })).toBeEnabled();
  });
});

const found = (id: number, matchScore: number, viewCount: number | null, publishedAt: string) =>
  aFoundVideo({ id, matchScore, viewCount, publishedAt });
const insights = (commentOpportunity: 'high' | 'low', engagementScore: number) => ({
  contentInsights: someInsights({ commentOpportunity }),
  engagementScore,
});
const videos = [
  { ...found(1, 50, 10, '2026-11-01T00:00:00Z'), ...insights('low', 90) },
  found(2, 90, null, '2026-11-03T00:00:00Z'),
  { ...found(3, 50, 30, '2026-11-02T00:00:00Z'), ...insights('high', 10) },
];

it.each<[Sort, number[]]>([
  ['match', [2, 1, 3]],
  ['youtube', [1, 2, 3]],
  ['opportunity', [3, 1, 2]],
  ['date', [2, 3, 1]],
  ['views', [3, 1, 2]],
])('sorts by %s, missing values last and equal ones in their order', (sort, ids) => {
  expect(sorted(videos, sort).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['', 'match'],
  ['relevance', 'youtube'],
  ['date', 'date'],
  ['views', 'views'],
])(
  'keeps the order of the chosen relevance, or else sorts by our match (rule 2.8): %j',
  (relevance, sort) => {
    expect(defaultSort(relevance)).toBe(sort);
  },
);
