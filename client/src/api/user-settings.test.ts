import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { userSettings } from '../testing/factories.ts';
import { createFakeServer, held, problem } from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { createQueryClient } from './query-client.ts';
import { userSettingsQuery, useUpdateUserSettings } from './user-settings.ts';

const change = (client = createQueryClient()) => hookOf(client, useUpdateUserSettings).mutateAsync;

describe('a change of the settings', () => {
  it('keeps Auto Queue as it is (rule 3.5)', async () => {
    const server = createFakeServer()
      .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }))
      .on('PUT /api/user-settings', userSettings());
    await change()({ activeVoiceProfileId: 2 });
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: false, activeVoiceProfileId: 2 },
    ]);
  });

  it('sends Auto Queue as on where it is unknown', async () => {
    const server = createFakeServer()
      .on('GET /api/user-settings', () => problem(503, 'database_unavailable', 'Away.'))
      .on('PUT /api/user-settings', userSettings());
    await change()({ activeVoiceProfileId: 2 });
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, activeVoiceProfileId: 2 },
    ]);
  });

  it('shows once answered and refreshes the posting status', async () => {
    const client = createQueryClient();
    const again = held(userSettings({ activeVoiceProfileId: 3 }));
    createFakeServer()
      .on('GET /api/user-settings', again.answer)
      .on('PUT /api/user-settings', userSettings({ activeVoiceProfileId: 2 }));
    client.setQueryData(userSettingsQuery.queryKey, userSettings({ activeVoiceProfileId: 1 }));
    client.setQueryData(['posting-status'], {});
    const shown = new QueryObserver(client, userSettingsQuery);
    const stop = shown.subscribe(() => undefined);
    const changed = change(client)({ activeVoiceProfileId: 2 });
    await expect.poll(() => shown.getCurrentResult().data?.activeVoiceProfileId).toBe(2);
    expect(client.getQueryState(['posting-status'])?.isInvalidated).toBe(true);
    again.release();
    await changed;
    expect(shown.getCurrentResult().data?.activeVoiceProfileId).toBe(3);
    stop();
  });
});
