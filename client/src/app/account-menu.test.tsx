import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aComment, aPostingStatus, aQueueItem, userSettings } from '../testing/factories.ts';
import { createFrameServer, summaryOf } from '../testing/fake-lists.ts';
import type { FakeServer } from '../testing/fake-server.ts';
import { expectNotice } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { PostingSwitch } from './account-menu.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer().on('GET /api/posting-status', aPostingStatus());
});

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const due = (dueAt: string) =>
  server.on(
    'GET /api/queue/summary',
    summaryOf([aQueueItem({ scheduledFor: dueAt, dueAt, comment: aComment({ status: 'approved' }) })]),
  );

describe('the posting switch', () => {
  it('says when the next comment goes out, with the day unless it is today', async () => {
    due(minutesFromNow(72 * 60));
    const { client } = renderPage(<PostingSwitch />);
    expect(await screen.findByText(/^Next /)).toHaveTextContent(/^Next [A-Z][a-z]{2} \d+ at \d+:\d\d [AP]M$/);
    expect(screen.getByRole('switch', { name: 'Posting' })).toBeChecked();
    due(minutesFromNow(-1));
    await client.invalidateQueries({ queryKey: ['queue', 'summary'] });
    expect(await screen.findByText('Next in a moment')).toBeInTheDocument();
    server.on('GET /api/queue/summary', summaryOf([]));
    await client.invalidateQueries({ queryKey: ['queue', 'summary'] });
    expect(await screen.findByText('Nothing is scheduled')).toBeInTheDocument();
  });

  it.each([
    [{ code: 'posting_paused' }, 'Automatic posting is paused'],
    [{ code: 'quota_spent', until: minutesFromNow(72 * 60) }, /^Resumes [A-Z][a-z]{2} \d+ at /],
    [{ code: 'needs_reauth' }, 'Posting needs you'],
    [{ hold: { code: 'server_error', reason: 'Away.', attempts: 1, nextTryAt: null } }, 'Posting is on hold'],
  ])('says what holds posting: %o', async (status, words) => {
    server.on('GET /api/posting-status', aPostingStatus({ state: 'paused', ...status }));
    renderPage(<PostingSwitch />);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('pauses and resumes; a failure says so and leaves it as it was', async () => {
    server.on('PUT /api/user-settings', () => new Response(null, { status: 500 }));
    const { user } = renderPage(<PostingSwitch />);
    const posting = screen.getByRole('switch', { name: 'Posting' });
    await waitFor(() => expect(posting).toBeChecked());
    await user.click(posting);
    await expectNotice('Error', 'Failed to update settings');
    expect(posting).toBeChecked();
    const paused = userSettings({ postingPaused: true });
    server.on('PUT /api/user-settings', paused).on('GET /api/user-settings', paused);
    await user.click(posting);
    await waitFor(() => expect(posting).not.toBeChecked());
    expect(server.sent('PUT /api/user-settings').at(-1)).toEqual({
      autoQueueEnabled: true,
      postingPaused: true,
    });
  });
});
