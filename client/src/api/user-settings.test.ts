import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { userSettings } from '../testing/factories.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { createQueryClient } from './query-client.ts';
import { useUpdateUserSettings } from './user-settings.ts';

function change() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(() => useUpdateUserSettings(), { wrapper }).result.current.mutateAsync;
}

describe('a change of the settings', () => {
  it('keeps auto queue as it is', async () => {
    const server = createFakeServer()
      .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }))
      .on('PUT /api/user-settings', userSettings());
    await change()({ activeVoiceProfileId: 2 });
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: false, activeVoiceProfileId: 2 },
    ]);
  });

  it('has it enabled where it is unknown (SPEC §4)', async () => {
    const server = createFakeServer()
      .on('GET /api/user-settings', () => problem(503, 'database_unavailable', 'Away.'))
      .on('PUT /api/user-settings', userSettings());
    await change()({ activeVoiceProfileId: 2 });
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, activeVoiceProfileId: 2 },
    ]);
  });
});
