import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/schedule.ts';
import { useNow } from '../lib/browser.ts';
import { fetchJson } from './http.ts';
import { userSettingsQuery, useUpdateUserSettings } from './user-settings.ts';

const FRESH_MS = 60_000;
/** Enough for a page that stays open for days. */
const KNOWN_SLOTS = 20;

export const freeSlotsQuery = (count: number) =>
  queryOptions({
    queryKey: ['queue', 'free-slots', count],
    queryFn: ({ signal }) =>
      fetchJson('/api/queue/free-slots', { query: { count }, signal }, freeSlotsSchema),
    // Slots pass while nothing else changes.
    staleTime: FRESH_MS,
  });

export const scheduleQuery = (from: Date, to: Date) => {
  const query = { from: from.toISOString(), to: to.toISOString() };
  return queryOptions({
    queryKey: ['queue', 'schedule', query],
    queryFn: ({ signal }) => fetchJson('/api/queue/schedule', { query, signal }, scheduleOverviewSchema),
  });
};

export const viewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Slots and the daily cap follow this zone; a server that knows none is told the viewer's. */
export function useOwnTimeZone(): string | undefined {
  const settings = useQuery(userSettingsQuery).data;
  const { mutate, isIdle } = useUpdateUserSettings();
  const isUnknown = settings?.timeZone === null;
  useEffect(() => {
    if (isUnknown && isIdle) mutate({ timeZone: viewersZone() });
  }, [isUnknown, isIdle, mutate]);
  return settings?.timeZone ?? undefined;
}

/** Undefined until it is known, null where a year has none. */
export function useNextFreeSlot(): Date | null | undefined {
  const isKnown = useOwnTimeZone() !== undefined;
  const { data } = useQuery({ ...freeSlotsQuery(KNOWN_SLOTS), enabled: isKnown });
  const now = useNow();
  if (!data) return undefined;
  const next = data.times.find((at) => new Date(at) > now);
  return next ? new Date(next) : null;
}
