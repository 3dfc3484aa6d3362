import { z } from 'zod';
import { idParamSchema, idSchema, instant, textSchema } from './primitives.ts';
import { foundVideoSchema, viewCounts } from './videos.ts';

export const mostFollowed = 500;
export const mostStandingSearches = 5;

export const followedChannelSchema = z.object({
  id: z.int(),
  channelId: z.string(),
  /** Null if YouTube’s data was deleted after 30 days. */
  title: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  muted: z.boolean(),
  videosLast30Days: z.int(),
  /** Number of the owner’s comments that were posted on the channel. */
  commented: z.int(),
  lastVideoAt: instant.nullable(),
  readAt: instant.nullable(),
  /** About how often its uploads are read, in hours. */
  everyHours: z.number(),
  /** Why its uploads are not read, as a sentence. */
  trouble: z.string().nullable(),
});
export type FollowedChannel = z.infer<typeof followedChannelSchema>;
export const followedChannelListSchema = z.array(followedChannelSchema);

const addressMissing =
  'Paste a channel’s address, its @handle, or a link to one of its videos';

export const followRequestSchema = z.strictObject({
  address: textSchema(500, addressMissing).trim().min(1, addressMissing),
});
export const updateFollowedSchema = z.strictObject({ muted: z.boolean() });

export const subscriptionSchema = followedChannelSchema
  .pick({ channelId: true, thumbnailUrl: true })
  .extend({ title: z.string(), followed: z.boolean() });
export type Subscription = z.infer<typeof subscriptionSchema>;
export const subscriptionListSchema = z.array(subscriptionSchema);

/**
 * Limit for a single import. A file with more channels is rejected without reading it.
 */
export const mostImported = 2000;

export const importChannelsSchema = z.strictObject({
  channelIds: z
    .array(z.string().regex(/^UC[\w-]{22}$/, 'must be the ids of channels'))
    .min(1, 'Choose at least one channel')
    .max(mostImported),
});
export const importedChannelsSchema = z.object({
  followed: z.int(),
  already: z.int(),
  unknown: z.int(),
});
export type ImportedChannels = z.infer<typeof importedChannelsSchema>;

export const standingSearchSchema = z.object({
  id: z.int(),
  q: z.string(),
  viewCount: z.enum(viewCounts).nullable(),
  lastRunAt: instant.nullable(),
});
export type StandingSearch = z.infer<typeof standingSearchSchema>;
export const standingSearchListSchema = z.array(standingSearchSchema);

const wordsMissing = 'Type something to search for';

export const keepSearchSchema = z.strictObject({
  q: textSchema(300, wordsMissing).trim().min(1, wordsMissing),
  viewCount: z.enum(viewCounts).optional(),
});
export type KeepSearch = z.infer<typeof keepSearchSchema>;

/** From oldest to newest. */
export const freshGroups = ['older', 'yesterday', 'today', 'hours'] as const;
export type FreshGroup = (typeof freshGroups)[number];

export const freshVideoSchema = z.object({
  video: foundVideoSchema,
  from: z.object({ kind: z.enum(['channel', 'search']), name: z.string() }),
  seen: z.boolean(),
  foundAt: instant,
  /** When the video was published, or its live stream ended. */
  appearedAt: instant,
  group: z.enum(freshGroups),
});
export type FreshVideo = z.infer<typeof freshVideoSchema>;
export const freshListSchema = z.array(freshVideoSchema);

export const seenSchema = z.strictObject({ videoIds: z.array(idSchema).min(1).max(500) });
export const freshPathSchema = z.object({ videoId: idParamSchema });
