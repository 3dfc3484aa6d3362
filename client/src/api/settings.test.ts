import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { userSettings } from '../testing/factories.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { createQueryClient } from './auth.ts';
import { useNextFreeSlot } from './posting.ts';
import { userSettingsQuery, useUpdateUserSettings } from './settings.ts';

it('a change is not sent while Auto Queue is unknown', async () => {
  const server = createFakeServer()
    .on('GET /api/user-settings', problem(503, 'database_unavailable', 'Away.'))
    .on('PUT /api/user-settings', userSettings());
  const change = hookOf(createQueryClient(), useUpdateUserSettings).mutateAsync({
    activeVoiceProfileId: 2,
  });
  await expect(change).rejects.toThrow('Away.');
  expect(server.sent('PUT /api/user-settings')).toEqual([]);
});

it('a change keeps the Auto Queue setting saved in another tab', async () => {
  let saved = userSettings({ autoQueueEnabled: true });
  const server = createFakeServer()
    .on('GET /api/user-settings', () => Response.json(saved))
    .on('PUT /api/user-settings', () => Response.json(saved));
  const client = createQueryClient();
  await client.fetchQuery(userSettingsQuery);
  saved = userSettings({ autoQueueEnabled: false });
  await hookOf(client, useUpdateUserSettings).mutateAsync({ postingPaused: true });
  expect(server.sent('PUT /api/user-settings')).toEqual([
    { autoQueueEnabled: false, postingPaused: true },
  ]);
});

const slots = ['2026-11-24T13:00:00.000Z', '2026-11-24T17:30:00.000Z'];

function nextFreeSlot(
  now: string,
  times: string[],
  timeZone: string | null = 'Europe/Berlin',
  refusals = 0,
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  let settings = userSettings({ timeZone });
  const server = createFakeServer()
    .on('GET /api/user-settings', () => Response.json(settings))
    .on('PUT /api/user-settings', () => {
      if (refusals-- > 0) return problem(503, 'database_unavailable', 'Away.');
      settings = userSettings({ timeZone: 'UTC' });
      return Response.json(settings);
    })
    .on('GET /api/queue/free-slots', { times });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return { server, ...renderHook(useNextFreeSlot, { wrapper }) };
}

it('is the first slot in the future, or null if there is none (rule 7.18)', async () => {
  const { result } = nextFreeSlot('2026-11-24T13:00:00Z', slots);
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual(new Date(slots[1] ?? '')));
  const none = nextFreeSlot('2026-11-24T13:00:00Z', []);
  await waitFor(() => expect(none.result.current).toBeNull());
});

it('sends the viewer’s time zone once to a server without one, before requesting slots', async () => {
  const { server, result } = nextFreeSlot('2026-11-24T12:00:00Z', slots, null);
  await waitFor(() => expect(result.current).toEqual(new Date(slots[0] ?? '')));
  expect(server.sent('PUT /api/user-settings')).toEqual([
    { autoQueueEnabled: true, timeZone: 'UTC' },
  ]);
  const order = server.calls.map(({ method, path }) => `${method} ${path}`);
  expect(order.indexOf('GET /api/queue/free-slots')).toBeGreaterThan(
    order.indexOf('PUT /api/user-settings'),
  );
});

it('sends the time zone again after the server was unreachable', async () => {
  const { server, result } = nextFreeSlot('2026-11-24T12:00:00Z', slots, null, 1);
  await waitFor(() => expect(result.current).toEqual(new Date(slots[0] ?? '')));
  expect(server.sent('PUT /api/user-settings')).toHaveLength(2);
});
