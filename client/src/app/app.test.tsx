import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { aComment, aQueueItem, aTokenStatus, signedIn, signedOut, someStats } from '../testing/factories.ts';
import { FakeEventSource, installFakeEventSource } from '../testing/fake-event-source.ts';
import { type FakeServer, held, problem } from '../testing/fake-server.ts';
import { createFrameServer } from '../testing/frame-server.ts';
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
  return userEvent.setup();
}

const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));

describe('the frame', () => {
  it.each(['/', '/discover'])(
    'shows Discover Videos at %s and marks it in the navigation (rules 2.1, 2.2)',
    async (path) => {
      open(path);
      expect(await screen.findByRole('searchbox')).toBeInTheDocument();
      expect(screen.getByRole('heading', { level: 1, name: 'Discover Videos' })).toBeInTheDocument();
      expect(nav().getByRole('link', { current: 'page' })).toHaveAccessibleName('Discover Videos');
      expect(document.title).toBe('Discover Videos · Chime In');
    },
  );

  it('has the six entries in their order (rule 2.2)', () => {
    open('/');
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
    for (const link of nav().getAllByRole('link')) expect(link).toHaveAccessibleName(link.title);
  });

  it('shows the 404 page at an unknown path (rule 2.1)', () => {
    open('/nowhere');
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'There is nothing at this address' })).toBeInTheDocument();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Discover Videos' })).toHaveAttribute('href', '/discover');
    expect(nav().queryByRole('link', { current: 'page' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
  });

  it('counts comments in review and scheduled ones, and hides zero (rule 2.2)', async () => {
    server.on('GET /api/auth/user', signedIn({ sandbox: { google: false, languageModel: true } }));
    const scheduled = { scheduledFor: '2026-11-22T10:00:00.000Z' };
    server.on('GET /api/queue', [
      aQueueItem({ id: 1 }),
      aQueueItem({ id: 2, comment: aComment({ id: 12, status: 'failed' }) }),
      aQueueItem({ id: 3, ...scheduled, comment: aComment({ id: 13, status: 'approved' }) }),
      aQueueItem({ id: 4, ...scheduled, comment: aComment({ id: 14, status: 'pending' }) }),
    ]);
    // This page itself does not load the queue.
    open('/nowhere');
    expect(await nav().findByRole('link', { name: 'Review Queue 2' })).toBeInTheDocument();
    expect(nav().getByRole('link', { name: 'Scheduled 1' })).toBeInTheDocument();
    expect(nav().getByRole('link', { name: 'Comment History' })).toBeInTheDocument();
    // Only the model is a stand-in.
    const { textContent } = screen.getByText(/^Sandbox/);
    expect(textContent).toBe('Sandbox – Comments are drafted by a stand-in, not by a language model.');
  });

  it('shows the owner, and labels a sandbox (rules 1.4, 1.5)', async () => {
    server.on('GET /api/auth/user', signedIn({ sandbox: { google: true, languageModel: true } }));
    open('/');
    const card = (await screen.findByText('Tech Expert')).parentElement?.parentElement;
    expect(await within(card ?? document.body).findByText('Ada Example')).toBeInTheDocument();
    expect(within(card ?? document.body).getByText('AE')).toBeInTheDocument();
    const label = await screen.findByText(/^Sandbox/);
    const words =
      'Google and YouTube are stand-ins on this machine: nothing reaches the real YouTube. Comments are drafted by a stand-in, not by a language model.';
    expect(label).toHaveTextContent(`Sandbox – ${words}`);
    expect(label).toHaveAttribute('title', words);
  });
});

