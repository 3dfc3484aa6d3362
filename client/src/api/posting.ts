import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/queue.ts';
import { useNow } from '../lib/browser.ts';
import { viewersZone, ZONE_EVERYWHERE } from '../lib/time-zone.ts';
import { toast } from '../lib/toast.ts';
import { isInvalid, jsonQuery, namedQuery } from './http.ts';
import { userSettingsQuery, useUpdateUserSettings } from './settings.ts';

export const postingStatusQuery = namedQuery(['posting-status'], postingStatusSchema);

/**
 * The number of posts per day that the app recommends in the week after the first post.
 */
export const FIRST_WEEK_POSTS = 5;

export const announcePosted = ({ youtubeUrl, video }: CommentRow): void =>
  toast({
    title: 'Comment Posted to YouTube!',
    subject: video.title,
    description: 'Your comment has been successfully posted to the video.',
    ...(youtubeUrl && { link: { label: 'Open on YouTube', href: youtubeUrl } }),
  });

/** Number of free slots to load: enough for a page that stays open for days. */
const KNOWN_SLOTS = 20;

export const schedulesKey = ['queue', 'schedule'] as const;

export const scheduleQuery = (from: Date, to: Date) => {
  const query = { from: from.toISOString(), to: to.toISOString() };
  return jsonQuery(
    [...schedulesKey, query],
    '/api/queue/schedule',
    scheduleOverviewSchema,
    query,
  );
};

/**
 * Returns the time zone of the posting slots and the daily
 * cap. If the server has none yet, saves the viewer's.
 */
export function useOwnTimeZone(): string | undefined {
  const settings = useQuery(userSettingsQuery).data;
  // The user did not start this request and could not repeat it. Five
  // retries take half a minute, longer than a restart of the server.
  const { mutate, isIdle } = useUpdateUserSettings(() => undefined, 5);
  const isUnknown = settings?.timeZone === null;
  useEffect(() => {
    if (!isUnknown || !isIdle) return;
    const own = viewersZone();
    const onError = (error: Error) => {
      // A recent browser may report a time zone that an older server does not know.
      if (!isInvalid(error) || own === ZONE_EVERYWHERE) return;
      mutate({ timeZone: ZONE_EVERYWHERE });
      toast({
        title: 'Time zone not known',
        description: `The server does not know ${own}. Posting slots and the daily limit follow ${ZONE_EVERYWHERE}.`,
      });
    };
    mutate({ timeZone: own }, { onError });
  }, [isUnknown, isIdle, mutate]);
  return settings?.timeZone ?? undefined;
}

export function useFreeSlots(count: number) {
  const isKnown = useOwnTimeZone() !== undefined;
  return useQuery({
    ...jsonQuery(
      ['queue', 'free-slots', count],
      '/api/queue/free-slots',
      freeSlotsSchema,
      { count },
    ),
    // Free slots pass with time, even if nothing else changes.
    staleTime: 60_000,
    enabled: isKnown,
  });
}

/** Returns undefined while loading, and null if no slot is free within a year. */
export function useNextFreeSlot(): Date | null | undefined {
  const { data } = useFreeSlots(KNOWN_SLOTS);
  const now = useNow();
  if (!data) return undefined;
  const next = data.times.find((at) => new Date(at) > now);
  return next ? new Date(next) : null;
}
