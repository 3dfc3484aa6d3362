import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/queue.ts';
import { postingStatusSchema } from '#shared/contracts/status.ts';
import { useNow } from '../lib/browser.ts';
import { viewersZone, ZONE_EVERYWHERE } from '../lib/time-zone.ts';
import { toast } from '../lib/toast.ts';
import { isInvalid, jsonQuery, namedQuery } from './http.ts';
import { userSettingsQuery, useUpdateUserSettings } from './settings.ts';

export const postingStatusQuery = namedQuery(['posting-status'], postingStatusSchema);

/** A day, as the pages advise in the week after the first post. */
export const FIRST_WEEK_POSTS = 5;

export const announcePosted = ({ youtubeUrl, video }: CommentRow): void =>
  toast({
    title: 'Comment Posted to YouTube!',
    subject: video.title,
    description: 'Your comment has been successfully posted to the video.',
    ...(youtubeUrl && { link: { label: 'Open on YouTube', href: youtubeUrl } }),
  });

/** Enough for a page that stays open for days. */
const KNOWN_SLOTS = 20;

export const schedulesKey = ['queue', 'schedule'] as const;

export const scheduleQuery = (from: Date, to: Date) => {
  const query = { from: from.toISOString(), to: to.toISOString() };
  return jsonQuery([...schedulesKey, query], '/api/queue/schedule', scheduleOverviewSchema, query);
};

/** Slots and the daily cap follow this zone; a server that knows none is told the viewer's. */
export function useOwnTimeZone(): string | undefined {
  const settings = useQuery(userSettingsQuery).data;
  // Nobody pressed anything that could be pressed again: half a minute outlasts the server's restart.
  const { mutate, isIdle, error, variables } = useUpdateUserSettings(() => undefined, 5);
  const isUnknown = settings?.timeZone === null;
  const refused = isUnknown && isInvalid(error) ? variables?.timeZone : undefined;
  useEffect(() => {
    if (isUnknown && isIdle) mutate({ timeZone: viewersZone() });
  }, [isUnknown, isIdle, mutate]);
  useEffect(() => {
    // The browser may be newer than the server, and a zone newer still.
    if (refused === undefined || refused === ZONE_EVERYWHERE) return;
    mutate({ timeZone: ZONE_EVERYWHERE });
    toast({
      title: 'Time zone not known',
      description: `The server does not know ${refused}. Posting slots and the daily limit follow ${ZONE_EVERYWHERE}.`,
    });
  }, [refused, mutate]);
  return settings?.timeZone ?? undefined;
}

export function useFreeSlots(count: number) {
  const isKnown = useOwnTimeZone() !== undefined;
  return useQuery({
    ...jsonQuery(['queue', 'free-slots', count], '/api/queue/free-slots', freeSlotsSchema, { count }),
    // Slots pass while nothing else changes.
    staleTime: 60_000,
    enabled: isKnown,
  });
}

/** Undefined until it is known, null where a year has none. */
export function useNextFreeSlot(): Date | null | undefined {
  const { data } = useFreeSlots(KNOWN_SLOTS);
  const now = useNow();
  if (!data) return undefined;
  const next = data.times.find((at) => new Date(at) > now);
  return next ? new Date(next) : null;
}
