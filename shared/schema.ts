import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { CommentAnalysis, PreviousText } from './contracts/comment-detail.ts';
import type { Look, Visibility, VisibilityReason } from './contracts/comments.ts';
import type { Alternative, DraftWhy, GivenMaterial, TopComment } from './contracts/drafts.ts';
import type { NoticeData, NoticeDeliveries, NoticeRoutes, NoticeType } from './contracts/notices.ts';
import type { CommentStatus, CommentStyle } from './contracts/primitives.ts';
import type { ReplyState } from './contracts/replies.ts';
import {
  type ModelKind,
  type PostingSlot,
  type SeenOfModel,
  usualLargestWindow,
} from './contracts/settings.ts';
import type { ContentInsights, viewCounts } from './contracts/videos.ts';
import type { OwnCommentSource, RuleEvidence, RuleStatus } from './contracts/voice.ts';
import { forVoiceFields } from './contracts/voice-fields.ts';
import type { PostingReason } from './rules/posting-reasons.ts';
import { defaultPostingSlots } from './rules/posting-slots.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Left in, PostgreSQL takes “CI/CD” for a path, “node.js” for a host, “<Suspense>” for a tag, “-4” for a number. */
const signsInWords = '-+/.<&';
/** Typographic signs, symbols and emoji: with LC_CTYPE C, PostgreSQL takes each of them for a letter. */
const signsBeyondAscii =
  '\\u00A0-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF\\u00D7\\u00F7\\u2000-\\u200B\\u200E-\\u206F' +
  '\\u20A0-\\u20CF\\u2190-\\u2BFF\\u3000-\\u3004\\u3008-\\u3020\\u3030\\uFE00-\\uFE1F\\uFE30-\\uFE6F\\uFF01-\\uFF0F' +
  '\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65\\U0001F000-\\U0001FAFF';
const signs = sql.raw(`'[${signsInWords}${signsBeyondAscii}]'`);

/** Lower case in any locale of the database (migration 0024). `withoutCase` does the same for search words. */
export const withoutCaseOf = (text: AnyPgColumn) => sql`without_case(${text})`;

/** The database uses the index on an expression only for the same expression. */
export const wordsOf = (text: AnyPgColumn) =>
  sql`to_tsvector('simple', regexp_replace(${withoutCaseOf(text)}, ${signs}, ' ', 'g'))`;
export const shownAt = (t: Record<'postedAt' | 'createdAt', AnyPgColumn>) =>
  sql`coalesce(${t.postedAt}, ${t.createdAt})`;
export const fromHighest = (number: AnyPgColumn) => sql`(-${number})`;
export const orLast = (at: AnyPgColumn) => sql`coalesce(${at}, timestamptz 'infinity')`;

