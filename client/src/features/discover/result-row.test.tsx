import '../../drafting/bulk-dialog.tsx';
import '../../drafting/generate-dialog.tsx';
import '../../drafting/video-dialog.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type FoundVideo,
  untoldType,
  type VideoCommentStatus,
} from '#shared/contracts/videos.ts';
import { ResultRow } from '../../drafting/result-row.tsx';
import type { Selection } from '../../drafting/video-selection.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aSearchAnswer,
  someInsights,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { createFakeServer, type FakeServer } from '../../testing/fake-server.ts';
import { expectFacts, expectLink, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';

const commentedOn = (status: VideoCommentStatus['status']) => {
  const postedAt = status === 'posted' ? '2026-11-20T09:00:00.000Z' : null;
  return aCommentState(aComment({ status, postedAt })).commentStatus;
};

describe('result row', () => {
  const nothing = () => undefined;
  const on = { onGenerate: nothing, onView: nothing };
  const selection: Selection = {
    selected: new Set(),
    openIds: [],
    toggle: nothing,
    select: nothing,
    clear: nothing,
  };

  let server: FakeServer;

  beforeEach(() => {
    server = createFakeServer();
  });

  function row(video: Partial<FoundVideo>) {
    renderPage(<ResultRow video={aFoundVideo(video)} selection={selection} on={on} />);
    return screen;
  }

  const commented = (status: VideoCommentStatus['status']): Partial<FoundVideo> => ({
    generatedComment: { id: 11 },
    commentStatus: commentedOn(status),
  });

  it.each<[string, Partial<FoundVideo>, string[]]>([
    ['nothing yet', {}, ['Generate Comment']],
    [
      'a draft',
      commented('pending'),
      ['View Comment', 'Add to Queue', 'Discard', 'Generate Comment (off)'],
    ],
    [
      'a rejected comment',
      commented('rejected'),
      ['View Comment', 'Add to Queue', 'Generate Comment (off)'],
    ],
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
    [
      'a posted comment',
      commented('posted'),
      ['View Comment', 'Generate Comment (off)', 'Already Posted'],
    ],
    [
      'comments off',
      { commentsOff: true },
      ['Generate Comment (off)', 'Comments are off'],
    ],
    [
      'gone from YouTube',
      { available: false },
      ['Generate Comment (off)', 'No longer available'],
    ],
  ])('offers the actions of a video with %s (rule 2.9)', (_, video, offered) => {
    const shown = row(video);
    const buttons = [
      'View Comment',
      'Add to Queue',
      'Discard',
      'Generate Comment',
    ].flatMap((name) => {
      const button = shown.queryByRole<HTMLButtonElement>('button', { name });
      return button ? [button.disabled ? `${name} (off)` : name] : [];
    });
    const words = [
      'In Queue',
      'Already Posted',
      'Comments are off',
      'No longer available',
    ];
    expect([...buttons, ...words.filter((text) => shown.queryByText(text))]).toEqual(
      offered,
    );
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
    for (const topic of ['Docker', 'Kubernetes', 'React'])
      expect(shown.getByText(topic)).toBeInTheDocument();
    expect(shown.queryByText('Python')).not.toBeInTheDocument();
  });

  it('shows the description', () => {
    const shown = row({});
    expect(
      shown.getByText('Rolling updates, probes and what goes wrong with them.'),
    ).toBeInTheDocument();
  });

  it('explains the match with its estimates (rule 2.9)', async () => {
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
  });

  it('labels the estimates as made by Chime In (rule 8.4)', async () => {
    const shown = row({ contentInsights: someInsights(), engagementScore: 77 });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    expect(
      await shown.findByText(
        'How it fits you, by our estimate, from title, channel and description. No YouTube figures go into it.',
      ),
    ).toBeInTheDocument();
  });

  it('shows the default match, as badge and text, when the server sends none (rule 2.9)', async () => {
    const shown = row({
      contentInsights: someInsights(),
      engagementScore: 77,
      matchScore: null,
    });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    expect(await shown.findByText(/^85% Match: its title/)).toBeInTheDocument();
    expect(shown.getByText('85% Match')).toBeInTheDocument();
    expect(shown.queryByText(/null/)).not.toBeInTheDocument();
  });

  it('shows no type and difficulty unless a model gave them', async () => {
    const shown = row({
      contentInsights: someInsights({ videoType: untoldType }),
      engagementScore: 77,
    });
    fireEvent.click(shown.getByRole('button', { name: 'Why this match' }));
    expect(await shown.findByText('Comment opportunity')).toBeInTheDocument();
    expect(shown.queryByText(/Video type|Comment difficulty/)).not.toBeInTheDocument();
  });

  it.each([{ contentInsights: someInsights() }, { engagementScore: 77 }])(
    'has no insights panel with only insights or only a score (rule 2.9)',
    (half) => {
      expect(
        row(half).queryByRole('button', { name: 'Why this match' }),
      ).not.toBeInTheDocument();
    },
  );

  it('warns of a channel commented on within seven days, but not on that video (rule 2.9)', async () => {
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    server.on('GET /api/channels/commented', [
      { channelId: 'UC-lately', postedAt, scheduledFor: [] },
    ]);
    const videos = [
      aFoundVideo({ id: 1, title: 'Lately', channelId: 'UC-lately' }),
      aFoundVideo({ id: 2, title: 'Elsewhere', channelId: 'UC-other' }),
      aFoundVideo({
        id: 3,
        title: 'That one',
        channelId: 'UC-lately',
        ...commented('posted'),
      }),
    ];
    renderPage(
      videos.map((video) => (
        <ResultRow key={video.id} video={video} selection={selection} on={on} />
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
    last: {
      postedAt: new Date(Date.now() - 20.5 * 86_400_000).toISOString(),
      content: 'Which one?',
    },
  };
  const results = [
    aFoundVideo({
      id: 1,
      title: 'Known',
      channelId: 'UC-known',
      channelTitle: 'Cluster Notes',
    }),
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
    const line = await screen.findByRole('button', {
      name: /^You and Cluster Notes: 2 comments/,
    });
    expect(line.closest('li')).toHaveTextContent('Known');
    expect(screen.getAllByRole('button', { name: /^You and/ })).toHaveLength(1);
    const asked = server.calls.filter(({ path }) => path === '/api/channels/relations');
    expect(asked.map(({ query }) => query)).toEqual([{ ids: '1,2' }]);
  });

  it('opens below its row', async () => {
    await openResults();
    await press(/^You and Cluster Notes/);
    expectLink('See them in History', '/history?status=posted&channel=Cluster+Notes');
  });

  it('opens from the warning while there is one (rule 2.9)', async () => {
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    server.on('GET /api/channels/commented', [
      { channelId: 'UC-known', postedAt, scheduledFor: [] },
    ]);
    await openResults();
    await press('You commented on this channel 3 days ago');
    expect(screen.getByText(/2 comments since/)).toHaveTextContent(
      /1 answered by the creator, last 20 days ago/,
    );
  });
});
