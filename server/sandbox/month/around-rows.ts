import { createHash } from 'node:crypto';
import { addDays, pacificDay } from '#shared/rules/calendar.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { videoTopics } from '#shared/rules/topics.ts';
import type {
  followedChannels,
  freshVideos,
  notices,
  ownComments,
  profileVersions,
  quotaUsage,
  standingSearches,
  styleRules,
  userSettings,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { acceptsComments, statisticsOf, type Video } from '../catalogue.ts';
import type { MonthPlan } from './plan.ts';
import type { Units } from './records.ts';
import { DAY, HOUR, MINUTE } from './times.ts';

/** The Fresh page shows videos of the last two days. */
const FRESH = 2 * DAY;

export interface World {
  /** The sandbox's origin, which serves the pictures of videos and channels. */
  origin: string;
  uploadsOf: (channelId: string) => readonly Video[];
  titleOf: (channelId: string) => string;
  /**
   * Returns how many of the owner's comments, and replies to them, are publicly visible
   * under a video.
   */
  postedOn: (videoId: string) => number;
}

export function videoRows(
  { videos: all, request }: MonthPlan,
  { origin, postedOn }: World,
) {
  const { now } = request;
  return all.map(({ id, video }): typeof videos.$inferInsert => {
    const { views, likes, comments } = statisticsOf(video, now);
    const isOpen = acceptsComments(video);
    return {
      id,
      youtubeId: video.id,
      title: video.title,
      description: video.description,
      channelTitle: video.channelTitle,
      channelId: video.channelId,
      thumbnailUrl: `${origin}/vi/${video.id}/mqdefault.jpg`,
      publishedAt: video.publishedAt.toISOString().replace(/\.\d{3}Z$/, 'Z'),
      viewCount: views,
      likeCount: likes,
      commentCount: isOpen ? comments + postedOn(video.id) : null,
      commentsOff: !isOpen,
      language: video.language,
      hasCaptions: video.hasCaptions,
      tags: videoTopics(video.title, video.description),
      keywords: [...video.tags],
      fetchedAt: new Date(now.getTime() - 2 * HOUR),
      createdAt: new Date(
        Math.max(now.getTime() - 30 * DAY, video.publishedAt.getTime() + 10 * MINUTE),
      ),
    };
  });
}

export function voiceRows({ voice, request, at, comments }: MonthPlan) {
  const profileId = request.firstId;
  const commentIdOf = new Map(comments.map(({ id, record }) => [record.id, id]));
  const profile: typeof voiceProfiles.$inferInsert = {
    id: profileId,
    ...voice.profile,
    createdAt: at(voice.createdAt),
    updatedAt: at(voice.editedAt),
  };
  const rules = voice.rules.map(
    (rule, index): typeof styleRules.$inferInsert & { id: number } => ({
      id: profileId + index,
      profileId,
      text: rule.text,
      status: rule.status,
      evidence: rule.evidence.map(({ comment, before, after }) => ({
        commentId: commentIdOf.get(comment) ?? 0,
        before,
        after,
      })),
      createdAt: at(rule.at),
      decidedAt: rule.decided === null ? null : at(rule.decided),
    }),
  );
  const accepted = rules.filter(({ status }) => status === 'accepted');
  const changes = [
    { reason: 'Created', at: at(voice.createdAt) },
    { reason: voice.editReason, at: at(voice.editedAt) },
    ...accepted.map(({ decidedAt }) => ({
      reason: 'Accepted a rule',
      at: decidedAt ?? request.now,
    })),
  ];
  const versions = changes.map((change, index): typeof profileVersions.$inferInsert => ({
    profileId,
    number: index + 1,
    reason: change.reason,
    fields: {
      ...voice.profile,
      habits: [],
      ...(index === 0 && { industryFocus: '', customInstructions: '' }),
    },
    rules: accepted
      .filter(({ decidedAt }) => decidedAt != null && decidedAt <= change.at)
      .map(({ id, text }) => ({ id, text })),
    createdAt: change.at,
  }));
  const own = voice.ownComments.map(
    (content, index): typeof ownComments.$inferInsert => ({
      id: profileId + index,
      profileId,
      content,
      contentKey: createHash('sha256').update(comparableText(content)).digest('hex'),
      source: 'pasted',
      createdAt: at(voice.pastedAt),
    }),
  );
  return {
    voiceProfiles: [profile],
    styleRules: rules,
    profileVersions: versions,
    ownComments: own,
  };
}

export function followingRows(plan: MonthPlan, { uploadsOf, titleOf, origin }: World) {
  const { around, request, at, videos: all, channelIdOf } = plan;
  const { now, firstId } = request;
  const followed = around.followed.map(
    ({ channel, since }, index): typeof followedChannels.$inferInsert => {
      const channelId = channelIdOf(channel);
      const uploads = uploadsOf(channelId);
      const times = uploads.map(({ publishedAt }) => publishedAt.getTime());
      return {
        id: firstId + index,
        channelId,
        uploadsId: `UU${channelId.slice(2)}`,
        title: titleOf(channelId),
        thumbnailUrl: `${origin}/avatar/${channelId}.svg`,
        namedAt: new Date(now.getTime() - DAY),
        lastVideoAt: times.length > 0 ? new Date(Math.max(...times)) : null,
        videosLast30Days: times.filter((time) => now.getTime() - time <= 30 * DAY).length,
        knownIds: uploads.map(({ id }) => id),
        readAt: new Date(now.getTime() - 20 * MINUTE),
        nextReadAt: new Date(now.getTime() + (35 + 3 * index) * MINUTE),
        createdAt: at(since),
      };
    },
  );
  const searches = around.searches.map(
    ({ query, since }, index): typeof standingSearches.$inferInsert => ({
      id: firstId + index,
      query,
      lastRunAt: new Date(now.getTime() - 2 * HOUR),
      nextRunAt: new Date(now.getTime() + 4 * HOUR),
      createdAt: at(since),
    }),
  );
  const finds = (video: Video) =>
    searches.findIndex(({ query }) =>
      [video.title, ...video.tags, ...video.subjectWords].some((text) =>
        text.toLowerCase().includes(query),
      ),
    );
  const fresh = all.flatMap(({ id, video }): (typeof freshVideos.$inferInsert)[] => {
    const age = now.getTime() - video.publishedAt.getTime();
    const isFollowed = followed.some(({ channelId }) => channelId === video.channelId);
    const search = finds(video);
    if (age > FRESH || !(isFollowed || search >= 0)) return [];
    return [
      {
        videoId: id,
        searchId: search >= 0 ? firstId + search : null,
        isShort: false,
        appearedAt: video.publishedAt,
        foundAt: new Date(
          Math.min(now.getTime(), video.publishedAt.getTime() + 25 * MINUTE),
        ),
        seenAt: age > 20 * HOUR ? new Date(now.getTime() - HOUR) : null,
      },
    ];
  });
  return { followedChannels: followed, standingSearches: searches, freshVideos: fresh };
}

export function noticeRows({
  around,
  at,
  comments,
  replies,
  request,
}: MonthPlan): (typeof notices.$inferInsert)[] {
  return around.notices.map((notice, index) => {
    const subjects = [
      ...comments
        .filter(({ record }) => notice.comments.includes(record.id))
        .map(({ id }) => id),
      ...replies
        .filter(({ record }) => notice.repliesTo.includes(record.comment))
        .map(({ id }) => id),
    ];
    const told = at(notice.at);
    return {
      id: request.firstId + index,
      webhookId: `msg_sample-${request.firstId + index}`,
      type: notice.type,
      cause: `${notice.type}:${told.toISOString()}`,
      data: { subjects, ...(notice.isReminder && { isReminder: true }) },
      openedAt: told,
      tellAt: told,
      toldAt: told,
      resolvedAt: null,
    };
  });
}

export function settingsRow({
  around,
  request,
  at,
  voice,
}: MonthPlan): typeof userSettings.$inferInsert {
  return {
    id: 1,
    activeVoiceProfileId: request.firstId,
    timeZone: request.timeZone,
    morningDrafts: 2,
    postingSlots: [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
      around.postingSlots.map((time) => ({ day, time })),
    ),
    loopSeenAt: request.now,
    createdAt: at(voice.createdAt),
    updatedAt: at(voice.editedAt),
  };
}

export function quotaRows({
  around,
  request,
}: MonthPlan): (typeof quotaUsage.$inferInsert)[] {
  const today = pacificDay(request.now);
  return [around.quota.today, ...around.quota.earlier].flatMap(
    (units: Units, daysAgo) => {
      const day = addDays(today, -daysAgo);
      return [
        {
          pacificDay: day,
          bucket: 'shared' as const,
          used: units.shared,
          outcomesUsed: units.outcomes,
          followingUsed: units.following,
        },
        {
          pacificDay: day,
          bucket: 'search' as const,
          used: units.searches,
          followingUsed: units.standingSearches,
        },
      ];
    },
  );
}
