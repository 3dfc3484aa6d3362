import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkRun, GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import { openResults } from '../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import type { FakeServer } from '../testing/fake-server.ts';
import { expectLink, expectNotice, press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { BulkProgress, timeLeft } from './bulk-dialog.tsx';

const answer: GenerateBulkResponse = {
  results: [],
  errors: [],
  summary: { successful: 1, skipped: 0, failed: 0, addedToQueue: 0 },
};
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer().on(
    'GET /api/videos/search',
    aSearchAnswer([1, 2, 3].map((id) => aFoundVideo({ id }))),
  );
});

describe('the progress line of a bulk run (rule 2.12)', () => {
  const run: BulkRun = {
    isRunning: true,
    all: 3,
    drafted: 1,
    skipped: 0,
    failed: 0,
    left: [],
    stopped: false,
    restarted: false,
    failure: null,
  };
  const line = () => screen.findByRole('region', { name: 'Bulk drafting' });

  it('shows the progress, and links to the review queue', async () => {
    server.on('GET /api/bulk-run', run);
    openResults();
    expect(await line()).toHaveTextContent('1 of 3 drafted');
    expectLink('Review', '/queue', within(await line()));
  });

  it('stops the run; videos that were not started stay selected', async () => {
    server.on('GET /api/bulk-run', run).on('POST /api/bulk-run/stop', {
      ...run,
      isRunning: false,
      stopped: true,
      left: [2, 3],
    });
    openResults();
    await press('Stop', within(await line()));
    expect(
      await screen.findByText('You stopped it: 2 videos got no draft.'),
    ).toBeInTheDocument();
    expect(
      await screen.findByRole('button', { name: 'Generate 2 Comments' }),
    ).toBeInTheDocument();
  });

  describe('after a restart', () => {
    const left = Array.from({ length: 60 }, (_, id) => id + 1);

    beforeEach(() => {
      server
        .on('GET /api/bulk-run', { ...run, isRunning: false, restarted: true, left })
        .on('POST /api/bulk-run/rest', answer)
        .on('DELETE /api/bulk-run', new Response(null, { status: 204 }));
    });

    it('says how many videos are left', async () => {
      openResults();
      expect(await line()).toHaveTextContent(
        'The server was restarted: 60 videos got no draft.',
      );
    });

    it('drafts them in one request', async () => {
      openResults();
      await press('Draft the Rest (60)', within(await line()));
      await expectNotice('Bulk Generation Complete');
      expect(server.sent('POST /api/bulk-run/rest')).toHaveLength(1);
    });

    it('can be dismissed', async () => {
      openResults();
      await press('Close', within(await line()));
      await waitFor(() =>
        expect(
          screen.queryByRole('region', { name: 'Bulk drafting' }),
        ).not.toBeInTheDocument(),
      );
    });
  });
});

describe('the progress', () => {
  it('starts at 5, grows every second and waits at 90 (rule 4.10)', () => {
    vi.useFakeTimers();
    renderPage(<BulkProgress all={3} />);
    const bar = screen.getByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuenow', '5');
    act(() => vi.advanceTimersByTime(2000));
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    act(() => vi.advanceTimersByTime(60_000));
    expect(bar).toHaveAttribute('aria-valuenow', '90');
  });

  it('uses the singular for one comment', () => {
    renderPage(<BulkProgress all={1} />);
    expect(screen.getByText('Generating 1 comment...')).toBeInTheDocument();
  });

  it.each([
    [40, 0, 10, 'Time left appears after the first draft.'],
    [60, 2, 10, 'About 4 minutes left.'],
    [50, 8, 10, 'Less than a minute left.'],
  ])('says after %i s and %i of %i videos: %s', (seconds, done, all, words) => {
    expect(timeLeft(seconds, done, all)).toBe(words);
  });
});
