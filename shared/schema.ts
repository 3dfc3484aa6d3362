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
import type {
  Alternative,
  DraftManner,
  DraftWhy,
  GivenMaterial,
  TopComment,
} from './contracts/drafts.ts';
import type {
  NoticeData,
  NoticeDeliveries,
  NoticeRoutes,
  NoticeType,
} from './contracts/notices.ts';
import type { CommentStatus, CommentStyle } from './contracts/primitives.ts';
import type { ReplyState } from './contracts/replies.ts';
import {
  type ModelKind,
  type PostingSlot,
  type SeenOfModel,
  usualLargestWindow,
} from './contracts/settings.ts';
import type { StepKind, StepPlace } from './contracts/steps.ts';
import type { ContentInsights, viewCounts } from './contracts/videos.ts';
import type { OwnCommentSource, RuleEvidence, RuleStatus } from './contracts/voice.ts';
import { forVoiceFields } from './contracts/voice-fields.ts';
import type { PostingReason } from './rules/posting-reasons.ts';
import { defaultPostingSlots } from './rules/posting-slots.ts';

const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/**
 * Signs that are removed before indexing. Otherwise PostgreSQL would parse “CI/CD” as a
 * path, “node.js” as a host, “<Suspense>” as a tag and “-4” as a number.
 */
const signsInWords = '-+/.<&';
/**
 * Typographic signs, symbols and emoji. With LC_CTYPE C, PostgreSQL treats each of them
 * as a letter.
 */
const signsBeyondAscii =
  '\\u00A0-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF\\u00D7\\u00F7\\u2000-\\u200B\\u200E-\\u206F' +
  '\\u20A0-\\u20CF\\u2190-\\u2BFF\\u3000-\\u3004\\u3008-\\u3020\\u3030\\uFE00-\\uFE1F\\uFE30-\\uFE6F\\uFF01-\\uFF0F' +
  '\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65\\U0001F000-\\U0001FAFF';
const signs = sql.raw(`'[${signsInWords}${signsBeyondAscii}]'`);

/**
 * Converts to lower case, whatever the locale of the database
 * (migration 0024). `withoutCase` does the same for search words.
 */
export const withoutCaseOf = (text: AnyPgColumn) => sql`without_case(${text})`;

/**
 * Queries must use exactly this expression, or PostgreSQL does not use the index on it.
 */
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
    /** Null if YouTube did not say. */
    hasCaptions: boolean('has_captions'),
    /** The topics that a row in a list shows. */
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    /** YouTube's own tags, used for matching. */
    keywords: jsonb('keywords').$type<string[]>().notNull().default([]),
    engagementScore: integer('engagement_score'),
    /** `fit` identifies the areas of expertise that the video was assessed for. */
    contentInsights: jsonb('content_insights').$type<
      ContentInsights & { fit?: string }
    >(),
    available: boolean('available').notNull().default(true),
    /**
     * When the video was first missing from a response by YouTube. If it is missing again
     * a day later, it counts as unavailable (rule 3.8).
     */
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

/** Caches the top comments of a video for a day. */
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
  /** YouTube's id of the playlist with the channel's uploads. */
  uploadsId: text('uploads_id').notNull(),
  /**
   * The columns from here to `videosLast30Days` come from
   * YouTube and are refreshed or deleted within 30 days.
   */
  title: text('title'),
  thumbnailUrl: text('thumbnail_url'),
  namedAt: instant('named_at').notNull(),
  lastVideoAt: instant('last_video_at'),
  videosLast30Days: integer('videos_last_30_days').notNull().default(0),
  /** Video ids in the list of uploads as last read. Any other id is new. */
  knownIds: jsonb('known_ids').$type<string[]>().notNull().default([]),
  /** Ids of premieres and live streams, which are checked again until they are over. */
  waitingIds: jsonb('waiting_ids').$type<string[]>().notNull().default([]),
  muted: boolean('muted').notNull().default(false),
  readAt: instant('read_at'),
  nextReadAt: instant('next_read_at').notNull(),
  /** Number of failed readings since the last successful one. */
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

