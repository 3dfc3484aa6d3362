import '../testing/loaded-pages.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPostingStatus, signedIn } from '../testing/factories.ts';
import {
  brokenOff,
  databaseAway,
  type FakeServer,
  held,
} from '../testing/fake-server.ts';
import { aModel } from '../testing/fake-settings.ts';
import { press } from '../testing/page.ts';
import { createAppServer, openApp } from '../testing/whole-app.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createAppServer();
});

describe('page gate', () => {
  const paused = aPostingStatus({
    state: 'paused',
    code: 'posting_paused',
    reason: 'Posting is paused.',
  });

  const pages = [
    { path: '/queue', title: 'Review Queue', call: '/api/queue/index', what: 'queue' },
    {
      path: '/scheduled',
      title: 'Scheduled Comments',
      call: '/api/queue/index',
      what: 'schedule',
    },
    {
      path: '/history',
      title: 'Comment History',
      call: '/api/comments',
      what: 'history',
    },
    {
      path: '/analytics',
      title: 'Analytics Dashboard',
      call: '/api/analytics',
      what: 'figures',
    },
    {
      path: '/settings',
      title: 'Voice Profile',
      call: '/api/voice-profiles',
      what: 'settings',
    },
  ];
  const loadingWords = (what: string) =>
    what === 'settings' ? 'Loading profiles and settings' : `Loading the ${what}`;

  const main = () => within(screen.getByRole('main'));

  const expectTopLine = () => {
    expect(screen.getByText('Checking the connection to YouTube')).toBeInTheDocument();
    expect(screen.getByText('Videos Found')).toBeInTheDocument();
  };

  describe('a loading page', () => {
    beforeEach(() => {
      server.on('GET /api/model-settings', aModel());
    });

    it.each(pages)(
      'shows its skeleton at $path, and asks only who is signed in (rule 2.5)',
      ({ path, title, what }) => {
        server.on('GET /api/auth/user', held(signedIn()).answer);
        openApp(path);
        expect(main().getByText(loadingWords(what))).toBeInTheDocument();
        expect(
          main().getByRole('heading', { level: 1, name: title }),
        ).toBeInTheDocument();
        expectTopLine();
        expect(server.calls.map((made) => made.path)).toEqual(['/api/auth/user']);
      },
    );

    it.each(pages)(
      'keeps its skeleton at $path until its data has loaded (rule 2.5)',
      async ({ path, title, call, what }) => {
        const words = loadingWords(what);
        const user = held(signedIn());
        server
          .on('GET /api/auth/user', user.answer)
          .on(`GET ${call}`, held(null, 503).answer);
        openApp(path);
        const page = screen.getByRole('main');
        let missing = 0;
        const watch = new MutationObserver(() => {
          if (!page.textContent?.includes(words) || !page.textContent.includes(title))
            missing += 1;
        });
        watch.observe(page, { childList: true, subtree: true });
        user.release();
        await waitFor(() =>
          expect(server.calls.map((made) => made.path)).toContain(call),
        );
        // The page's script has loaded once it requests its data. The navigation requests
        // the queue's data too.
        await waitFor(() => expect(main().getByText(words)).toBeVisible());
        watch.disconnect();
        expect(missing).toBe(0);
      },
    );

    it.each(pages)(
      'shows the banner at $path while it loads (rule 2.4)',
      async ({ path, call }) => {
        server
          .on('GET /api/posting-status', paused)
          .on(`GET ${call}`, held(null, 503).answer);
        openApp(path);
        expect(
          await main().findByText('Automatic posting is paused'),
        ).toBeInTheDocument();
      },
    );

    it('shows the skeleton of the search at /', () => {
      server.on('GET /api/auth/user', held(signedIn()).answer);
      openApp('/');
      expect(
        screen.getByRole('heading', { level: 1, name: 'Discover Videos' }),
      ).toBeInTheDocument();
      expect(screen.getByText('Loading the search')).toBeInTheDocument();
      expectTopLine();
    });

    it('shows the search and the banner at / once the user is known', async () => {
      server.on('GET /api/posting-status', paused);
      openApp('/');
      expect(await screen.findByRole('searchbox')).toBeInTheDocument();
      expect(screen.queryByText('Loading the search')).not.toBeInTheDocument();
      expect(await main().findByText('Automatic posting is paused')).toBeInTheDocument();
    });
  });

  describe('a page that could not be loaded', () => {
    beforeEach(() => {
      server.on('GET /api/model-settings', aModel());
    });

    it.each(pages)('says why at $path', async ({ path, call, what }) => {
      server.on(`GET ${call}`, databaseAway());
      openApp(path);
      expect(await main().findByText(/^The database is away\./)).toBeInTheDocument();
      expect(
        screen.getByRole('heading', { name: `The ${what} could not be loaded` }),
      ).toBeInTheDocument();
    });

    it.each(pages)(
      'says so at $path after Try Again without a reason',
      async ({ path, call, what }) => {
        server.on(`GET ${call}`, databaseAway());
        openApp(path);
        await main().findByRole('button', { name: 'Try Again' });
        server.on(`GET ${call}`, brokenOff);
        await press('Try Again', main());
        expect(
          await main().findByText(new RegExp(`^Failed to load the ${what}\\.`)),
        ).toBeInTheDocument();
      },
    );
  });
});
