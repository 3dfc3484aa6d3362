import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { standInWith } from '../lib/stand-in-zone.ts';
import { showIn } from '../lib/time-zone.ts';
import { userSettings } from '../testing/factories.ts';
import { createFakeQueue, type FakeQueue } from '../testing/fake-queue.ts';
import { problem } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render.tsx';
import { Routes } from './routes.tsx';
import { PostingSwitch } from './signed-in.tsx';

const { resolvedOptions } = Intl.DateTimeFormat.prototype;
let fake: FakeQueue;

function report(timeZone: string): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
}

beforeEach(() => {
  fake = createFakeQueue();
  report('Etc/Unknown');
  standInWith('UTC');
});

// Other test files of this worker share this state.
afterEach(() => showIn(null));

it.each(['Etc/Unknown', 'Foo/Bar', 'GMT+5'])(
  'shows the schedule in the server’s time zone, and says so, when the browser reports %s (rule 5.10)',
  async (zone) => {
    report(zone);
    fake.server.on('GET /api/user-settings', userSettings({ timeZone: 'Asia/Tokyo' }));
    renderPage(<Routes />, '/scheduled');
    expect(
      await screen.findByRole('heading', { name: 'No Scheduled Comments' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('note')).toHaveTextContent(
      'This browser does not say its time zone. All times here are those of Asia/Tokyo, the server’s.',
    );
    expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument();
  },
);

it('says nothing when the browser has a time zone', async () => {
  report('Europe/Berlin');
  renderPage(<Routes />, '/scheduled');
  await screen.findByRole('heading', { name: 'No Scheduled Comments' });
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('sends UTC to a server without a time zone when the browser has none', async () => {
  report('undefined');
  fake.server
    .on('GET /api/user-settings', userSettings({ timeZone: null }))
    .on('PUT /api/user-settings', userSettings({ timeZone: 'UTC' }));
  renderPage(<PostingSwitch />);
  await vi.waitFor(() =>
    expect(fake.server.sent('PUT /api/user-settings')).toMatchObject([
      { timeZone: 'UTC' },
    ]),
  );
});

it('sends UTC, and says so, when the server does not know the browser’s time zone', async () => {
  report('America/Coyhaique');
  fake.server
    .on('GET /api/user-settings', userSettings({ timeZone: null }))
    .on('PUT /api/user-settings', ({ body }) => {
      const { timeZone } = body as { timeZone: string };
      if (timeZone !== 'UTC')
        return problem(400, 'invalid', 'must be the name of a time zone');
      return Response.json(userSettings({ timeZone }));
    });
  renderPage(<PostingSwitch />);
  expect(
    await screen.findByText(
      'The server does not know America/Coyhaique. Posting slots and the daily limit follow UTC.',
    ),
  ).toBeInTheDocument();
  expect(fake.server.sent('PUT /api/user-settings')).toMatchObject([
    { timeZone: 'America/Coyhaique' },
    { timeZone: 'UTC' },
  ]);
});