/** Videos found for Fresh, which shows them for two days. */
export const freshVideos = pgTable(
  'fresh_videos',
  {
    videoId: integer('video_id')
      .primaryKey()
      .references(() => videos.id, { onDelete: 'cascade' }),
    /**
     * The first standing search that found the video. Without
     * one, the video is shown only while its channel is followed.
     */
    searchId: integer('search_id').references(() => standingSearches.id, {
      onDelete: 'set null',
    }),
    isShort: boolean('is_short').notNull(),
    /** When the video was published, or its live stream ended. */
    appearedAt: instant('appeared_at').notNull(),
    foundAt: instant('found_at').notNull(),
    seenAt: instant('seen_at'),
    dismissedAt: instant('dismissed_at'),
    /**
     * The day, in the owner's time zone, on which no morning
     * draft could be written about the video (rule 14.11).
     */
    passedOverOn: varchar('passed_over_on', { length: 10 }),
    match: integer('match').notNull().default(0),
    /**
     * Identifies the areas of expertise used for `match`. If they change, the video is
     * matched again.
     */
    matchedWith: varchar('matched_with', { length: 22 }).notNull().default(''),
  },
  (t) => [index('fresh_videos_appeared_at').on(t.appearedAt)],
);

const columnOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const voiceProfiles = pgTable('voice_profiles', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  defaultCommentStyle: text('default_comment_style')
    .$type<CommentStyle>()
    .notNull()
    .default('insightful'),
  ...forVoiceFields({
    text: ({ name }) => text(columnOf(name)),
    list: ({ name }) => jsonb(columnOf(name)).$type<string[]>().notNull().default([]),
  }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export type ProfileFields = Omit<
  typeof voiceProfiles.$inferSelect,
  'id' | 'createdAt' | 'updatedAt'
>;

const ofProfile = () =>
  integer('profile_id')
    .notNull()
    .references(() => voiceProfiles.id, { onDelete: 'cascade' });

/** Style rules. Only accepted ones get into a prompt. */
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
    /** Grows with every change. A request with an older revision is rejected. */
    revision: integer('revision').notNull().default(1),
    generatedContent: text('generated_content').notNull(),
    previousTexts: jsonb('previous_texts').$type<PreviousText[]>().notNull().default([]),
    voiceProfileId: integer('voice_profile_id').references(() => voiceProfiles.id, {
      onDelete: 'set null',
    }),
    model: text('model'),
    youtubeCommentId: text('youtube_comment_id'),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    likeCount: integer('like_count'),
    replyCount: integer('reply_count'),
    /** The value of `replyCount` when the replies were last read completely. */
    readReplyCount: integer('read_reply_count'),
    /** When likes and replies were read; null if they are unknown. */
    outcomesCheckedAt: instant('outcomes_checked_at'),
    nextFiguresAt: instant('next_figures_at'),
    /**
     * Why likes and replies cannot be read. They are requested again at `nextFiguresAt`.
     */
    figuresReason: text('figures_reason').$type<VisibilityReason>(),
    visibility: text('visibility').$type<Visibility>(),
    visibilityReason: text('visibility_reason').$type<VisibilityReason>(),
    visibilityCheckedAt: instant('visibility_checked_at'),
    looks: jsonb('looks').$type<Look[]>().notNull().default([]),
    nextLookAt: instant('next_look_at'),
    /** Since when the current visibility check has been failing. */
    lookFailingSince: instant('look_failing_since'),
    /** The reply that this comment answers; null for a comment on the video itself. */
    replyId: integer('reply_id').references((): AnyPgColumn => replies.id),
    /** Marked by the owner as an example, which drafts follow first. */
    isExample: boolean('is_example').notNull().default(false),
    /** Drafted automatically in the morning (rule 14.11). */
    draftedForYou: boolean('drafted_for_you').notNull().default(false),
    /**
     * When the owner withdrew this comment or the comment that started its thread, which
     * deletes it on YouTube. The status stays posted.
     */
    withdrawnAt: instant('withdrawn_at'),
    /**
     * When the backup was made from which this comment was restored unposted. It may have
     * been posted since, so YouTube is checked before it is approved; the approval clears
     * this value.
     */
    restoredFrom: instant('restored_from'),
    /**
     * Whether the comment was approved in that backup. If so, the
     * owner is asked even if YouTube does not have the comment.
     */
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
    // Used when a profile is deleted. As the smallest index, it is also used to count all
    // comments.
    index('comments_voice_profile_id').on(t.voiceProfileId),
    uniqueIndex('comments_reply_id').on(t.replyId).where(sql`${t.replyId} is not null`),
    index('comments_next_look_at')
      .on(t.nextLookAt)
      .where(sql`${t.nextLookAt} is not null`),
    index('comments_next_figures_at')
      .on(t.nextFiguresAt)
      .where(sql`${t.nextFiguresAt} is not null`),
    index('comments_visibility')
      .on(t.visibility, t.visibilityCheckedAt)
      .where(sql`${t.visibility} is not null`),
    index('comments_youtube_comment_id')
      .on(t.youtubeCommentId)
      .where(sql`${t.youtubeCommentId} is not null`),
    index('comments_examples').on(t.createdAt).where(sql`${t.isExample}`),
    // The style is included so that counting needs nothing but this index.
    index('comments_status').on(t.status, shownAt(t), t.id, t.style),
    index('comments_created_at').on(t.createdAt),
    index('comments_shown_at').on(shownAt(t), t.id),
    index('comments_content_words').using('gin', wordsOf(t.content)),
  ],
);

