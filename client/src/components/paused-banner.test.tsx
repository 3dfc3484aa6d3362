import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawn } from '../testing/drawn.ts';
import { aPostingStatus, userSettings } from '../testing/factories.ts';
import { createFakeServer, type FakeServer, held, json } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render.tsx';
import { PausedBanner } from './paused-banner.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFakeServer().on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }));
});

describe('the paused banner', () => {
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
    const { user } = renderPage(<PausedBanner everyReason />, '/scheduled');
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
    const { client } = renderPage(<PausedBanner everyReason />, '/scheduled');
    const words = 'The quota is used up. Resumes Nov 22, 2026, 8:00 AM.';
    expect(await screen.findByText(/The quota is used up\./)).toHaveTextContent(words);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    server.on('GET /api/posting-status', aPostingStatus({ state: 'paused', code: 'daily_cap' }));
    await client.invalidateQueries({ queryKey: ['posting-status'] });
    expect(await screen.findByRole('link', { name: 'Change the Limit' })).toHaveAttribute(
      'href',
      '/settings',
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
    const { client } = renderPage(<PausedBanner everyReason />, '/queue');
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

  it.each([
    ['the sign-in card says', true, 'needs_reauth', false],
    ['the limit holds back, where posting is the matter', true, 'daily_cap', true],
    ['the limit holds back, elsewhere', false, 'daily_cap', false],
    ['the person has switched off, elsewhere', false, 'posting_paused', true],
  ] as const)('is told or not: what %s', async (_, everyReason, code, told) => {
    const paused = aPostingStatus({ state: 'paused', code, reason: 'This is why.' });
    server.on('GET /api/posting-status', paused);
    const { client } = renderPage(<PausedBanner everyReason={everyReason} />, '/history');
    await waitFor(() => expect(client.getQueryData(['posting-status'])).toEqual(paused));
    await drawn();
    expect(screen.queryAllByText('This is why.')).toHaveLength(told ? 1 : 0);
  });
});
