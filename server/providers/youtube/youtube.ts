import type { TopComment } from '#shared/contracts/drafts.ts';
import type { RetryAfter } from '../../core/outgoing.ts';
import type {
  readChannels,
  readReplies,
  readSearch,
  readSubscriptions,
  readThreads,
  readUploads,
  readVideos,
} from './youtube-answers.ts';

/** `username` is the kind of channel name that YouTube used before handles. */
export type WantedChannels =
  | { ids: readonly string[] }
  | { handle: string }
  | { username: string };

export interface YouTube {
  /**
   * Safe to retry. Costs one unit for 50 ids or one handle. Leaves out unknown channels.
   */
  listChannels(which: WantedChannels, auth: YouTubeAuth): Promise<Channel[]>;
  /**
   * Safe to retry. Costs one unit. Returns the newest fifty by upload time, so a
   * scheduled video that became public may be missing.
   */
  listUploads(uploadsId: string, auth: YouTubeAuth): Promise<Upload[]>;
  /**
   * Safe to retry. Costs one unit for every fifty. Needs a grant; an API key is not
   * enough.
   */
  listSubscriptions(auth: YouTubeAuth): Promise<Subscription[]>;
  /**
   * Safe to retry. Costs one search. Returns ids only, because titles in search results
   * are HTML-escaped.
   */
  searchVideoIds(search: VideoSearch, auth: YouTubeAuth): Promise<VideoSearchPage>;
  /** Safe to retry. Costs one unit for 50 ids. Leaves out unknown ids. */
  listVideos(youtubeIds: readonly string[], auth: YouTubeAuth): Promise<YouTubeVideo[]>;
  /** Safe to retry. Costs one unit. Returns null for an account without a channel. */
  ownChannel(auth: YouTubeAuth): Promise<{ id: string; title: string } | null>;
  /**
   * NEVER retry. Makes one request of at most 15 s. After a failure of kind `unknown` the
   * comment may exist.
   */
  insertComment(
    comment: NewComment,
    auth: YouTubeAuth,
  ): Promise<{ youtubeCommentId: string }>;
  /**
   * Safe to retry. Costs one unit a page. Returns public threads, newest first, back to
   * `since`.
   */
  listRecentComments(
    youtubeVideoId: string,
    since: Date,
    auth: YouTubeAuth,
  ): Promise<RecentComments>;
  /**
   * Safe to retry. Costs one unit. Returns the most relevant public threads, without
   * their replies.
   */
  listTopComments(youtubeVideoId: string, auth: YouTubeAuth): Promise<TopComment[]>;
  /**
   * Safe to retry. Costs one unit. Returns null if YouTube does not have the comment.
   * Must be called with the author's grant: an answer to anybody else proves nothing
   * (wire W10).
   */
  readComment(
    youtubeCommentId: string,
    auth: YouTubeAuth,
  ): Promise<{ text: string } | null>;
  /** Safe to retry. Costs one unit for 50 ids. Leaves out unknown ids. */
  listThreads(youtubeCommentIds: readonly string[], auth: YouTubeAuth): Promise<Thread[]>;
  /** Safe to retry. Costs one unit a page of 100 replies, in no guaranteed order. */
  listReplies(
    parentId: string,
    pageToken: string | null,
    auth: YouTubeAuth,
  ): Promise<ReplyPage>;
  /** NEVER retry, for the same reason as insertComment. */
  insertReply(reply: NewReply, auth: YouTubeAuth): Promise<{ youtubeCommentId: string }>;
  /**
   * Makes one request of at most 15 s. After a failure of kind `unknown` the text may
   * have changed.
   */
  updateComment(
    change: { youtubeCommentId: string; text: string },
    auth: YouTubeAuth,
  ): Promise<void>;
  /**
   * Makes one request of at most 15 s. After a failure of kind `unknown` the comment may
   * be gone.
   */
  deleteComment(youtubeCommentId: string, auth: YouTubeAuth): Promise<void>;
}

export interface VideoSearch {
  query: string;
  order: 'relevance' | 'date' | 'viewCount';
  publishedAfter: Date | null;
  pageToken: string | null;
}

export type VideoSearchPage = ReturnType<typeof readSearch>;
export type YouTubeVideo = ReturnType<typeof readVideos>[number];
export type Channel = ReturnType<typeof readChannels>[number];
export type Upload = ReturnType<typeof readUploads>[number];
export type Subscription = ReturnType<typeof readSubscriptions>[number];
type FoundThread = ReturnType<typeof readThreads>[number];
export type Thread = Pick<
  FoundThread,
  'youtubeCommentId' | 'likeCount' | 'replyCount' | 'replies'
>;
export type ReplyPage = ReturnType<typeof readReplies>;
export type ListedReply = ReplyPage['replies'][number];

export interface NewComment {
  youtubeVideoId: string;
  channelId: string;
  text: string;
}

export interface RecentComments {
  comments: Pick<
    FoundThread,
    'youtubeCommentId' | 'authorChannelId' | 'text' | 'publishedAt'
  >[];
  /** False if the page limit was reached before `since`. */
  isComplete: boolean;
}

export type ListedComment = RecentComments['comments'][number];

export interface NewReply {
  /** Id of the thread's top-level comment. */
  parentId: string;
  text: string;
}

export type YouTubeAuth =
  | { kind: 'grant'; accessToken: string }
  | { kind: 'key'; apiKey: string };

export type QuotaBucket = 'shared' | 'search';

export type YouTubeFailure =
  | 'refused' // certainly refused, because of this video or text
  | 'forbidden' // refused, either for this video or for everything
  | 'unexplained' // a 4xx without a reason we know, or not from Google
  | 'processing' // 400 processingFailure
  | 'burst' // rate limited
  | 'quota' // the daily quota of the bucket is used up
  | 'auth' // 401: refresh the token
  | 'scope' // the grant lacks the YouTube scope
  | 'account' // this account cannot post
  | 'config' // the Google project or our request is wrong
  | 'unknown'; // a write may have taken effect; a read can be retried

interface FailureDetails {
  retryAfter?: RetryAfter | null | undefined;
  project?: string | null | undefined;
}

/** `reason` is a code that is safe to show; YouTube's message is never kept. */
export class YouTubeError extends Error {
  readonly kind: YouTubeFailure;
  readonly reason: string;
  readonly bucket: QuotaBucket;
  readonly retryAfter: RetryAfter | null;
  /** Number of the Google project, if Google names it. */
  readonly project: string | null;

  constructor(
    kind: YouTubeFailure,
    reason: string,
    bucket: QuotaBucket,
    { retryAfter = null, project = null }: FailureDetails = {},
  ) {
    super(`YouTube: ${kind} (${reason})`);
    this.name = 'YouTubeError';
    this.kind = kind;
    this.reason = reason;
    this.bucket = bucket;
    this.retryAfter = retryAfter;
    this.project = project;
  }

  get neverSent(): boolean {
    return this.kind === 'unknown' && this.reason === 'unreachable';
  }
}

/**
 * Counts quota before a request is sent, so that after a crash our count may be higher
 * than Google's, but never lower.
 */
export interface QuotaMeter {
  /**
   * Returns a function that refunds the units, to be called only if the request was never
   * sent.
   */
  spend(bucket: QuotaBucket, units: number): Promise<() => Promise<void>>;
}
