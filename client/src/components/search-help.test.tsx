import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { DiscoverScreen } from '../app/discover-screen.tsx';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { openResults } from '../testing/discover-screen.tsx';
import {
  aFoundVideo,
  aSandbox,
  aSearchAnswer,
  signedIn,
  someStats,
} from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { type FakeServer, json } from '../testing/fake-server.ts';
import { press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }))
    .on('GET /api/comments', [])
    .on('GET /api/voice-profiles', [])
    .on('GET /api/channels/commented', [])
    .on('GET /api/videos/search', ({ query }) =>
      json(aSearchAnswer(query['q'] === 'Woodworking' ? [aFoundVideo()] : [])),
    );
});

const topics = async () =>
  within(await screen.findByRole('region', { name: 'Topics of the sandbox' }));

it('offers topics when a sandbox search found nothing, and searches one on a press (rule 1.6)', async () => {
  openResults('zxqwv');
  expect(
    await screen.findByRole('heading', { name: 'No Videos Found' }),
  ).toBeInTheDocument();
  await press('Woodworking', await topics());
  expect(await screen.findByRole('region', { name: 'Results' })).toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: 'Search for videos' })).toHaveValue(
    'Woodworking',
  );
});

it('says that a video on the real YouTube is not in the sandbox (rule 1.6)', async () => {
  openResults('https://youtu.be/dQw4w9WgXcQ');
  expect(
    (await topics()).getByText(/^This link leads to the real YouTube\./),
  ).toBeInTheDocument();
});

it('offers topics before the first search (rule 1.6)', async () => {
  renderPage(<DiscoverPage />);
  expect(
    (await topics()).getByRole('button', { name: 'Woodworking' }),
  ).toBeInTheDocument();
});

it('offers no topics with the real YouTube (rule 1.6)', async () => {
  server.on('GET /api/auth/user', signedIn());
  openResults('zxqwv');
  expect(
    await screen.findByRole('heading', { name: 'No Videos Found' }),
  ).toBeInTheDocument();
  await waitFor(() =>
    expect(server.calls.some(({ path }) => path === '/api/auth/user')).toBe(true),
  );
  expect(
    screen.queryByRole('region', { name: 'Topics of the sandbox' }),
  ).not.toBeInTheDocument();
});

it('offers topics in the first run when nothing was found (rule 1.6)', async () => {
  server.on(
    'GET /api/stats',
    someStats({ videosFound: 0, inQueue: 0, commentsPosted: 0 }),
  );
  const { user } = renderPage(<DiscoverScreen />, '/discover');
  const words = await screen.findByRole('searchbox', {
    name: "Words, or a video's address",
  });
  await user.type(words, 'zxqwv{Enter}');
  await press('Woodworking', await topics());
  expect(words).toHaveValue('Woodworking');
  expect(await screen.findByRole('radio')).toBeInTheDocument();
});