export const videos = pgTable(
  'videos',
  {
    id: serial('id').primaryKey(),
    youtubeId: text('youtube_id').notNull().unique(),
    title: text('title').notNull(),
    description: text('description'),
    channelTitle: text('channel_title').notNull(),
    channelId: text('channel_id').notNull(),
    thumbnailUrl: text('thumbnail_url'),
    publishedAt: text('published_at').notNull(),
    viewCount: bigint('view_count', { mode: 'number' }),
    likeCount: bigint('like_count', { mode: 'number' }),
    commentCount: bigint('comment_count', { mode: 'number' }),
    commentsOff: boolean('comments_off').notNull().default(false),
    language: text('language'),
    /** Null where YouTube did not say. */
    hasCaptions: boolean('has_captions'),
    /** The topics that a row shows. */
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    /** YouTube's own tags, to match with. */
    keywords: jsonb('keywords').$type<string[]>().notNull().default([]),
    engagementScore: integer('engagement_score'),
    /** `fit` tells the areas that it was assessed for. */
    contentInsights: jsonb('content_insights').$type<ContentInsights & { fit?: string }>(),
    available: boolean('available').notNull().default(true),
    /** First absence from YouTube's answers; a second a day later makes it unavailable (rule 3.8). */
    absentSince: instant('absent_since'),
    fetchedAt: instant('fetched_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('videos_fetched_at').on(t.fetchedAt),
    index('videos_channel_newest').on(t.channelId, t.fetchedAt),
    index('videos_title_words').using('gin', wordsOf(t.title)),
    index('videos_channel_words').using('gin', wordsOf(t.channelTitle)),
  ],
);

/** A day's memory of what strangers wrote under a video. */
export const topComments = pgTable(
  'top_comments',
  {
    videoId: integer('video_id')
      .primaryKey()
      .references(() => videos.id, { onDelete: 'cascade' }),
    comments: jsonb('comments').$type<TopComment[]>().notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (t) => [index('top_comments_fetched_at').on(t.fetchedAt)],
);

export const followedChannels = pgTable('followed_channels', {
  id: serial('id').primaryKey(),
  channelId: text('channel_id').notNull().unique(),
  /** The playlist of its uploads. */
  uploadsId: text('uploads_id').notNull(),
  /** YouTube's, as all down to the count: renewed or deleted within 30 days. */
  title: text('title'),
  thumbnailUrl: text('thumbnail_url'),
  namedAt: instant('named_at').notNull(),
  lastVideoAt: instant('last_video_at'),
  videosLast30Days: integer('videos_last_30_days').notNull().default(0),
  /** Of the list of uploads as last read: what is not among them is new. */
  knownIds: jsonb('known_ids').$type<string[]>().notNull().default([]),
  /** Premieres and live streams, asked again until they are over. */
  waitingIds: jsonb('waiting_ids').$type<string[]>().notNull().default([]),
  muted: boolean('muted').notNull().default(false),
  readAt: instant('read_at'),
  nextReadAt: instant('next_read_at').notNull(),
  /** Readings that failed since the last good one. */
  failures: integer('failures').notNull().default(0),
  trouble: text('trouble').$type<'gone' | 'refused' | 'failing'>(),
  createdAt: instant('created_at').notNull(),
});

export const standingSearches = pgTable('standing_searches', {
  id: serial('id').primaryKey(),
  query: text('query').notNull(),
  viewCount: text('view_count').$type<(typeof viewCounts)[number]>(),
  waitingIds: jsonb('waiting_ids').$type<string[]>().notNull().default([]),
  lastRunAt: instant('last_run_at'),
  nextRunAt: instant('next_run_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** What was found for Fresh; shown for two days. */
export const freshVideos = pgTable(
  'fresh_videos',
  {
    videoId: integer('video_id')
      .primaryKey()
      .references(() => videos.id, { onDelete: 'cascade' }),
    /** The first search that found it; it is shown without one if its channel is followed. */
    searchId: integer('search_id').references(() => standingSearches.id, { onDelete: 'set null' }),
    isShort: boolean('is_short').notNull(),
    /** Its publication, or the end of its live stream. */
    appearedAt: instant('appeared_at').notNull(),
    foundAt: instant('found_at').notNull(),
    seenAt: instant('seen_at'),
    dismissedAt: instant('dismissed_at'),
    /** The owner's day on which no morning draft could be written about it (rule 14.11). */
    passedOverOn: varchar('passed_over_on', { length: 10 }),
    match: integer('match').notNull().default(0),
    /** The areas of expertise that it was matched with; other ones match it anew. */
    matchedWith: varchar('matched_with', { length: 22 }).notNull().default(''),
  },
  (t) => [index('fresh_videos_appeared_at').on(t.appearedAt)],
);

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const voiceProfiles = pgTable('voice_profiles', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  defaultCommentStyle: text('default_comment_style').$type<CommentStyle>().notNull().default('insightful'),
  ...forVoiceFields({
    text: ({ name }) => text(columnOf(name)),
    list: ({ name }) => jsonb(columnOf(name)).$type<string[]>().notNull().default([]),
  }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export type ProfileFields = Omit<typeof voiceProfiles.$inferSelect, 'id' | 'createdAt' | 'updatedAt'>;

const ofProfile = () =>
  integer('profile_id')
    .notNull()
    .references(() => voiceProfiles.id, { onDelete: 'cascade' });

/** Learned style rules; only accepted ones reach a prompt. */
export const styleRules = pgTable(
  'style_rules',
  {
    id: serial('id').primaryKey(),
    profileId: ofProfile(),
    text: text('text').notNull(),
    status: text('status').$type<RuleStatus>().notNull(),
    evidence: jsonb('evidence').$type<RuleEvidence[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [index('style_rules_profile_id').on(t.profileId)],
);

/** Append-only: restoring a version adds another. */
export const profileVersions = pgTable(
  'profile_versions',
  {
    profileId: ofProfile(),
    number: integer('number').notNull(),
    reason: text('reason').notNull(),
    fields: jsonb('fields').$type<ProfileFields>().notNull(),
    rules: jsonb('rules').$type<{ id: number; text: string }[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.profileId, t.number] })],
);

export const ownComments = pgTable(
  'own_comments',
  {
    id: serial('id').primaryKey(),
    profileId: ofProfile(),
    content: text('content').notNull(),
    contentKey: varchar('content_key', { length: 64 }).notNull(),
    source: text('source').$type<OwnCommentSource>().notNull(),
    youtubeCommentId: text('youtube_comment_id'),
    youtubeVideoId: text('youtube_video_id'),
    writtenAt: instant('written_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('own_comments_profile_content').on(t.profileId, t.contentKey)],
);

const ofComment = () =>
  integer('comment_id')
    .notNull()
    .references((): AnyPgColumn => comments.id, { onDelete: 'cascade' });

export const comments = pgTable(
  'comments',
  {
    id: serial('id').primaryKey(),
    videoId: integer('video_id')
      .notNull()
      .references(() => videos.id),
    content: text('content').notNull(),
    style: text('style').$type<CommentStyle>().notNull(),
    qualityScore: integer('quality_score').notNull(),
    status: text('status').$type<CommentStatus>().notNull().default('pending'),
    analysis: jsonb('analysis').$type<CommentAnalysis>(),
    /** Grows with every change; a request with an older one is refused. */
    revision: integer('revision').notNull().default(1),
    generatedContent: text('generated_content').notNull(),
    previousTexts: jsonb('previous_texts').$type<PreviousText[]>().notNull().default([]),
    voiceProfileId: integer('voice_profile_id').references(() => voiceProfiles.id, { onDelete: 'set null' }),
    model: text('model'),
    youtubeCommentId: text('youtube_comment_id'),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    likeCount: integer('like_count'),
    replyCount: integer('reply_count'),
    /** The count when its replies were last read to the end. */
    readReplyCount: integer('read_reply_count'),
    /** When likes and replies were read; null where they are not known. */
    outcomesCheckedAt: instant('outcomes_checked_at'),
    nextFiguresAt: instant('next_figures_at'),
    /** Why they cannot be read, nor its replies; it is asked again at `nextFiguresAt`. */
    figuresReason: text('figures_reason').$type<VisibilityReason>(),
    visibility: text('visibility').$type<Visibility>(),
    visibilityReason: text('visibility_reason').$type<VisibilityReason>(),
    visibilityCheckedAt: instant('visibility_checked_at'),
    looks: jsonb('looks').$type<Look[]>().notNull().default([]),
    nextLookAt: instant('next_look_at'),
    /** Since when the look under way gets no answer. */
    lookFailingSince: instant('look_failing_since'),
    /** The reply that this comment answers; null for a comment on the video itself. */
    replyId: integer('reply_id').references((): AnyPgColumn => replies.id),
    /** An example that drafts follow first. */
    isExample: boolean('is_example').notNull().default(false),
    /** By itself, in the morning (rule 14.11). */
    draftedForYou: boolean('drafted_for_you').notNull().default(false),
    /** Deleted on YouTube by the owner's order, of it or of its thread; the status stays posted. */
    withdrawnAt: instant('withdrawn_at'),
    /**
     * When the backup was made that brought this comment back unposted. It may have been posted since, so YouTube is
     * checked before it is approved; the approval clears the mark.
     */
    restoredFrom: instant('restored_from'),
    /** Whether that backup had it approved. If so, the owner is asked even if YouTube does not have the comment. */
    restoredAsApproved: boolean('restored_as_approved').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    reviewedAt: instant('reviewed_at'),
    postedAt: instant('posted_at'),
  },
  (t) => [
    uniqueIndex('comments_one_a_video')
      .on(t.videoId)
      .where(sql`${t.replyId} is null and ${t.withdrawnAt} is null`),
    index('comments_video_id').on(t.videoId),
    // For deleting a profile; the smallest one, so that all comments are counted by it.
    index('comments_voice_profile_id').on(t.voiceProfileId),
    uniqueIndex('comments_reply_id').on(t.replyId).where(sql`${t.replyId} is not null`),
    index('comments_next_look_at').on(t.nextLookAt).where(sql`${t.nextLookAt} is not null`),
    index('comments_next_figures_at').on(t.nextFiguresAt).where(sql`${t.nextFiguresAt} is not null`),
    index('comments_visibility')
      .on(t.visibility, t.visibilityCheckedAt)
      .where(sql`${t.visibility} is not null`),
    index('comments_youtube_comment_id').on(t.youtubeCommentId).where(sql`${t.youtubeCommentId} is not null`),
    index('comments_examples').on(t.createdAt).where(sql`${t.isExample}`),
    // The style comes last for counting alone.
    index('comments_status').on(t.status, shownAt(t), t.id, t.style),
    index('comments_created_at').on(t.createdAt),
    index('comments_shown_at').on(shownAt(t), t.id),
    index('comments_content_words').using('gin', wordsOf(t.content)),
  ],
);

/** Strangers' replies under the owner's comments, each once. */
export const replies = pgTable(
  'replies',
  {
    id: serial('id').primaryKey(),
    commentId: ofComment(),
    youtubeReplyId: text('youtube_reply_id').notNull().unique(),
    authorChannelId: text('author_channel_id'),
    /** Name and text are YouTube's: renewed or deleted within 30 days. */
    authorName: text('author_name'),
    text: text('text'),
    likeCount: integer('like_count'),
    /** Beside the text or alone; not kept, as its address lasts for hours only. */
    hasPicture: boolean('has_picture').notNull().default(false),
    /** By the video's own channel. */
    isVideoAuthor: boolean('is_video_author').notNull().default(false),
    publishedAt: instant('published_at').notNull(),
    state: text('state').$type<ReplyState>().notNull().default('new'),
    fetchedAt: instant('fetched_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('replies_comment_id').on(t.commentId, t.publishedAt),
    index('replies_state').on(t.state, t.publishedAt, t.id),
    index('replies_fetched_at').on(t.fetchedAt),
  ],
);

export const draftRecords = pgTable(
  'draft_records',
  {
    commentId: integer('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    /** Null where the person wrote the text. */
    why: jsonb('why').$type<DraftWhy>(),
    alternatives: jsonb('alternatives').$type<Alternative[]>().notNull().default([]),
    /** The person’s own: kept for the next draft of this comment, uncompressed (migration 0008). */
    material: jsonb('material').$type<GivenMaterial>(),
    /** When text of YouTube's was quoted that is still kept here or in the comment's analysis; null once it is gone. */
    quotedAt: instant('quoted_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('draft_records_quoted_at').on(t.quotedAt).where(sql`${t.quotedAt} is not null`)],
);

/** Videos of the bulk under way or the last one; empty once all of it is done and told. */
export const bulkDrafts = pgTable('bulk_drafts', {
  videoId: integer('video_id').primaryKey(),
  style: text('style').$type<CommentStyle>().notNull(),
  addToQueue: boolean('add_to_queue').notNull(),
  state: text('state')
    .$type<'waiting' | 'writing' | 'drafted' | 'skipped' | 'failed' | 'stopped'>()
    .notNull()
    .default('waiting'),
  /** Why it failed, in words. */
  failure: text('failure'),
});

export const queueItems = pgTable(
  'queue_items',
  {
    id: serial('id').primaryKey(),
    commentId: ofComment(),
    priority: integer('priority').notNull().default(0),
    scheduledFor: instant('scheduled_for'),
    autoPost: boolean('auto_post').notNull().default(false),
    /** Set only while approved with autoPost. */
    dueAt: instant('due_at'),
    nextTryAt: instant('next_try_at'),
    blockedReason: text('blocked_reason'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('queue_items_comment_id').on(t.commentId),
    index('queue_items_due_at').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('queue_items_position').on(fromHighest(t.priority), t.createdAt, t.commentId),
    index('queue_items_time').on(orLast(t.scheduledFor), t.commentId),
  ],
);

/** Each row permits one call that writes on YouTube and is committed before it (rule 7.2). */
export const postAttempts = pgTable(
  'post_attempts',
  {
    id: serial('id').primaryKey(),
    commentId: ofComment(),
    origin: text('origin').$type<'manual' | 'loop'>().notNull(),
    kind: text('kind').$type<'insert' | 'change' | 'withdraw'>().notNull().default('insert'),
    state: text('state').$type<'sending' | 'confirming' | 'posted' | 'failed' | 'released'>().notNull(),
    content: text('content').notNull(),
    youtubeVideoId: text('youtube_video_id').notNull(),
    channelId: text('channel_id').notNull(),
    /** The thread that an answer goes into. */
    parentYoutubeId: text('parent_youtube_id'),
    /** The owner's channel at that time, by which the comment is found again. */
    authorChannelId: text('author_channel_id').notNull(),
    authorChannelTitle: text('author_channel_title'),
    worker: text('worker').notNull(),
    startedAt: instant('started_at').notNull(),
    nextCheckAt: instant('next_check_at'),
    checkCount: integer('check_count').notNull().default(0),
    outcomeCode: text('outcome_code'),
    /** False if the request never left this machine; then it counts for no gap. */
    reachedYouTube: boolean('reached_youtube').notNull().default(true),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('post_attempts_one_open').on(t.commentId).where(sql`${t.closedAt} is null`),
    index('post_attempts_open').on(t.state, t.startedAt).where(sql`${t.closedAt} is null`),
    index('post_attempts_started_at').on(t.startedAt),
    index('post_attempts_comment_id').on(t.commentId),
  ],
);

/** One row while the whole loop waits (rule 7.7); after `nextTryAt` one comment is tried. */
export const postingHold = pgTable('posting_hold', {
  id: integer('id').primaryKey().default(1),
  code: text('code').$type<PostingReason>().notNull(),
  attempts: integer('attempts').notNull(),
  nextTryAt: instant('next_try_at'),
  commentId: integer('comment_id'),
  /** The refusal may concern that comment alone: it fails if YouTube takes the next one (rule 7.8). */
  suspect: boolean('suspect').notNull().default(false),
});

export const userSettings = pgTable('user_settings', {
  id: integer('id').primaryKey().default(1),
  activeVoiceProfileId: integer('active_voice_profile_id').references(() => voiceProfiles.id, {
    onDelete: 'set null',
  }),
  autoQueueEnabled: boolean('auto_queue_enabled').notNull().default(true),
  readDrafts: boolean('read_drafts').notNull().default(true),
  minGapSeconds: integer('min_gap_seconds').notNull().default(300),
  dailyCap: integer('daily_cap').notNull().default(20),
  /** Units a day for what became of comments: looks, figures, replies. */
  outcomeUnits: integer('outcome_units').notNull().default(500),
  channelCooldownHours: integer('channel_cooldown_hours').notNull().default(0),
  blockedChannels: jsonb('blocked_channels').$type<string[]>().notNull().default([]),
  postingPaused: boolean('posting_paused').notNull().default(false),
  /** Of the slots and of the daily cap's day; null until a browser tells it. */
  timeZone: text('time_zone'),
  postingSlots: jsonb('posting_slots')
    .$type<PostingSlot[]>()
    .notNull()
    .default([...defaultPostingSlots]),
  skipShorts: boolean('skip_shorts').notNull().default(true),
  morningDrafts: integer('morning_drafts').notNull().default(0),
  morningHour: integer('morning_hour').notNull().default(7),
  /** The owner's day whose drafts are done. */
  morningDay: varchar('morning_day', { length: 10 }),
  /** When the loop last ran with posting open, apart from the owner's brakes. */
  loopSeenAt: instant('loop_seen_at'),
  /** When the embedded database was last vacuumed. */
  vacuumedAt: instant('vacuumed_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const googleAccount = pgTable('google_account', {
  id: integer('id').primaryKey().default(1),
  googleSub: text('google_sub').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  picture: text('picture'),
  channelId: text('channel_id'),
  channelTitle: text('channel_title'),
  scopes: jsonb('scopes').$type<string[]>().notNull().default([]),
  sealedAccessToken: text('sealed_access_token'),
  sealedRefreshToken: text('sealed_refresh_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  grantExpiresAt: instant('grant_expires_at'),
  blockedCode: text('blocked_code'),
  connectedAt: instant('connected_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The channel that was connected last, kept while no channel is connected: the next sign-in is compared with it. */
export const lastChannel = pgTable('last_channel', {
  id: integer('id').primaryKey().default(1),
  googleSub: text('google_sub').notNull(),
  channelId: text('channel_id').notNull(),
  channelTitle: text('channel_title'),
  /** When Google last confirmed the title. */
  seenAt: instant('seen_at').notNull(),
});

export const modelSettings = pgTable('model_settings', {
  id: integer('id').primaryKey().default(1),
  kind: text('kind').$type<ModelKind>().notNull(),
  baseUrl: text('base_url').notNull(),
  model: text('model').notNull(),
  /** Opens only for the address it was given for. */
  sealedKey: text('sealed_key'),
  updatedAt: instant('updated_at').notNull(),
});

/** What the person said of a model, and what its answers showed. */
export const modelProfiles = pgTable(
  'model_profiles',
  {
    baseUrl: text('base_url').notNull(),
    model: text('model').notNull(),
    /** Tokens; null where the server is believed. */
    contextWindow: integer('context_window'),
    thinksFirst: boolean('thinks_first'),
    largestWindow: integer('largest_window').notNull().default(usualLargestWindow),
    seen: jsonb('seen').$type<SeenOfModel>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.baseUrl, t.model] })],
);

export const quotaUsage = pgTable(
  'quota_usage',
  {
    pacificDay: varchar('pacific_day', { length: 10 }).notNull(),
    bucket: text('bucket').$type<'shared' | 'search'>().notNull(),
    used: integer('used').notNull().default(0),
    /** Of `used`, for what became of comments. */
    outcomesUsed: integer('outcomes_used').notNull().default(0),
    /** Of `used`, for watching what is followed. */
    followingUsed: integer('following_used').notNull().default(0),
    blockedUntil: instant('blocked_until'),
  },
  (t) => [primaryKey({ columns: [t.pacificDay, t.bucket] })],
);

export const searchCache = pgTable('search_cache', {
  key: text('key').primaryKey(),
  videoIds: jsonb('video_ids').$type<number[]>().notNull(),
  totalResults: integer('total_results').notNull(),
  assessedIds: jsonb('assessed_ids').$type<number[]>().notNull().default([]),
  pages: integer('pages').notNull().default(1),
  nextPageToken: text('next_page_token'),
  fetchedAt: instant('fetched_at').notNull(),
});

/** Keeps Videos Found from shrinking when videos are deleted (rule 3.6). */
export const libraryTotals = pgTable('library_totals', {
  id: integer('id').primaryKey().default(1),
  forgottenVideos: integer('forgotten_videos').notNull().default(0),
});

/** A deleted video that is found again must not be counted twice. */
export const forgottenVideos = pgTable('forgotten_videos', {
  youtubeIdHash: varchar('youtube_id_hash', { length: 43 }).primaryKey(),
});

/** Since the last backup that was made. */
export const backupFailures = pgTable('backup_failures', {
  id: serial('id').primaryKey(),
  /** In words, for the person. */
  reason: text('reason').notNull(),
  failedAt: instant('failed_at').notNull(),
});

export const notices = pgTable('notices', {
  id: serial('id').primaryKey(),
  /** The same at every try, so that a receiver knows a repetition; a reminder has another. */
  webhookId: text('webhook_id').notNull().unique(),
  type: text('type').$type<NoticeType>().notNull(),
  /** Kept by its reminders and shared by the end of what it tells. */
  cause: text('cause').notNull(),
  data: jsonb('data').$type<NoticeData>().notNull(),
  openedAt: instant('opened_at').notNull(),
  /** Neither shown nor sent before. */
  tellAt: instant('tell_at').notNull(),
  /** When it was handed to its channels. */
  toldAt: instant('told_at'),
  resolvedAt: instant('resolved_at'),
  /** How each channel that it was handed to fares. */
  deliveries: jsonb('deliveries').$type<NoticeDeliveries>().notNull().default({}),
});

export const noticeSettings = pgTable('notice_settings', {
  id: integer('id').primaryKey().default(1),
  quietOn: boolean('quiet_on').notNull().default(true),
  quietFrom: integer('quiet_from').notNull().default(22),
  quietTo: integer('quiet_to').notNull().default(8),
  withWords: boolean('with_words').notNull().default(false),
  letterOn: boolean('letter_on').notNull().default(false),
  letterHour: integer('letter_hour').notNull().default(8),
  letterDays: jsonb('letter_days').$type<number[]>().notNull().default([1, 2, 3, 4, 5]),
  /** Kinds that are not in it go to every channel. */
  routes: jsonb('routes').$type<Partial<NoticeRoutes>>().notNull().default({}),
  smtpHost: text('smtp_host').notNull().default(''),
  smtpPort: integer('smtp_port').notNull().default(587),
  smtpUser: text('smtp_user').notNull().default(''),
  mailFrom: text('mail_from').notNull().default(''),
  mailTo: text('mail_to').notNull().default(''),
  ntfyServer: text('ntfy_server').notNull().default('https://ntfy.sh'),
  ntfyTopic: text('ntfy_topic').notNull().default(''),
  webhookUrl: text('webhook_url').notNull().default(''),
  /** Each opens only for the address it was given for. */
  sealedSmtpPassword: text('sealed_smtp_password'),
  sealedNtfyToken: text('sealed_ntfy_token'),
  sealedWebhookSecret: text('sealed_webhook_secret'),
  sealedFormerSecret: text('sealed_former_secret'),
  formerUntil: instant('former_until'),
  /** What was told by then was seen. */
  readUpTo: instant('read_up_to'),
});

/** For machines that read the status; the token itself is nowhere. */
export const apiTokens = pgTable('api_tokens', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  tokenHash: varchar('token_hash', { length: 43 }).notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/** Columns as connect-pg-simple expects them. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid').primaryKey(),
    sess: jsonb('sess').notNull(),
    expire: timestamp('expire', { precision: 6, withTimezone: true }).notNull(),
  },
  (t) => [index('sessions_expire').on(t.expire)],
);

/** Which Google this database belongs to (decision 004). */
export const databaseOrigin = pgTable('database_origin', {
  id: integer('id').primaryKey().default(1),
  google: text('google').notNull(),
});
