import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Relation } from '#shared/contracts/relations.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { expectLink } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { RelationLine, relationText } from './relation-line.tsx';

const now = new Date('2026-11-29T12:00:00.000Z');

const aRelation = (over: Partial<Relation> = {}): Relation => ({
  channelId: 'UC-1',
  comments: 4,
  repliedByCreator: 2,
  since: '2026-05-20T09:00:00.000Z',
  last: {
    postedAt: '2026-11-17T09:00:00.000Z',
    content: 'Which timeout do you give the drain?',
  },
  ...over,
});

const lastAt = (postedAt: string) => ({ last: { postedAt, content: 'Which one?' } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});

describe('the sentence about earlier comments', () => {
  it.each<[string, Partial<Relation>]>([
    ['4 comments since May, 2 answered by the creator, last 12 days ago', {}],
    ['4 comments since May, last 12 days ago', { repliedByCreator: 0 }],
    ['1 comment 12 days ago', { comments: 1, repliedByCreator: 0 }],
    [
      '1 comment 12 days ago, answered by the creator',
      { comments: 1, repliedByCreator: 1 },
    ],
    [
      '4 comments since May 2025, last 12 days ago',
      { repliedByCreator: 0, since: '2025-05-20T09:00:00Z' },
    ],
    [
      '4 comments since May, last today',
      { repliedByCreator: 0, ...lastAt('2026-11-29T08:00:00Z') },
    ],
    [
      '4 comments since May, last 1 day ago',
      { repliedByCreator: 0, ...lastAt('2026-11-28T08:00:00Z') },
    ],
    [
      '4 comments since May, last 2 months ago',
      { repliedByCreator: 0, ...lastAt('2026-09-20T08:00:00Z') },
    ],
  ])('%s (rule 13.29)', (words, over) => {
    expect(relationText(aRelation(over), now)).toBe(words);
  });
});

describe('the line of one video', () => {
  const video = { id: 7, channelId: 'UC-1', channelTitle: 'Cluster Notes' };
  const line = () => screen.findByRole('button', { name: /^You and Cluster Notes/ });

  it('names the channel and ends with the newest comment (rule 13.29)', async () => {
    const server = createFakeServer().on('GET /api/channels/relations', [aRelation()]);
    renderPage(<RelationLine video={video} />);
    expect(await line()).toHaveTextContent(
      'You and Cluster Notes: 4 comments since May, 2 answered by the creator, last 12 days ago: Which timeout do you give the drain?',
    );
    expect(
      server.calls.find(({ path }) => path === '/api/channels/relations')?.query,
    ).toEqual({ ids: '7' });
  });

  it('shows a link to these comments in History when it is opened (rule 13.29)', async () => {
    createFakeServer().on('GET /api/channels/relations', [aRelation()]);
    const { user } = renderPage(<RelationLine video={video} />);
    expect(await line()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await user.click(await line());
    expect(await line()).toHaveAttribute('aria-expanded', 'true');
    expectLink('See them in History', '/history?status=posted&channel=Cluster+Notes');
    await user.click(await line());
    expect(await line()).toHaveAttribute('aria-expanded', 'false');
  });

  it('is not shown when no comment was posted on the channel (rule 13.29)', async () => {
    const server = createFakeServer();
    renderPage(<RelationLine video={video} />);
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
