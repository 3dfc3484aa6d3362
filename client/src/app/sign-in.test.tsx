import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInCanceledKey } from '#shared/contracts/connection.ts';
import { tokenStatusQuery } from '../api/auth.ts';
import { AuthMessages } from '../features/auth/auth-messages.tsx';
import { noteServerReach } from '../lib/server-reach.ts';
import { aSandbox, aTokenStatus, signedIn, signedOut } from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { brokenOff, type FakeServer, held, json, problem } from '../testing/fake-server.ts';
import { expectNotice, expectPolicyLinks } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { PageGate } from './routes.tsx';
import { PageBanner } from './signed-in.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer().on('GET /api/auth/token-status', aTokenStatus());
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
});

const show = () =>
  renderPage(
    <>
      <AuthMessages />
      <PageGate title="Discover Videos" skeleton="Loading the search">
        <PageBanner />
      </PageGate>
    </>,
  );

const say = (data: string, origin = window.location.origin) =>
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin }));
  });

describe('signing in', () => {
  it('says when signing in failed, and ignores messages from other origins (rule 11.1)', async () => {
    server.on('GET /api/auth/user', { ...signedOut(), sandbox: aSandbox() });
    show();
    await screen.findByText('YouTube Authentication Required');
    expectPolicyLinks();
    expect(screen.getByText(/^Accounts and videos are invented\. Nothing reaches/)).toBeInTheDocument();
    say('auth-error', 'https://elsewhere.test');
    say('something else');
    expect(screen.queryByText('Authentication Failed')).not.toBeInTheDocument();
    say('auth-error');
    expect(await screen.findByText('Authentication Failed')).toBeInTheDocument();
    expect(screen.getByText('Please try again.')).toBeInTheDocument();
  });

  it('says what to do after the user cancelled at Google, but not after other failures (rule 2.4)', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    localStorage.setItem(signInCanceledKey, String(Date.now()));
    say('auth-error');
    expect(screen.getByText(/^You canceled at Google, so nothing was connected\. To go on,/)).toBeVisible();
    say('auth-error');
    expect(screen.queryByText(/^You canceled at Google/)).not.toBeInTheDocument();
  });

  it('notices a sign-in made elsewhere when the user comes back to the page (rule 6.4)', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    server.on('GET /api/auth/user', signedIn());
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Ada Example')).toBeInTheDocument();
  });

  it('signs in at once even if the popup has lost its opener (rule 6.4)', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    server.on('GET /api/auth/user', signedIn());
    const popup = new BroadcastChannel('chime-in.sign-in');
    onTestFinished(() => popup.close());
    popup.postMessage('auth-success');
    expect(await screen.findByText('Ada Example')).toBeInTheDocument();
    expect(await screen.findByText("You're now connected to YouTube")).toBeInTheDocument();
  });

  it('shows who is connected, even after a sign-in elsewhere, and only then checks the token (rule 2.4)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    server.on('GET /api/auth/user', signedOut());
    const { client } = show();
    await screen.findByText('YouTube Authentication Required');
    expect(server.calls.some(({ path }) => path === '/api/auth/token-status')).toBe(false);
    server.on('GET /api/auth/user', signedIn());
    vi.advanceTimersByTime(10_000);
    expect(await screen.findByText('Ada Example')).toBeInTheDocument();
    expect(screen.getByText('ada@example.com')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Authenticated')).toHaveClass('text-approved'));
    await waitFor(() =>
      expect(server.calls.filter(({ path }) => path === '/api/auth/token-status')).toHaveLength(1),
    );
    expect(screen.getByText('AE')).toBeInTheDocument();
    const { user } = signedIn();
    server
      .on('GET /api/auth/token-status', aTokenStatus({ needsReauth: true }))
      .on(
        'GET /api/auth/user',
        signedIn({ user: user && { ...user, picture: 'https://a.test/ada.jpg', channel: null } }),
      );
    await client.invalidateQueries({ queryKey: ['auth'] });
    expect(await screen.findByText('Needs refresh')).toHaveClass('text-pending');
    expect(screen.queryByText('Authenticated')).not.toBeInTheDocument();
    const picture = screen.getByRole('presentation');
    expect(picture).toHaveAttribute('src', 'https://a.test/ada.jpg');
    fireEvent.error(picture);
    expect(screen.getByText('AE')).toBeInTheDocument();
  });

  it('does not show “connected” or “authenticated” while the server does not answer (rule 2.23)', async () => {
    show();
    await waitFor(() => expect(screen.getByText('Authenticated')).toHaveClass('text-approved'));
    act(() => noteServerReach(false));
    expect(screen.queryByText('Authenticated')).not.toBeInTheDocument();
    expect(screen.queryByText('Connected to YouTube')).not.toBeInTheDocument();
    expect(screen.getByText('No connection')).not.toHaveClass('text-approved');
    expect(screen.getByText('Not connected now')).toBeInTheDocument();
    act(() => noteServerReach(true));
    expect(screen.getByText('Authenticated')).toHaveClass('text-approved');
    expect(screen.getByText('Connected to YouTube')).toBeInTheDocument();
  });

  it('shows the e-mail address, the posting switch and the user card in the account menu', async () => {
    show();
    const menu = await screen.findByLabelText('Account', { selector: '[popover]' });
    expect(menu).toBeEmptyDOMElement();
    fireEvent(menu, Object.assign(new Event('beforetoggle'), { oldState: 'closed', newState: 'open' }));
    const shown = within(menu);
    expect(shown.getByText('ada@example.com')).toBeInTheDocument();
    expect(shown.getByText('Posts as Ada on Systems')).toBeInTheDocument();
    expect(await shown.findByRole('switch', { name: 'Posting', hidden: true })).toBeInTheDocument();
    expect(shown.getByText('Tech Expert')).toBeInTheDocument();
    fireEvent(menu, Object.assign(new Event('beforetoggle'), { oldState: 'open', newState: 'closed' }));
    expect(menu).toBeEmptyDOMElement();
  });

  it('warns two days before Google ends the sign-in', async () => {
    const twoDays = 48 * 3_600_000;
    const endsIn = (ms: number) => {
      const grantExpiresAt = new Date(Date.now() + ms).toISOString();
      server.on('GET /api/auth/token-status', aTokenStatus({ grantExpiresAt }));
    };
    endsIn(twoDays + 60_000);
    const { client } = show();
    await waitFor(() => expect(client.getQueryData(tokenStatusQuery.queryKey)).toBeDefined());
    expect(await screen.findByText('Connected to YouTube')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Refresh Auth' })).not.toBeInTheDocument();
    endsIn(twoDays - 60_000);
    await client.invalidateQueries({ queryKey: tokenStatusQuery.queryKey });
    const heading = await screen.findByText('Google ends this sign-in soon');
    expect(heading.parentElement).toHaveTextContent(
      /Scheduled comments will not be posted after \w{3} \d+, \d{4}, \d+:\d\d [AP]M unless you sign in again first\./,
    );
  });

  it('signs out and drops the loaded data (rules 6.4, 11.1)', async () => {
    const answer = held(new Response(null, { status: 204 }));
    server.on('POST /api/auth/logout', answer.answer);
    const { user, client } = show();
    client.setQueryData(['queue'], []);
    await screen.findByText('Connected to YouTube');
    server.on('GET /api/auth/user', signedOut());
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDisabled();
    answer.release();
    expect(await screen.findByText('YouTube Authentication Required')).toBeInTheDocument();
    expect(screen.getByText('Logged Out')).toBeInTheDocument();
    expect(screen.getByText('You have been successfully logged out.')).toBeInTheDocument();
    expect(client.getQueryData(['queue'])).toBeUndefined();
  });

  it('says when signing out failed (rule 11.1)', async () => {
    server.on('POST /api/auth/logout', problem(503, 'database_unavailable', 'Away.'));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await expectNotice('Logout Failed', 'Away.');
    server.on('POST /api/auth/logout', brokenOff);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await expectNotice('Logout Failed', 'There was an error logging out.');
  });

  it('offers a retry when the status could not be loaded (rule 2.5)', async () => {
    server.on('GET /api/auth/user', problem(503, 'database_unavailable', 'Away.'));
    const { user } = show();
    expect(await screen.findByText('Sign-in status unknown')).toBeInTheDocument();
    expect(screen.getByText('Away.')).toBeInTheDocument();
    const again = screen.getByRole('button', { name: 'Try Again' });
    server.on('GET /api/auth/user', brokenOff);
    await user.click(again);
    expect(await screen.findByText('Failed to check whether you are signed in')).toBeInTheDocument();
    server.on('GET /api/auth/user', () => json(signedIn()));
    await user.click(again);
    expect(await screen.findByText('Connected to YouTube')).toBeInTheDocument();
  });
});
