import '../testing/loaded-pages.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import {
  aComment,
  aPostingStatus,
  aQueueItem,
  aSandbox,
  replyCounts,
  signedIn,
  signedOut,
  someStats,
} from '../testing/factories.ts';
import { answerCommentList } from '../testing/fake-history.ts';
import { workEntryOf } from '../testing/fake-queue.ts';
import {
  eventStream,
  FakeEventSource,
  type FakeServer,
  held,
  problem,
} from '../testing/fake-server.ts';
import { click, expectLink, press } from '../testing/page.ts';
import { createAppServer, openApp } from '../testing/whole-app.tsx';
import { NavLinks, navEntries } from './frame.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createAppServer();
});

describe('app', () => {
  const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));

  describe('the frame', () => {
    it.each(['/', '/discover'])(
      'shows Discover Videos at %s and marks it in the navigation (rules 2.1, 2.2)',
      async (path) => {
        openApp(path);
        expect(await screen.findByRole('searchbox')).toBeInTheDocument();
        expect(
          screen.getByRole('heading', { level: 1, name: 'Discover Videos' }),
        ).toBeInTheDocument();
        expect(nav().getByRole('link', { current: 'page' })).toHaveAccessibleName(
          'Discover Videos',
        );
        expect(document.title).toBe('Discover Videos · Chime In');
      },
    );

    it('shows the six navigation entries in order (rule 2.2)', () => {
      openApp('/');
      expect(
        nav()
          .getAllByRole('link')
          .map((link) => [link.getAttribute('href'), link.title]),
      ).toEqual([
        ['/discover', 'Discover Videos'],
        ['/queue', 'Review Queue'],
        ['/scheduled', 'Scheduled'],
        ['/history', 'Comment History'],
        ['/analytics', 'Analytics'],
        ['/settings', 'Voice Profile'],
      ]);
      for (const link of nav().getAllByRole('link'))
        expect(link).toHaveAccessibleName(link.title);
    });

    it('shows the 404 page at an unknown path (rule 2.1)', async () => {
      openApp('/nowhere');
      expect(
        await screen.findByRole('heading', { name: '404 Page Not Found' }),
      ).toBeInTheDocument();
      expect(
        screen.getByRole('heading', { name: 'There is nothing at this address' }),
      ).toBeInTheDocument();
      expect(
        screen.getByText('Did you forget to add the page to the router?'),
      ).toBeInTheDocument();
      expect(nav().queryByRole('link', { current: 'page' })).not.toBeInTheDocument();
    });

    it('links from the 404 page to Discover Videos', async () => {
      openApp('/nowhere');
      await screen.findByRole('heading', { name: '404 Page Not Found' });
      expectLink('Discover Videos', '/discover', within(screen.getByRole('main')));
    });

    it('offers to skip the navigation', () => {
      openApp('/nowhere');
      expectLink('Skip to content', '#content');
      expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
    });

    it('shows the numbers of comments in review and scheduled, unless they are zero (rule 2.2)', async () => {
      const scheduledFor = '2026-11-22T10:00:00.000Z';
      const items = [
        aQueueItem({ id: 1 }),
        aQueueItem({ id: 2, comment: aComment({ id: 12, status: 'failed' }) }),
        aQueueItem({
          id: 3,
          scheduledFor,
          comment: aComment({ id: 13, status: 'approved' }),
        }),
      ];
      server.on('GET /api/queue/index', items.map(workEntryOf));
      openApp('/nowhere');
      expect(
        await nav().findByRole('link', { name: 'Review Queue 2' }),
      ).toBeInTheDocument();
      expect(nav().getByRole('link', { name: 'Scheduled 1' })).toBeInTheDocument();
      expect(nav().getByRole('link', { name: 'Comment History' })).toBeInTheDocument();
    });

    it('counts new replies as they arrive, and links to them (rules 2.2, 13.20)', async () => {
      server
        .on('GET /api/replies', [])
        .on('GET /api/comments', [])
        .on('GET /api/posting-status', aPostingStatus());
      openApp('/history?tab=replies');
      expect(
        await screen.findByRole('heading', { name: 'No replies yet' }),
      ).toBeInTheDocument();
      server
        .on('GET /api/replies/counts', replyCounts({ new: 2, read: 1 }))
        .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 2 });
      act(() => eventStream()?.refresh('replies'));
      await nav().findByRole('link', { name: 'Comment History 2', current: 'page' });
      expectLink('Replies 3', '/history?tab=replies');
    });

    it.each([
      ['YouTube', signedIn(), 'https://www.youtube.com/watch?v=video-1&lc=abc'],
      [
        'the sandbox',
        signedIn({ sandbox: aSandbox() }),
        'http://127.0.0.1:3001/watch?v=video-1&lc=abc',
      ],
    ])('opens comments on %s (rule 1.6)', async (_, user, address) => {
      const youtubeUrl = 'https://www.youtube.com/watch?v=video-1&lc=abc';
      server
        .on('GET /api/auth/user', user)
        .on('GET /api/comments', (call) =>
          answerCommentList([aComment({ status: 'posted', youtubeUrl })], call),
        )
        .on('GET /api/posting-status', aPostingStatus());
      openApp('/history');
      await press(aComment().video.title);
      expect(
        await screen.findByRole('link', { name: 'Open Comment on YouTube' }),
      ).toHaveAttribute('href', address);
    });

    it('shows the owner', async () => {
      openApp('/');
      const card = (await screen.findByText('Tech Expert')).parentElement?.parentElement;
      expect(
        await within(card ?? document.body).findByText('Ada Example'),
      ).toBeInTheDocument();
      expect(within(card ?? document.body).getByText('AE')).toBeInTheDocument();
    });

    it('labels a sandbox (rules 1.4, 1.5)', async () => {
      server.on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }));
      openApp('/');
      const label = await within(screen.getByRole('banner')).findByRole('link', {
        name: 'Sandbox',
      });
      expect(label).toHaveAttribute('title', 'Nothing reaches the real YouTube.');
    });

    it('has no such label outside the sandbox', async () => {
      openApp('/');
      await screen.findByRole('searchbox');
      expect(screen.queryByText(/^Sandbox/)).not.toBeInTheDocument();
    });

    it('links from the label to the page that explains the sandbox (rule 1.6)', async () => {
      server.on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }));
      openApp('/');
      const label = await within(screen.getByRole('banner')).findByRole('link', {
        name: 'Sandbox',
      });
      expect(label).toHaveAttribute('href', 'http://127.0.0.1:3001/sandbox');
      expect(label).toHaveAttribute('target', '_blank');
    });
  });

  describe('the four figures', () => {
    it('show skeletons while loading (rule 2.3)', async () => {
      const answer = held(someStats());
      server.on('GET /api/stats', answer.answer);
      openApp('/');
      const figures = () => screen.getByText('Success Rate').closest('dl');
      await screen.findByText('Success Rate');
      expect(figures()).toHaveAttribute('aria-busy', 'true');
      expect(figures()?.querySelectorAll('.animate-breathe')).toHaveLength(4);
      answer.release();
      await waitFor(() =>
        expect(figures()?.querySelector('.animate-breathe')).toBeNull(),
      );
    });

    it('show each number beside its name (rule 2.3)', async () => {
      const queued = [1, 2, 3].map((id) =>
        workEntryOf(aQueueItem({ id, comment: aComment({ id }) })),
      );
      server.on('GET /api/queue/index', queued);
      openApp('/');
      await screen.findByText('72.7%');
      const numberOf = (name: string) =>
        screen.getByText(name, { selector: 'dt' }).nextElementSibling;
      expect(numberOf('Videos Found')).toHaveTextContent(/^120$/);
      expect(numberOf('In Queue')).toHaveTextContent(/^3$/);
      expect(numberOf('Comments Posted')).toHaveTextContent(/^8$/);
      expect(numberOf('Success Rate')).toHaveTextContent(/^72\.7%$/);
    });

    it('show 94 percent for a missing rate (rule 2.3)', async () => {
      const { successRate: _, ...withoutRate } = someStats();
      server.on('GET /api/stats', withoutRate);
      openApp('/');
      expect(await screen.findByText('94%')).toBeInTheDocument();
      expect(screen.getByText('8 of 8 due')).toBeInTheDocument();
    });

    it('say how many queued comments are scheduled, because page and badge do not count those (rule 2.3)', async () => {
      const comment = aComment({ status: 'approved', inQueue: true });
      const scheduled = aQueueItem({ scheduledFor: '2026-11-25T09:00:00.000Z', comment });
      server.on('GET /api/queue/index', [workEntryOf(scheduled)]);
      openApp('/');
      expect(await screen.findByText('1 scheduled')).toBeInTheDocument();
    });

    it('say that all due comments were posted while most drafts still wait (rule 2.3)', async () => {
      server.on('GET /api/stats', someStats({ commentsPosted: 1, successRate: 9.1 }));
      openApp('/');
      expect(await screen.findByText('9.1%')).toBeInTheDocument();
      expect(screen.getByText('1 of 1 due')).toBeInTheDocument();
    });

    it('show dashes when they could not be loaded', async () => {
      server.on('GET /api/stats', problem(500, 'internal', 'The database is away.'));
      openApp('/');
      expect(await screen.findAllByText('–')).toHaveLength(4);
    });
  });

  describe('access to a page', () => {
    it.each(['/', '/queue', '/history'])(
      'asks a signed-out visitor at %s to sign in and loads nothing else (rule 2.5)',
      async (path) => {
        server.on('GET /api/auth/user', signedOut());
        openApp(path);
        expect(
          await screen.findByText('YouTube Authentication Required'),
        ).toBeInTheDocument();
        expect(server.calls.map((call) => call.path)).toEqual(['/api/auth/user']);
        expect(FakeEventSource.opened).toHaveLength(0);
      },
    );

    it('opens the event stream once signed in, after the events that its data contains', async () => {
      server.on('GET /api/auth/user', signedIn({ lastEventId: 'start-7' }));
      openApp('/');
      await screen.findByRole('searchbox');
      expect(FakeEventSource.opened.map((source) => source.url)).toEqual([
        '/api/events?after=start-7',
      ]);
    });

    it('shows what the event stream reports', async () => {
      openApp('/');
      await screen.findByRole('searchbox');
      server.on('GET /api/queue/index', [workEntryOf(aQueueItem())]);
      eventStream()?.changed({ comments: [11] });
      expect(
        await nav().findByRole('link', { name: 'Review Queue 1' }),
      ).toBeInTheDocument();
    });
  });

  it('applies the stored theme from the start', () => {
    localStorage.setItem('chime-in.theme', 'light');
    openApp('/nowhere');
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    delete document.documentElement.dataset['theme'];
  });

  describe('moving between pages', () => {
    it('removes the toast of the page that is left', async () => {
      openApp('/nowhere');
      await screen.findByRole('heading', { name: '404 Page Not Found' });
      act(() =>
        toast({
          title: 'Comment Approved',
          action: { label: 'Undo', onAction: vi.fn() },
        }),
      );
      await click('link', 'Comment History', nav());
      expect(screen.queryByText('Comment Approved')).not.toBeInTheDocument();
    });

    it('keeps the toast of a failure', async () => {
      openApp('/nowhere');
      await screen.findByRole('heading', { name: '404 Page Not Found' });
      act(() => toast({ title: 'Posting Failed', variant: 'destructive' }));
      await click('link', 'Analytics', nav());
      expect(screen.getByText('Posting Failed')).toBeInTheDocument();
    });

    it('starts a new page at its top and moves the focus into it', async () => {
      const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
      server.on('GET /api/comments', []);
      openApp('/nowhere');
      expect(document.body).toHaveFocus();
      await click('link', 'Comment History', nav());
      expect(screen.getByRole('main')).toHaveFocus();
      expect(scrollTo.mock.calls[0]).toEqual([0, 0]);
      expect(nav().getByRole('link', { current: 'page' })).toHaveAttribute(
        'href',
        '/history',
      );
    });

    it('moves the focus into the search of Discover Videos', async () => {
      server.on('GET /api/comments', []);
      openApp('/history');
      const main = within(screen.getByRole('main'));
      await click('link', 'Discover Videos', main);
      await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    });

    describe('away from a scrolled page', () => {
      async function leaveScrolledHistory() {
        const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
        server.on('GET /api/comments', []);
        openApp('/history');
        await screen.findByText('No comments generated yet');
        vi.stubGlobal('scrollY', 700);
        fireEvent.scroll(window);
        await click('link', 'Discover Videos', nav());
        expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
        vi.stubGlobal('scrollY', 0);
        fireEvent.scroll(window);
        return scrollTo;
      }

      it('restores the position on Back (rule 2.1)', async () => {
        const scrollTo = await leaveScrolledHistory();
        window.history.back();
        await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 700));
      });

      it('starts at the top again from a link', async () => {
        const scrollTo = await leaveScrolledHistory();
        scrollTo.mockClear();
        await click('link', 'Comment History', nav());
        expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
      });
    });
  });
});

it('preloads each page but Discover when the pointer or the focus reaches its link', () => {
  const lazy = navEntries.flatMap(({ label, page }) => (page ? [{ label, page }] : []));
  expect(lazy).toHaveLength(5);
  const preloads = lazy.map(({ page }) =>
    vi.spyOn(page, 'preload').mockImplementation(() => undefined),
  );
  render(
    <NavLinks
      current="/discover"
      counts={{ inReview: 0, scheduled: 0, newReplies: 0 }}
    />,
  );
  for (const [at, { label }] of lazy.entries()) {
    const link = screen.getByRole('link', { name: label });
    fireEvent.pointerEnter(link);
    expect(preloads[at]).toHaveBeenCalledTimes(1);
    act(() => link.focus());
    expect(preloads[at]).toHaveBeenCalledTimes(2);
  }
});
