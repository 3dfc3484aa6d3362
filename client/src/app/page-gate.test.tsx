import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { aPostingStatus, aTokenStatus, signedIn } from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-lists.ts';
import { type FakeServer, held, installFakeEventSource, problem } from '../testing/fake-server.ts';
import '../testing/loaded-pages.ts';
import { App } from './app.tsx';

let server: FakeServer;

beforeEach(() => {
  installFakeEventSource();
  server = createFrameServer().on('GET /api/auth/token-status', aTokenStatus());
});

function open(path: string) {
  window.history.replaceState(null, '', path);
  render(<App client={createQueryClient()} />);
}

const expectTopLine = () => {
  expect(screen.getByText('Checking the connection to YouTube')).toBeInTheDocument();
  expect(screen.getByText('Videos Found')).toBeInTheDocument();
};

describe('a loading page', () => {
  it.each([
    ['/queue', 'Review Queue', '/api/queue', 'Loading the queue'],
    ['/scheduled', 'Scheduled Comments', '/api/queue', 'Loading the schedule'],
    ['/history', 'Comment History', '/api/comments', 'Loading the history'],
    ['/analytics', 'Analytics Dashboard', '/api/analytics', 'Loading the figures'],
    ['/settings', 'Voice Profile', '/api/voice-profiles', 'Loading profiles and settings'],
  ])(
    'shows its skeleton at %s until its data is loaded (rules 2.4, 2.5)',
    async (path, title, call, words) => {
      const user = held(signedIn());
      const data = held([]);
      server.on('GET /api/auth/user', user.answer).on(`GET ${call}`, data.answer);
      open(path);
      const main = screen.getByRole('main');
      expect(within(main).getByText(words)).toBeInTheDocument();
      expect(within(main).getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
      expectTopLine();
      expect(server.calls.map((made) => made.path)).toEqual(['/api/auth/user']);
      let missing = 0;
      const watch = new MutationObserver(() => {
        if (!main.textContent?.includes(words) || !main.textContent.includes(title)) missing += 1;
      });
      watch.observe(main, { childList: true, subtree: true });
      user.release();
      await waitFor(() => expect(server.calls.map((made) => made.path)).toContain(call));
      // The page's script has loaded once it requests its data; the navigation requests the queue's, too.
      await waitFor(() => expect(within(main).getByText(words)).toBeVisible());
      watch.disconnect();
      expect(missing).toBe(0);
      data.release();
    },
  );

  it('shows the skeleton of the search at / (rules 2.4, 2.5)', async () => {
    const user = held(signedIn());
    server.on('GET /api/auth/user', user.answer);
    open('/');
    expect(screen.getByRole('heading', { level: 1, name: 'Discover Videos' })).toBeInTheDocument();
    expect(screen.getByText('Loading the search')).toBeInTheDocument();
    expectTopLine();
    user.release();
    expect(await screen.findByRole('searchbox')).toBeInTheDocument();
    expect(screen.queryByText('Loading the search')).not.toBeInTheDocument();
  });
});

describe('paused posting', () => {
  const isSaidAt = async (path: string) => {
    open(path);
    await waitFor(() => expect(server.calls.map((made) => made.path)).toContain('/api/posting-status'));
    return screen.findByText('Automatic posting is paused');
  };

  it.each(['/', '/queue', '/scheduled', '/history', '/analytics', '/settings'])(
    'by the owner is announced at %s',
    async (path) => {
      const paused = { state: 'paused', code: 'posting_paused', reason: 'Posting is paused.' } as const;
      server.on('GET /api/posting-status', aPostingStatus(paused));
      expect(await isSaidAt(path)).toBeInTheDocument();
    },
  );

  it('by the quota is announced where comments are posted', async () => {
    const paused = { state: 'paused', code: 'quota_spent', reason: 'The quota is used up.' } as const;
    server.on('GET /api/posting-status', aPostingStatus(paused));
    expect(await isSaidAt('/queue')).toBeInTheDocument();
  });
});

describe('who is signed in', () => {
  it('is requested once; a failure is shown and can be retried', async () => {
    server.on('GET /api/auth/user', () => problem(503, 'database_unavailable', 'The database is away.'));
    open('/');
    const main = within(screen.getByRole('main'));
    const alert = within(await main.findByRole('alert'));
    expect(alert.getByText('Sign-in status unknown')).toBeInTheDocument();
    expect(alert.getByText('The database is away.')).toBeInTheDocument();
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/auth/user']);
    server.on('GET /api/auth/user', signedIn());
    await userEvent.click(alert.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('searchbox')).toBeInTheDocument();
  });
});
