import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aFoundVideo, aSearchAnswer, someQuota } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, problem } from '../../testing/fake-server.ts';
import { createFrameServer } from '../../testing/frame-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';

const two = [aFoundVideo({ id: 1, title: 'One' }), aFoundVideo({ id: 2, title: 'Two' })];
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/videos/search', aSearchAnswer(two, { totalResults: 1_240 }));
});

const field = () => screen.getByRole('searchbox');
const asked = () => server.calls.filter(({ path }) => path === '/api/videos/search').length;

async function searched() {
  const page = renderPage(<DiscoverPage />, '/discover');
  await page.user.type(field(), 'kubernetes{Enter}');
  return page;
}

it('says when the rows answer an older search, and that the same one again cost nothing', async () => {
  const { user } = await searched();
  expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
  const results = within(screen.getByRole('region', { name: 'Results' }));
  expect(results.getByText('Showing 1-2 of 1,240 results')).toBeInTheDocument();
  const apply = 'Press Search Videos to apply what you changed.';
  expect(screen.queryByText(apply)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Upload Date' }), 'Last week');
  expect(screen.getByText(apply)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove filter: Last week' }));
  expect(screen.queryByText(apply)).not.toBeInTheDocument();
  // Another way of looking is another search; a space at its end is not.
  const intelligent = screen.getByRole('switch', { name: /Intelligent Discovery Mode/ });
  await user.click(intelligent);
  expect(screen.getByText(apply)).toBeInTheDocument();
  await user.click(intelligent);
  await user.type(field(), ' ');
  expect(screen.queryByText(apply)).not.toBeInTheDocument();
  await user.type(field(), '{Enter}');
  expect(await screen.findByText('Found 2 videos for "kubernetes" (cached results)')).toBeInTheDocument();
  expect(asked()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Clear Results' }));
  await user.type(field(), 'kubernetes{Enter}');
  expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
  expect(asked()).toBe(2);
});

it('keeps the choice until something else is searched for', async () => {
  const { user } = await searched();
  const all = await screen.findByRole('checkbox', { name: 'Select All' });
  expect(screen.queryByRole('button', { name: /^Clear \(/ })).not.toBeInTheDocument();
  expect(all).toHaveAttribute('aria-checked', 'false');
  await user.click(screen.getByRole('checkbox', { name: 'Select One' }));
  expect(all).toBePartiallyChecked();
  await user.clear(field());
  await user.type(field(), '{Enter}');
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await user.click(all);
  expect(all).toBeChecked();
  await user.click(all);
  expect(all).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
  expect(screen.queryByText(/\d selected/)).not.toBeInTheDocument();
});

it('asks again at Enter where it failed, and says where the AI had no part', async () => {
  server
    .on('GET /api/videos/search', () => problem(429, 'quota_spent', 'No searches are left today.'))
    .on('GET /api/quota', brokenOff);
  const { user } = await searched();
  expect(await screen.findByText('Search Error')).toBeInTheDocument();
  await user.type(field(), '!{Enter}');
  await waitFor(() => expect(asked()).toBe(2));
  expect(await screen.findByText('Search Error')).toBeInTheDocument();
  const noAi = 'The AI did not answer in time; the scores come from plain rules.';
  server.on('GET /api/videos/search', aSearchAnswer(two));
  await user.type(field(), '{Enter}');
  expect(await screen.findByText('Found 2 videos for "kubernetes!"')).toBeInTheDocument();
  expect(asked()).toBe(3);
  expect(screen.queryByText(noAi)).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
  await user.type(field(), '{Enter}');
  expect(await screen.findByText(noAi)).toBeInTheDocument();
  // Nothing is said of searches where their number is not known.
  expect(screen.queryByText(/searches left/)).not.toBeInTheDocument();
});

it('is remembered by the tab, but not run again by itself after half an hour', async () => {
  server.on('GET /api/quota', someQuota({ search: { used: 99 } }));
  const start = Date.now();
  const { unmount } = await searched();
  expect(await screen.findByText('1 of 100 searches left today')).toHaveAttribute(
    'title',
    expect.stringMatching(/^Resets .*November 22, 2026/),
  );
  unmount();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 29 * 60_000 });
  const soon = renderPage(<DiscoverPage />);
  await waitFor(() => expect(asked()).toBe(2));
  soon.unmount();
  vi.setSystemTime(start + 31 * 60_000);
  renderPage(<DiscoverPage />);
  expect(field()).toHaveValue('kubernetes');
  expect(field()).toHaveAttribute('placeholder', 'A topic, or a YouTube link');
  expect(screen.getByRole('heading', { name: 'Search for Videos' }).nextSibling).toHaveTextContent(
    'Type a topic you know well. What you find can be answered one by one, or several at once.',
  );
  expect(asked()).toBe(2);
});
