import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInCanceledKey } from '#shared/contracts/connection.ts';
import { tokenStatusQuery } from '../api/auth.ts';
import { AuthMessages } from '../features/auth/auth-messages.tsx';
import { noteServerReach } from '../lib/server-reach.ts';
import { aSandbox, aTokenStatus, signedIn, signedOut } from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import {
  brokenOff,
  type FakeServer,
  held,
  json,
  problem,
} from '../testing/fake-server.ts';
import { expectNotice, expectPolicyLinks, press } from '../testing/page.ts';
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
  it('links to the policies, and says that the sandbox is not YouTube', async () => {
    server.on('GET /api/auth/user', { ...signedOut(), sandbox: aSandbox() });
    show();
    await screen.findByText('YouTube Authentication Required');
    expectPolicyLinks();
    expect(
      screen.getByText(/^Accounts and videos are invented\. Nothing reaches/),
    ).toBeInTheDocument();
  });

  it('says when signing in failed (rule 11.1)', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    say('auth-error');
    await expectNotice('Authentication Failed', 'Please try again.');
  });

  it.each([
    ['from other origins', 'auth-error', 'https://elsewhere.test'],
    ['about other things', 'something else', window.location.origin],
  ])('ignores messages %s', async (_, data, origin) => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    say(data, origin);
    expect(screen.queryByText('Authentication Failed')).not.toBeInTheDocument();
  });

  it('says what to do after the user cancelled at Google (rule 2.4)', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    localStorage.setItem(signInCanceledKey, String(Date.now()));
    say('auth-error');
    expect(
      screen.getByText(/^You canceled at Google, so nothing was connected\. To go on,/),
    ).toBeVisible();
  });

  it('no longer says so after another failure', async () => {
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    localStorage.setItem(signInCanceledKey, String(Date.now()));
    say('auth-error');
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
    expect(
      await screen.findByText("You're now connected to YouTube"),
    ).toBeInTheDocument();
  });

  it('shows who is connected (rule 2.4)', async () => {
    show();
    expect(await screen.findByText('Ada Example')).toBeInTheDocument();
    expect(screen.getByText('ada@example.com')).toBeInTheDocument();
    expect(screen.getByText('AE')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByText('Authenticated')).toHaveClass('text-approved'),
    );
  });

  it('notices a sign-in made elsewhere after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    server.on('GET /api/auth/user', signedOut());
    show();
    await screen.findByText('YouTube Authentication Required');
    server.on('GET /api/auth/user', signedIn());
    vi.advanceTimersByTime(10_000);
    expect(await screen.findByText('Ada Example')).toBeInTheDocument();
  });

  it('checks the token only of a user who is signed in', async () => {
    server.on('GET /api/auth/user', signedOut());
    const { client } = show();
    await screen.findByText('YouTube Authentication Required');
    expect(server.sent('GET /api/auth/token-status')).toHaveLength(0);
    server.on('GET /api/auth/user', signedIn());
    await client.invalidateQueries({ queryKey: ['auth'] });
    await waitFor(() =>
      expect(server.sent('GET /api/auth/token-status')).toHaveLength(1),
    );
  });

  it('shows that the sign-in needs a refresh', async () => {
    server.on('GET /api/auth/token-status', aTokenStatus({ needsReauth: true }));
    show();
    expect(await screen.findByText('Needs refresh')).toHaveClass('text-pending');
    expect(screen.queryByText('Authenticated')).not.toBeInTheDocument();
  });

  it('shows initials in place of a picture that cannot be loaded', async () => {
    const { user } = signedIn();
    const picture = 'https://a.test/ada.jpg';
    server.on(
      'GET /api/auth/user',
      signedIn({ user: user && { ...user, picture, channel: null } }),
    );
    show();
    const image = await screen.findByRole('presentation');
    expect(image).toHaveAttribute('src', picture);
    expect(screen.queryByText('AE')).not.toBeInTheDocument();
    fireEvent.error(image);
    expect(screen.getByText('AE')).toBeInTheDocument();
  });

  it('does not show “connected” or “authenticated” while the server does not answer (rule 2.23)', async () => {
    show();
    await waitFor(() =>
      expect(screen.getByText('Authenticated')).toHaveClass('text-approved'),
    );
    act(() => noteServerReach(false));
    expect(screen.queryByText('Authenticated')).not.toBeInTheDocument();
    expect(screen.queryByText('Connected to YouTube')).not.toBeInTheDocument();
    expect(screen.getByText('No connection')).not.toHaveClass('text-approved');
    expect(screen.getByText('Not connected now')).toBeInTheDocument();
  });

  it('shows both again once the server answers', async () => {
    show();
    await waitFor(() =>
      expect(screen.getByText('Authenticated')).toHaveClass('text-approved'),
    );
    act(() => noteServerReach(false));
    act(() => noteServerReach(true));
    expect(screen.getByText('Authenticated')).toHaveClass('text-approved');
    expect(screen.getByText('Connected to YouTube')).toBeInTheDocument();
  });

  describe('the account menu', () => {
    const toggle = (menu: HTMLElement, oldState: string, newState: string) =>
      fireEvent(menu, Object.assign(new Event('beforetoggle'), { oldState, newState }));

    async function openMenu() {
      show();
      const menu = await screen.findByLabelText('Account', { selector: '[popover]' });
      expect(menu).toBeEmptyDOMElement();
      toggle(menu, 'closed', 'open');
      return menu;
    }

    it('shows the e-mail address, the channel, the posting switch and the user card', async () => {
      const menu = within(await openMenu());
      expect(menu.getByText('ada@example.com')).toBeInTheDocument();
      expect(menu.getByText('Posts as Ada on Systems')).toBeInTheDocument();
      expect(
        await menu.findByRole('switch', { name: 'Posting', hidden: true }),
      ).toBeInTheDocument();
      expect(menu.getByText('Tech Expert')).toBeInTheDocument();
    });

    it('is empty again when it is closed', async () => {
      const menu = await openMenu();
      toggle(menu, 'open', 'closed');
      expect(menu).toBeEmptyDOMElement();
    });
  });

  describe('before Google ends the sign-in', () => {
    const twoDays = 48 * 3_600_000;
    const endsIn = (ms: number) => {
      const grantExpiresAt = new Date(Date.now() + ms).toISOString();
      server.on('GET /api/auth/token-status', aTokenStatus({ grantExpiresAt }));
    };

    it('warns of nothing more than two days before', async () => {
      endsIn(twoDays + 60_000);
      const { client } = show();
      await waitFor(() =>
        expect(client.getQueryData(tokenStatusQuery.queryKey)).toBeDefined(),
      );
      expect(await screen.findByText('Connected to YouTube')).toBeInTheDocument();
      expect(
        screen.queryByRole('button', { name: 'Refresh Auth' }),
      ).not.toBeInTheDocument();
    });

    it('warns two days before', async () => {
      endsIn(twoDays - 60_000);
      show();
      const heading = await screen.findByText('Google ends this sign-in soon');
      expect(heading.parentElement).toHaveTextContent(
        /Scheduled comments will not be posted after \w{3} \d+, \d{4}, \d+:\d\d [AP]M unless you sign in again first\./,
      );
    });
  });

  it('signs out, and says so (rules 6.4, 11.1)', async () => {
    const answer = held(new Response(null, { status: 204 }));
    server.on('POST /api/auth/logout', answer.answer);
    show();
    await screen.findByText('Connected to YouTube');
    server.on('GET /api/auth/user', signedOut());
    await press('Logout');
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDisabled();
    answer.release();
    expect(
      await screen.findByText('YouTube Authentication Required'),
    ).toBeInTheDocument();
    await expectNotice('Logged Out', 'You have been successfully logged out.');
  });

  it('drops the loaded data when the user signs out (rule 6.4)', async () => {
    server.on('POST /api/auth/logout', new Response(null, { status: 204 }));
    const { client } = show();
    client.setQueryData(['queue'], []);
    await screen.findByText('Connected to YouTube');
    server.on('GET /api/auth/user', signedOut());
    await press('Logout');
    await screen.findByText('YouTube Authentication Required');
    expect(client.getQueryData(['queue'])).toBeUndefined();
  });

  it.each([
    [problem(503, 'database_unavailable', 'Away.'), 'Away.'],
    [new Response(null, { status: 500 }), 'There was an error logging out.'],
  ])('says why signing out failed (rule 11.1): %#', async (answer, words) => {
    server.on('POST /api/auth/logout', answer);
    show();
    await press('Logout');
    await expectNotice('Logout Failed', words);
  });

  it('says that the sign-in status is unknown, and why (rule 2.5)', async () => {
    server.on('GET /api/auth/user', problem(503, 'database_unavailable', 'Away.'));
    show();
    expect(await screen.findByText('Sign-in status unknown')).toBeInTheDocument();
    expect(screen.getByText('Away.')).toBeInTheDocument();
  });

  it('loads the status on Try Again', async () => {
    server.on('GET /api/auth/user', problem(503, 'database_unavailable', 'Away.'));
    const { user } = show();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.on('GET /api/auth/user', () => json(signedIn()));
    await user.click(again);
    expect(await screen.findByText('Connected to YouTube')).toBeInTheDocument();
  });

  it('says so when the server gives no reason', async () => {
    server.on('GET /api/auth/user', problem(503, 'database_unavailable', 'Away.'));
    const { user } = show();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.on('GET /api/auth/user', brokenOff);
    await user.click(again);
    expect(
      await screen.findByText('Failed to check whether you are signed in'),
    ).toBeInTheDocument();
  });
});
