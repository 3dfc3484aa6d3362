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
    let isPaused = true;
    server
      .on('GET /api/posting-status', () =>
        json(isPaused ? aPostingStatus({ state: 'paused', code: 'posting_paused' }) : aPostingStatus()),
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
      isPaused = false;
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

  it('advises to pause once two comments are hidden, and pauses (rule 13.24)', async () => {
    let isPaused = false;
    const pausedStatus = aPostingStatus({ state: 'paused', code: 'posting_paused', reason: 'Paused.' });
    server
      .on('GET /api/outcomes/summary', { hiddenThisWeek: 1, newReplies: 0 })
      .on('GET /api/posting-status', () => json(isPaused ? pausedStatus : aPostingStatus()))
      .on('PUT /api/user-settings', () => {
        isPaused = true;
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

  const lost = aTokenStatus({ needsReauth: true });
  const endingSoon = aTokenStatus({ grantExpiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  const paused = (code: 'quota_spent' | 'needs_reauth') =>
    aPostingStatus({ state: 'paused', code, reason: 'This is why.' });

  it.each([
    [
      'a lost sign-in before what else holds posting',
      lost,
      paused('quota_spent'),
      3,
      'Auto-posting may not work',
    ],
    [
      'a pause before a sign-in that ends soon',
      endingSoon,
      paused('quota_spent'),
      0,
      'Automatic posting is paused',
    ],
    ['a sign-in that ends soon', endingSoon, aPostingStatus(), 0, 'Google ends this sign-in soon'],
    [
      'what the sign-in explains by its warning alone',
      lost,
      paused('needs_reauth'),
      0,
      'Auto-posting may not work',
    ],
    ['a lost sign-in before hidden comments', lost, aPostingStatus(), 3, 'Auto-posting may not work'],
    [
      'hidden comments before a sign-in that ends soon',
      endingSoon,
      aPostingStatus(),
      3,
      '3 of your comments are hidden from others this week.',
    ],
  ])('tells %s (rules 2.4, 13.24)', async (_, token, posting, hiddenThisWeek, title) => {
    server
      .on('GET /api/auth/token-status', token)
      .on('GET /api/posting-status', posting)
      .on('GET /api/outcomes/summary', { hiddenThisWeek, newReplies: 0 });
    renderPage(<PageBanner />, '/history');
    expect(await screen.findByText(title)).toBeInTheDocument();
    const others = /^(Auto-posting may not|Automatic posting is|Google ends this|3 of your comments)/;
    expect(screen.getAllByText(others)).toHaveLength(1);
  });
});
