import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  createHistoryServer,
  listRequests,
  numbered,
} from '../../testing/fake-history.ts';
import { databaseAway, type FakeServer } from '../../testing/fake-server.ts';
import { cardOf, drawn, giveRowsHeight, press, scrollToRow } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];
beforeEach(() => {
  server = createHistoryServer(() => comments);
});

const asked = () => listRequests(server);

describe('long history', () => {
  const pagesAsked = () => asked().map(({ cursor = '0', limit }) => `${cursor}+${limit}`);

  beforeEach(() => {
    giveRowsHeight();
    comments = Array.from({ length: 150 }, (_, index) => numbered(index + 1));
  });

  async function openHistory() {
    const page = renderPage(<HistoryPage />, '/history');
    await screen.findByRole('article', { name: 'Video number 150' });
    return page;
  }

  it('loads fifty rows at first', async () => {
    await openHistory();
    await drawn();
    expect(asked()).toEqual([{ sort: 'newest', fields: 'row', limit: '50' }]);
  });

  it('counts all comments', async () => {
    await openHistory();
    expect(screen.getByRole('link', { name: 'Comments 150' })).toBeInTheDocument();
    expect(screen.getByText('Showing 150 of 150 comments')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '150');
  });

  it('loads nothing more while the end is far', async () => {
    await openHistory();
    scrollToRow(20);
    await drawn();
    expect(pagesAsked()).toEqual(['0+50']);
  });

  it('loads fifty more near the end, until all are loaded', async () => {
    await openHistory();
    scrollToRow(40);
    await screen.findByRole('article', { name: 'Video number 110' });
    await waitFor(() => expect(pagesAsked()).toEqual(['0+50', '50+50']));
    scrollToRow(90);
    await screen.findByRole('article', { name: 'Video number 60' });
    await waitFor(() => expect(pagesAsked()).toEqual(['0+50', '50+50', '100+50']));
    scrollToRow(140);
    expect(
      await screen.findByRole('article', { name: 'Video number 1' }),
    ).toBeInTheDocument();
    await drawn();
    expect(pagesAsked()).toHaveLength(3);
  });

  it('says that the next rows could not be loaded, and waits for the user', async () => {
    await openHistory();
    server.once('GET /api/comments', databaseAway());
    scrollToRow(38);
    expect(
      await screen.findByText('The next ones could not be loaded.'),
    ).toBeInTheDocument();
    scrollToRow(40);
    await drawn();
    expect(pagesAsked()).toEqual(['0+50', '50+50']);
  });

  it('loads the next rows on Try Again', async () => {
    await openHistory();
    server.once('GET /api/comments', databaseAway());
    scrollToRow(38);
    await press('Try Again');
    scrollToRow(60);
    expect(
      await screen.findByRole('article', { name: 'Video number 90' }),
    ).toBeInTheDocument();
    expect(
      screen.queryByText('The next ones could not be loaded.'),
    ).not.toBeInTheDocument();
    expect(pagesAsked()).toEqual(['0+50', '50+50', '50+50']);
  });

  describe('an open row whose rest could not be loaded', () => {
    async function openBrokenRow() {
      await openHistory();
      server.once('GET /api/comments', databaseAway());
      const row = await cardOf('Video number 149');
      await press('Video number 149', row);
      expect(await row.findByText('The database is away.')).toBeInTheDocument();
      return row;
    }

    it('shows what the list knows of it', async () => {
      const row = await openBrokenRow();
      expect(row.getByText('Text number 149')).toBeInTheDocument();
    });

    it('loads the rest on Try Again', async () => {
      const row = await openBrokenRow();
      await press('Try Again', row);
      expect(
        await row.findByRole('heading', { name: 'AI Analysis' }),
      ).toBeInTheDocument();
    });
  });
});