/** Other people's replies to the owner's comments, each stored once. */
export const replies = pgTable(
  'replies',
  {
    id: serial('id').primaryKey(),
    commentId: ofComment(),
    youtubeReplyId: text('youtube_reply_id').notNull().unique(),
    authorChannelId: text('author_channel_id'),
    /** Name and text come from YouTube and are refreshed or deleted within 30 days. */
    authorName: text('author_name'),
    text: text('text'),
    likeCount: integer('like_count'),
    /**
     * Whether the reply has a picture, with or without a text. The
     * picture's address is not stored, because it expires after hours.
     */
    hasPicture: boolean('has_picture').notNull().default(false),
    /**
     * Whether the reply is by the creator of the video. The database column still has its
     * old name.
     */
    byCreator: boolean('is_video_author').notNull().default(false),
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
    /** Null if the owner wrote the text. */
    why: jsonb('why').$type<DraftWhy>(),
    alternatives: jsonb('alternatives').$type<Alternative[]>().notNull().default([]),
    /**
     * What the owner provided. Kept for the next draft of this comment, uncompressed
     * (migration 0008).
     */
    material: jsonb('material').$type<GivenMaterial>(),
    /**
     * When YouTube's text was quoted here or in the comment's analysis; null once the
     * quotes are deleted.
     */
    quotedAt: instant('quoted_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('draft_records_quoted_at').on(t.quotedAt).where(sql`${t.quotedAt} is not null`),
  ],
);

/**
 * Videos of the running or last bulk run. Empty once everything is done and the result
 * was delivered.
 */
export const bulkDrafts = pgTable('bulk_drafts', {
  videoId: integer('video_id').primaryKey(),
  style: text('style').$type<CommentStyle>().notNull(),
  addToQueue: boolean('add_to_queue').notNull(),
  /** How the drafts are to be written. */
  manner: jsonb('manner').$type<DraftManner>().notNull().default({}),
  state: text('state')
    .$type<'waiting' | 'writing' | 'drafted' | 'skipped' | 'failed' | 'stopped'>()
    .notNull()
    .default('waiting'),
  /** Why it failed, as a sentence. */
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
    /** Set only while the comment is approved and `autoPost` is set. */
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

/**
 * The owner's changes to comments, with everything needed to undo each of
 * them (rule 12.13). A step is written in the transaction of its change.
 */
export const commentSteps = pgTable(
  'comment_steps',
  {
    /**
     * Random, so that an id which a page still remembers after a restore cannot belong to
     * another step.
     */
    id: varchar('id', { length: 36 }).primaryKey(),
    /**
     * Increases with each step, because the steps of a comment are undone from the newest
     * to the oldest.
     */
    number: serial('number').notNull(),
    commentId: ofComment(),
    kind: text('kind').$type<StepKind>().notNull(),
    statusBefore: text('status_before').$type<CommentStatus>().notNull(),
    /** Null if the comment was not in the queue. */
    placeBefore: jsonb('place_before').$type<StepPlace>(),
    /** The text that an undo restores; null if an undo does not change the text. */
    textBefore: text('text_before'),
    /**
     * Where the undo finds that text: here if it was typed, among the draft's
     * alternatives if it was drafted.
     */
    textOrigin: text('text_origin').$type<'typed' | 'drafted'>(),
    /**
     * The revision before this step, to which an undo leads back; null
     * if the step changed the text and an undo keeps the new text.
     */
    revisionBefore: integer('revision_before'),
    /**
     * The comment's revision after this step. If the next step is
     * undone, the comment gets a new revision, which is stored here.
     */
    revisionLeft: integer('revision_left').notNull(),
    /** Null if the step left the comment outside the queue. */
    placeLeft: jsonb('place_left').$type<StepPlace>(),
    madeAt: instant('made_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('comment_steps_comment_id').on(t.commentId),
    index('comment_steps_made_at').on(t.madeAt),
  ],
);

/**
 * Each row permits one call that writes on YouTube. It is committed before that call
 * (rule 7.2).
 */
export const postAttempts = pgTable(
  'post_attempts',
  {
    id: serial('id').primaryKey(),
    commentId: ofComment(),
    origin: text('origin').$type<'manual' | 'loop'>().notNull(),
    kind: text('kind')
      .$type<'insert' | 'change' | 'withdraw'>()
      .notNull()
      .default('insert'),
    state: text('state')
      .$type<'sending' | 'confirming' | 'posted' | 'failed' | 'released'>()
      .notNull(),
    content: text('content').notNull(),
    youtubeVideoId: text('youtube_video_id').notNull(),
    channelId: text('channel_id').notNull(),
    /** YouTube's id of the thread that an answer goes into. */
    parentYoutubeId: text('parent_youtube_id'),
    /**
     * The owner's channel at that time, by which the comment is found on YouTube again.
     */
    authorChannelId: text('author_channel_id').notNull(),
    authorChannelTitle: text('author_channel_title'),
    worker: text('worker').notNull(),
    startedAt: instant('started_at').notNull(),
    nextCheckAt: instant('next_check_at'),
    checkCount: integer('check_count').notNull().default(0),
    outcomeCode: text('outcome_code'),
    /**
     * False if the request never left this machine. The
     * attempt then does not count for the gap between posts.
     */
    reachedYouTube: boolean('reached_youtube').notNull().default(true),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('post_attempts_one_open')
      .on(t.commentId)
      .where(sql`${t.closedAt} is null`),
    index('post_attempts_open')
      .on(t.state, t.startedAt)
      .where(sql`${t.closedAt} is null`),
    index('post_attempts_started_at').on(t.startedAt),
    index('post_attempts_comment_id').on(t.commentId),
  ],
);

/**
 * Has one row while the whole posting loop waits (rule 7.7). After `nextTryAt`, one
 * comment is tried.
 */
export const postingHold = pgTable('posting_hold', {
  id: integer('id').primaryKey().default(1),
  code: text('code').$type<PostingReason>().notNull(),
  attempts: integer('attempts').notNull(),
  nextTryAt: instant('next_try_at'),
  commentId: integer('comment_id'),
  /**
   * The refusal may concern only this comment. If YouTube accepts the next one, this one
   * fails (rule 7.8).
   */
  suspect: boolean('suspect').notNull().default(false),
});

export const userSettings = pgTable('user_settings', {
  id: integer('id').primaryKey().default(1),
  activeVoiceProfileId: integer('active_voice_profile_id').references(
    () => voiceProfiles.id,
    {
      onDelete: 'set null',
    },
  ),
  autoQueueEnabled: boolean('auto_queue_enabled').notNull().default(true),
  readDrafts: boolean('read_drafts').notNull().default(true),
  minGapSeconds: integer('min_gap_seconds').notNull().default(300),
  dailyCap: integer('daily_cap').notNull().default(20),
  /** Quota units per day for reading visibility, likes and replies of posted comments. */
  outcomeUnits: integer('outcome_units').notNull().default(500),
  channelCooldownHours: integer('channel_cooldown_hours').notNull().default(0),
  blockedChannels: jsonb('blocked_channels').$type<string[]>().notNull().default([]),
  postingPaused: boolean('posting_paused').notNull().default(false),
  /**
   * Time zone of the posting slots and of the daily cap; null until a browser has sent
   * it.
   */
  timeZone: text('time_zone'),
  postingSlots: jsonb('posting_slots')
    .$type<PostingSlot[]>()
    .notNull()
    .default([...defaultPostingSlots]),
  skipShorts: boolean('skip_shorts').notNull().default(true),
  morningDrafts: integer('morning_drafts').notNull().default(0),
  morningHour: integer('morning_hour').notNull().default(7),
  /** The last day, in the owner's time zone, whose morning drafts are done. */
  morningDay: varchar('morning_day', { length: 10 }),
  /**
   * When the posting loop last ran while posting was open: connected, with quota left,
   * and neither paused nor on hold. The gap, the daily cap and cooldowns do not close
   * posting.
   */
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

/**
 * The channel that was connected last. Kept while no channel is
 * connected, so that the next sign-in can be compared with it.
 */
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
  /** Encrypted. Can be decrypted only for the address that it was saved for. */
  sealedKey: text('sealed_key'),
  updatedAt: instant('updated_at').notNull(),
});

/** What the owner said about a model, and what its responses showed. */
export const modelProfiles = pgTable(
  'model_profiles',
  {
    baseUrl: text('base_url').notNull(),
    model: text('model').notNull(),
    /** In tokens; null to use what the server says. */
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
    /** The part of `used` that went into reading visibility, likes and replies. */
    outcomesUsed: integer('outcomes_used').notNull().default(0),
    /** The part of `used` that went into followed channels and standing searches. */
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

/**
 * Counts deleted videos, so that Videos Found does not shrink when they are deleted (rule
 * 3.6).
 */
export const libraryTotals = pgTable('library_totals', {
  id: integer('id').primaryKey().default(1),
  forgottenVideos: integer('forgotten_videos').notNull().default(0),
});

/**
 * Hashes of deleted videos, so that a deleted video that is found again is not counted
 * twice.
 */
export const forgottenVideos = pgTable('forgotten_videos', {
  youtubeIdHash: varchar('youtube_id_hash', { length: 43 }).primaryKey(),
});

/** Failed backups since the last successful one. */
export const backupFailures = pgTable('backup_failures', {
  id: serial('id').primaryKey(),
  /** A sentence for the owner. */
  reason: text('reason').notNull(),
  failedAt: instant('failed_at').notNull(),
});

export const notices = pgTable('notices', {
  id: serial('id').primaryKey(),
  /**
   * Stays the same in every retry, so that a receiver recognizes repetitions. A reminder
   * has a new one.
   */
  webhookId: text('webhook_id').notNull().unique(),
  type: text('type').$type<NoticeType>().notNull(),
  /**
   * What the notice is about. Its reminders and the notice about its end have the same
   * cause.
   */
  cause: text('cause').notNull(),
  data: jsonb('data').$type<NoticeData>().notNull(),
  openedAt: instant('opened_at').notNull(),
  /** The notice is neither shown nor sent before this time. */
  tellAt: instant('tell_at').notNull(),
  /** When the notice was handed to its channels. */
  toldAt: instant('told_at'),
  resolvedAt: instant('resolved_at'),
  /** The state of the delivery on each channel that the notice was handed to. */
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
  /** Kinds that are missing here go to all channels. */
  routes: jsonb('routes').$type<Partial<NoticeRoutes>>().notNull().default({}),
  smtpHost: text('smtp_host').notNull().default(''),
  smtpPort: integer('smtp_port').notNull().default(587),
  smtpUser: text('smtp_user').notNull().default(''),
  mailFrom: text('mail_from').notNull().default(''),
  mailTo: text('mail_to').notNull().default(''),
  ntfyServer: text('ntfy_server').notNull().default('https://ntfy.sh'),
  ntfyTopic: text('ntfy_topic').notNull().default(''),
  webhookUrl: text('webhook_url').notNull().default(''),
  /**
   * These secrets are encrypted. Each can be decrypted only for the address that it was
   * saved for.
   */
  sealedSmtpPassword: text('sealed_smtp_password'),
  sealedNtfyToken: text('sealed_ntfy_token'),
  sealedWebhookSecret: text('sealed_webhook_secret'),
  sealedFormerSecret: text('sealed_former_secret'),
  formerUntil: instant('former_until'),
  /** The owner has seen all notices up to this time. */
  readUpTo: instant('read_up_to'),
});

/** Tokens for machines that read the status. Only a hash of each token is stored. */
export const apiTokens = pgTable('api_tokens', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  tokenHash: varchar('token_hash', { length: 43 }).notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/** Has the columns that connect-pg-simple expects. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid').primaryKey(),
    sess: jsonb('sess').notNull(),
    expire: timestamp('expire', { precision: 6, withTimezone: true }).notNull(),
  },
  (t) => [index('sessions_expire').on(t.expire)],
);

/**
 * Records whether this database belongs to the real Google or to the sandbox (decision
 * 004).
 */
export const databaseOrigin = pgTable('database_origin', {
  id: integer('id').primaryKey().default(1),
  google: text('google').notNull(),
});