describe('the four figures', () => {
  it('are skeletons first, and show 94 percent for a missing rate (rule 2.3)', async () => {
    const { successRate: _, ...withoutRate } = someStats();
    const answer = held(withoutRate);
    server.on('GET /api/stats', answer.answer);
    open('/');
    const label = await screen.findByText('Success Rate');
    const strip = label.closest('dl');
    expect(strip).toHaveAttribute('aria-busy', 'true');
    expect(strip?.querySelectorAll('.animate-breathe')).toHaveLength(4);
    // The notes are there from the start, so that nothing moves.
    for (const note of ['incl. scheduled', 'of all drafts'])
      expect(screen.getByText(note)).toBeInTheDocument();
    answer.release();
    const shown = (await screen.findByText('94%')).closest('dl');
    expect(shown?.querySelector('.animate-breathe')).toBeNull();
    expect([...(shown?.children ?? [])].map((card) => card.textContent)).toEqual([
      'Videos Found120',
      'In Queue3 incl. scheduled',
      'Comments Posted8',
      'Success Rate94% of all drafts',
    ]);
  });

  it('explain a zero rate while nothing was posted', async () => {
    server.on('GET /api/stats', someStats({ commentsPosted: 0, successRate: 0 }));
    open('/');
    expect((await screen.findByText('nothing yet')).closest('dd')).toHaveTextContent('0% nothing yet');
  });

  it.each([
    { commentsPosted: 1, successRate: 0 },
    { commentsPosted: 0, successRate: 94 },
  ])('leave a rate of $successRate % after $commentsPosted posted as it is', async (stats) => {
    server.on('GET /api/stats', someStats(stats));
    open('/');
    expect(await screen.findByText(`${stats.successRate}%`)).toBeInTheDocument();
    expect(screen.queryByText('nothing yet')).not.toBeInTheDocument();
  });

  it('are dashes where they could not be loaded', async () => {
    server.on('GET /api/stats', () => problem(500, 'internal', 'The database is away.'));
    open('/');
    expect(await screen.findAllByText('–')).toHaveLength(4);
  });
});

describe('access to a page', () => {
  it.each(['/', '/queue', '/history'])(
    'asks a stranger to sign in at %s and loads nothing else (rule 2.5)',
    async (path) => {
      server.on('GET /api/auth/user', signedOut());
      open(path);
      expect(await screen.findByText('YouTube Authentication Required')).toBeInTheDocument();
      expect(server.calls.map((call) => call.path)).toEqual(['/api/auth/user']);
      expect(FakeEventSource.opened).toHaveLength(0);
    },
  );

  it('opens the event stream once signed in', async () => {
    open('/');
    await screen.findByRole('searchbox');
    expect(screen.queryByText(/^Sandbox/)).not.toBeInTheDocument();
    expect(FakeEventSource.opened.map((source) => source.url)).toEqual(['/api/events']);
    server.on('GET /api/queue', [aQueueItem()]);
    FakeEventSource.opened[0]?.refresh('queue');
    expect(await nav().findByRole('link', { name: 'Review Queue 1' })).toBeInTheDocument();
  });
});

describe('the theme', () => {
  it('is the stored one from the start', () => {
    localStorage.setItem('chime-in.theme', 'light');
    open('/nowhere');
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    delete document.documentElement.dataset['theme'];
  });

  it('is chosen, stored and applied', async () => {
    const user = open('/nowhere');
    const theme = screen.getByRole('combobox', { name: 'Theme' });
    expect(theme).toHaveDisplayValue('System');
    expect(
      within(theme)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['System', 'Light', 'Dark']);
    await user.selectOptions(theme, 'Dark');
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('chime-in.theme')).toBe('dark');
    await user.selectOptions(theme, 'System');
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });
});

describe('moving between pages', () => {
  it('starts a new page at its top with the focus in it', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    server.on('GET /api/comments', []);
    const user = open('/nowhere');
    expect(document.body).toHaveFocus();
    await user.click(nav().getByRole('link', { name: 'Comment History' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
    expect(nav().getByRole('link', { current: 'page' })).toHaveAttribute('href', '/history');
    expect(await screen.findByText('No comments generated yet')).toBeInTheDocument();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Discover Videos' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  });
});
