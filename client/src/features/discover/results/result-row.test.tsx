import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { FoundVideo, VideoCommentStatus } from '#shared/contracts/videos.ts';
import { aFoundVideo, someInsights } from '../../../testing/factories.ts';
import { createFakeServer, type FakeServer } from '../../../testing/fake-server.ts';
import { expectFacts } from '../../../testing/page.ts';
import { renderPage } from '../../../testing/render.tsx';
import { ResultRow } from './result-row.tsx';

const nothing = () => undefined;
const on = {
  onGenerate: nothing,
  onGenerateSelected: nothing,
  onView: nothing,
  onAddToQueue: nothing,
  onApproach: nothing,
};

let server: FakeServer;

beforeEach(() => {
  server = createFakeServer();
});

function row(video: Partial<FoundVideo>) {
  renderPage(<ResultRow video={aFoundVideo(video)} selected={false} onToggle={nothing} on={on} />);
  return screen;
}

/** Opens the insights, whose chunk loads first. */
async function openInsights() {
  fireEvent.click(screen.getByRole('button', { name: 'Why this match' }));
  await screen.findByText(/^Insights:/);
}

const commented = (status: VideoCommentStatus['status']): Partial<FoundVideo> => ({
  generatedComment: { id: 11 },
  commentStatus: {
    status,
    postedAt: status === 'posted' ? '2026-11-20T09:00:00.000Z' : null,
    createdAt: '2026-11-20T09:00:00.000Z',
    isScheduled: false,
    scheduledFor: null,
  },
});

it.each<[string, Partial<FoundVideo>, string[]]>([
  ['nothing yet', {}, ['Generate Comment']],
  ['a comment', commented('pending'), ['View Comment', 'Add to Queue', 'Generate Comment (off)']],
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
  const buttons = ['View Comment', 'Add to Queue', 'Generate Comment'].flatMap((name) => {
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
  [['GitOps'], 'Your topic GitOps'],
  [['GitOps', 'golden paths', 'cost', 'Go'], 'Your topics GitOps, golden paths, cost'],
])('says in words why it matches: %j', (matchedTopics, words) => {
  const reason = row({ matchedTopics }).queryByText(/^Your topics?/);
  expect(reason?.textContent ?? null).toBe(words);
});

it('shows three topics at most (rules 2.9, 9.4)', () => {
  const shown = row({ tags: ['Docker', 'Kubernetes', 'React', 'Python'] });
  expect(shown.getByText('React')).toBeInTheDocument();
  expect(shown.queryByText('Python')).not.toBeInTheDocument();
  expect(shown.getByText('Rolling updates, probes and what goes wrong with them.')).toBeInTheDocument();
});

it('labels each estimate as ours (rules 2.9, 8.4)', async () => {
  const shown = row({ contentInsights: someInsights(), engagementScore: 77 });
  await openInsights();
  expectFacts({
    'Video type': 'Tutorial',
    'Comment difficulty': 'Easy',
    'Comment opportunity': 'High',
    'Key topics': 'Readiness probes',
    'AI recommendations': 'Ask how it behaves under load',
  });
  expect(shown.getByText(/^Insights:/)).toHaveTextContent(
    'Insights: engagement 77/100, Tutorial, high opportunity. Fit for you, our estimate.',
  );
  expect(shown.getByRole('progressbar', { name: 'Engagement score' })).toHaveAttribute('aria-valuenow', '77');
  expect(
    shown.getByText(
      'How it fits you, by our estimate, from title, channel and description. No YouTube figures go into it.',
    ),
  ).toBeInTheDocument();
});

it.each([
  ['medium', 'Medium', 'medium', 'Medium'],
  ['hard', 'Hard', 'low', 'Low'],
] as const)(
  'names a difficulty of %s and leaves out empty lists',
  async (difficulty, hard, commentOpportunity, chance) => {
    const lists = { keyTopics: [], suggestedApproach: [] };
    const contentInsights = { ...someInsights(), difficulty, commentOpportunity, ...lists };
    const shown = row({ contentInsights, engagementScore: 0 });
    await openInsights();
    expectFacts({ 'Comment difficulty': hard, 'Comment opportunity': chance });
    expect(shown.queryByText(/^Key topics$|^AI recommendations$/)).not.toBeInTheDocument();
  },
);

it.each([{ contentInsights: someInsights() }, { engagementScore: 77 }])(
  'has no insights panel with only insights or only a score (rule 2.9)',
  (half) => {
    expect(row(half).queryByRole('button', { name: 'Why this match' })).not.toBeInTheDocument();
  },
);

it('warns of a channel commented on within seven days, but not on that video (rule 2.9)', async () => {
  const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  server.on('GET /api/channels/commented', [{ channelId: 'UC-lately', postedAt }]);
  const videos = [
    aFoundVideo({ id: 1, title: 'Lately', channelId: 'UC-lately' }),
    aFoundVideo({ id: 2, title: 'Elsewhere', channelId: 'UC-other' }),
    aFoundVideo({ id: 3, title: 'That one', channelId: 'UC-lately', ...commented('posted') }),
  ];
  renderPage(
    videos.map((video) => (
      <ResultRow key={video.id} video={video} selected={false} onToggle={nothing} on={on} />
    )),
  );
  const warnings = await screen.findAllByText(/^You commented on this channel/);
  expect(warnings.map((warning) => warning.textContent)).toEqual([
    'You commented on this channel 3 days ago',
  ]);
  expect(warnings[0]?.closest('li')).toHaveTextContent('Lately');
});
