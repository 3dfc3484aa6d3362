import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { type FakeServer, json } from '../../testing/fake-server.ts';
import { aChannel } from '../../testing/following.ts';
import { click, expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { FollowingPage } from './following-page.tsx';

let server: FakeServer;

const openFollowing = () => renderPage(<FollowingPage />, '/following');

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/channels', [aChannel(1)])
    .on('GET /api/standing-searches', []);
});

it('selects a subscription by a press anywhere on its row (rule 14.2)', async () => {
  const subscription = {
    channelId: 'UC9',
    title: 'Channel 9',
    thumbnailUrl: null,
    followed: false,
  };
  server.on('GET /api/channels/subscriptions', [subscription]);
  const { user } = openFollowing();
  await press('Import Subscriptions');
  await user.click(await screen.findByText('Channel 9'));
  expect(screen.getByRole('checkbox', { name: 'Choose Channel 9' })).toBeChecked();
});

describe('the followed channels', () => {
  beforeEach(() => {
    server.on('GET /api/channels', [
      aChannel(1),
      aChannel(2, { trouble: 'YouTube refuses its list of videos.' }),
      aChannel(3, { muted: true }),
    ]);
  });

  it('are shown with what is known of each (rule 14.4)', async () => {
    openFollowing();
    expect(
      await screen.findByText(
        /4 videos in 30 days · 1 commented .* checked about every 3 hours/,
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unmute Channel 3' })).toBeInTheDocument();
  });

  it('are shown with why one cannot be read (rule 14.6)', async () => {
    openFollowing();
    expect(
      await screen.findByText(
        /^Not checked since .*: YouTube refuses its list of videos\.$/,
      ),
    ).toBeInTheDocument();
  });

  it('can be filtered by name', async () => {
    const { user } = openFollowing();
    await screen.findByText('Channel 1');
    await user.type(screen.getByRole('textbox', { name: 'Filter channels' }), 'nel 2');
    expect(screen.queryByText('Channel 1')).toBeNull();
    expect(screen.getByText('Channel 2')).toBeInTheDocument();
  });
});

it('unfollows a channel, and undo keeps it muted (rule 14.1)', async () => {
  let followed = [aChannel(3, { muted: true })];
  server
    .on('GET /api/channels', () => json(followed))
    .on('DELETE /api/channels/3', () => {
      followed = [];
      return new Response(null, { status: 204 });
    })
    .on('POST /api/channels', () => json(aChannel(7), 201))
    .on('PATCH /api/channels/7', aChannel(7, { muted: true }));
  openFollowing();
  await press('Unfollow Channel 3');
  await press('Undo');
  await waitFor(() =>
    expect(server.sent('PATCH /api/channels/7')).toEqual([{ muted: true }]),
  );
  expect(server.sent('POST /api/channels')).toEqual([{ address: 'UC3' }]);
});

it('imports the chosen subscriptions (rule 14.2)', async () => {
  server
    .on('GET /api/channels/subscriptions', [
      { channelId: 'UCa', title: 'A', thumbnailUrl: null, followed: false },
      { channelId: 'UCb', title: 'B', thumbnailUrl: null, followed: true },
    ])
    .on('POST /api/channels/import', { followed: 1, already: 0, unknown: 0 });
  openFollowing();
  await press('Import Subscriptions');
  await click('checkbox', 'Choose all');
  await press('Follow 1 Channel');
  await expectNotice('Channels Imported', '1 channel followed');
  expect(server.sent('POST /api/channels/import')).toEqual([{ channelIds: ['UCa'] }]);
});
