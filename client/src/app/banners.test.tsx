import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus, aTokenStatus, userSettings } from '../testing/factories.ts';
import { createFakeServer, type FakeServer, held, json } from '../testing/fake-server.ts';
import { drawn } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { PageBanner } from './banners.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFakeServer()
    .on('GET /api/auth/token-status', aTokenStatus())
    .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }));
});

describe('the banner of a page', () => {
  it('says that there is no network, until there is', async () => {
    server.on('GET /api/posting-status', aPostingStatus());
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderPage(<PageBanner />, '/queue');
    expect(screen.getByText('You are offline')).toBeInTheDocument();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText('You are offline')).not.toBeInTheDocument();
  });

  it('says why posting is paused, and resumes it', async () => {
    let paused = true;
    server
      .on('GET /api/posting-status', () =>
        json(
          paused
            ? aPostingStatus({ state: 'paused', code: 'posting_paused', reason: 'Posting is paused.' })
            : aPostingStatus(),
        ),
      )
      .on('PUT /api/user-settings', () => new Response(null, { status: 500 }));
    const { user } = renderPage(<PageBanner />, '/scheduled');
    expect(await screen.findByText('Automatic posting is paused')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resume Posting' }));
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Error')).toBeInTheDocument();
    expect(toast.getByText('Failed to update settings')).toBeInTheDocument();
    expect(screen.queryByText(/Resumes/)).not.toBeInTheDocument();
    const answer = held(userSettings());
    server.on('PUT /api/user-settings', (call) => {
      paused = false;
      return answer.answer(call);
    });
    await user.click(screen.getByRole('button', { name: 'Resume Posting' }));
    expect(screen.getByRole('button', { name: 'Resume Posting' })).toBeDisabled();
    answer.release();
    await waitFor(() => expect(screen.queryByText('Automatic posting is paused')).not.toBeInTheDocument());
    expect(server.sent('PUT /api/user-settings').at(-1)).toEqual({
      autoQueueEnabled: false,
      postingPaused: false,
    });
  });

  it('says when posting resumes', async () => {
    const until = '2026-11-22T08:00:00.000Z';
    server.on(
      'GET /api/posting-status',
      aPostingStatus({ state: 'paused', code: 'quota_spent', reason: 'The quota is used up.', until }),
    );
    const { client } = renderPage(<PageBanner />, '/scheduled');
    const words = 'The quota is used up. Resumes Nov 22, 2026, 8:00 AM.';
    expect(await screen.findByText(/The quota is used up\./)).toHaveTextContent(words);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    server.on('GET /api/posting-status', aPostingStatus({ state: 'paused', code: 'daily_cap' }));
    await client.invalidateQueries({ queryKey: ['posting-status'] });
    expect(await screen.findByRole('link', { name: 'Change the Limit' })).toHaveAttribute(
      'href',
      '/settings?tab=general',
    );
  });

  it('says why posting is on hold and when the next try is (rule 7.7)', async () => {
    const nextTryAt = '2026-11-22T08:00:00.000Z';
    const why = { code: 'rate_limited_by_youtube', reason: 'YouTube asked to slow down.' };
    const onHold = { state: 'paused', ...why, until: nextTryAt } as const;
    server.on(
      'GET /api/posting-status',
      aPostingStatus({ ...onHold, hold: { ...why, attempts: 2, nextTryAt } }),
    );
    const { client } = renderPage(<PageBanner />, '/queue');
    expect(await screen.findByText('Posting is on hold')).toBeInTheDocument();
    expect(screen.getByText(/slow down/)).toHaveTextContent(
      'YouTube asked to slow down. One comment is tried on Nov 22, 2026, 8:00 AM.',
    );
    server.on(
      'GET /api/posting-status',
      aPostingStatus({ ...onHold, until: null, hold: { ...why, attempts: 1, nextTryAt: null } }),
    );
    await client.invalidateQueries({ queryKey: ['posting-status'] });
    await waitFor(() => expect(screen.queryByText(/is tried at/)).not.toBeInTheDocument());
    expect(screen.getByText('Posting is on hold')).toBeInTheDocument();
  });

  it('says that the sign-in is lost rather than what else holds posting (rule 2.4)', async () => {
    const lost = aTokenStatus({ needsReauth: true });
    const spent = { state: 'paused', code: 'quota_spent', reason: 'The quota is used up.' } as const;
    server.on('GET /api/auth/token-status', lost).on('GET /api/posting-status', aPostingStatus(spent));
    const { client } = renderPage(<PageBanner />, '/history');
    await screen.findByText('Auto-posting may not work');
    expect(screen.queryByText('The quota is used up.')).not.toBeInTheDocument();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    server.on('GET /api/auth/token-status', aTokenStatus({ grantExpiresAt: soon }));
    await client.invalidateQueries({ queryKey: ['auth'] });
    expect(await screen.findByText('The quota is used up.')).toBeInTheDocument();
    expect(screen.queryByText('Google ends this sign-in soon')).not.toBeInTheDocument();
    server.on('GET /api/posting-status', aPostingStatus());
    await client.invalidateQueries({ queryKey: ['posting-status'] });
    expect(await screen.findByText('Google ends this sign-in soon')).toBeInTheDocument();
  });

  it('leaves what the sign-in explains to its warning', async () => {
    const paused = aPostingStatus({ state: 'paused', code: 'needs_reauth', reason: 'This is why.' });
    server.on('GET /api/posting-status', paused);
    const { client } = renderPage(<PageBanner />, '/history');
    await waitFor(() => expect(client.getQueryData(['posting-status'])).toEqual(paused));
    await drawn();
    expect(screen.queryByText('This is why.')).not.toBeInTheDocument();
  });

  it('advises to pause once two comments are hidden, and pauses (rule 13.24)', async () => {
    let paused = false;
    const pausedStatus = aPostingStatus({ state: 'paused', code: 'posting_paused', reason: 'Paused.' });
    server
      .on('GET /api/outcomes/summary', { hiddenThisWeek: 1, newReplies: 0 })
      .on('GET /api/posting-status', () => json(paused ? pausedStatus : aPostingStatus()))
      .on('PUT /api/user-settings', () => {
        paused = true;
        return json(userSettings({ postingPaused: true }));
      });
    const { user, client } = renderPage(<PageBanner />, '/queue');
    await waitFor(() => expect(client.getQueryData(['outcomes', 'summary'])).toBeDefined());
    await drawn();
    expect(screen.queryByText(/hidden from others/)).not.toBeInTheDocument();
    server.on('GET /api/outcomes/summary', { hiddenThisWeek: 2, newReplies: 0 });
    await client.invalidateQueries({ queryKey: ['outcomes'] });
    expect(
      await screen.findByText('Two of your comments are hidden from others this week.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Pause posting until you know why.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show Them' })).toHaveAttribute(
      'href',
      '/history?visibility=only_you',
    );
    await user.click(screen.getByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Automatic posting is paused')).toBeInTheDocument();
    expect(screen.queryByText(/hidden from others/)).not.toBeInTheDocument();
    expect(server.sent('PUT /api/user-settings')).toEqual([{ autoQueueEnabled: false, postingPaused: true }]);
  });

  it('tells of hidden comments behind a lost sign-in, and before one that ends soon (rule 13.24)', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    server
      .on('GET /api/posting-status', aPostingStatus())
      .on('GET /api/auth/token-status', aTokenStatus({ needsReauth: true }))
      .on('GET /api/outcomes/summary', { hiddenThisWeek: 3, newReplies: 0 });
    const { client } = renderPage(<PageBanner />, '/queue');
    await screen.findByText('Auto-posting may not work');
    expect(screen.queryByText(/hidden from others/)).not.toBeInTheDocument();
    server.on('GET /api/auth/token-status', aTokenStatus({ grantExpiresAt: soon }));
    await client.invalidateQueries({ queryKey: ['auth'] });
    expect(
      await screen.findByText('3 of your comments are hidden from others this week.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Google ends this sign-in soon')).not.toBeInTheDocument();
  });
});
