import type { RetryAfter } from '../../core/retry-after.ts';

/** What the app needs of YouTube. The real client is the only implementation; tests and the sandbox speak its wire. */
export interface YouTube {
  /** Repeatable. One call of the search bucket. Ids alone: search escapes its texts, listVideos does not. */
  searchVideoIds(search: VideoSearch, auth: YouTubeAuth): Promise<VideoSearchPage>;
  /** Repeatable. One unit of the shared bucket per 50 ids. Ids that YouTube does not know are missing. */
  listVideos(youtubeIds: readonly string[], auth: YouTubeAuth): Promise<YouTubeVideo[]>;
  /** Repeatable. One unit. The signed-in account's channel; null where it has none. */
  ownChannel(auth: YouTubeAuth): Promise<{ id: string; title: string } | null>;
  /**
   * NEVER repeatable: one request, no retry, 15 s at most. Resolves only on a 200 with an id.
   * A YouTubeError of kind `unknown` means that the comment may or may not exist.
   */
  insertComment(comment: NewComment, auth: YouTubeAuth): Promise<{ youtubeCommentId: string }>;
  /** Repeatable. One unit a page. Public threads of a video, newest first, back to `since`. */
  listRecentComments(youtubeVideoId: string, since: Date, auth: YouTubeAuth): Promise<ListedComment[]>;
}

export interface VideoSearch {
  query: string;
  order: 'relevance' | 'date' | 'viewCount';
  publishedAfter: Date | null;
  pageToken: string | null;
}

export interface VideoSearchPage {
  youtubeIds: string[];
  /** YouTube's own estimate. */
  totalResults: number;
  nextPageToken: string | null;
}

export interface YouTubeVideo {
  youtubeId: string;
  title: string;
  description: string;
  channelId: string;
  channelTitle: string;
  thumbnailUrl: string | null;
  publishedAt: string;
  viewCount: number | null;
  likeCount: number | null;
  /** null where YouTube sends none: comments are off. */
  commentCount: number | null;
  /** No comment count, made for kids, or not public. */
  commentsOff: boolean;
  language: string | null;
}

export interface NewComment {
  youtubeVideoId: string;
  /** The video's channel; always sent (WIRE A.2). */
  channelId: string;
  text: string;
}

export interface ListedComment {
  youtubeCommentId: string;
  authorChannelId: string | null;
  text: string;
  publishedAt: string;
}

/** Reads may use an API key instead of the owner's grant; writes need the grant. */
export type YouTubeAuth = { kind: 'grant'; accessToken: string } | { kind: 'key'; apiKey: string };

export type QuotaBucket = 'shared' | 'search';

/**
 * What a failed call means:
 * - refused: certain, for this video or text   - processing: 400 processingFailure
 * - forbidden: refused, and nothing says whether for this video or for everything
 * - unexplained: a 4xx without a reason we know, or not from Google at all
 * - burst: slow down                           - quota: the day's bucket is gone
 * - auth: 401, refresh the token               - scope: the grant lacks the YouTube scope
 * - account: this account cannot post          - config: the Google project or our request is wrong
 * - unknown: no telling whether it took effect (for reads: transient)
 */
export type YouTubeFailure =
  | 'refused'
  | 'forbidden'
  | 'unexplained'
  | 'processing'
  | 'burst'
  | 'quota'
  | 'auth'
  | 'scope'
  | 'account'
  | 'config'
  | 'unknown';

/**
 * A typed failure. `reason` is YouTube's own, in the legacy dialect's words, and safe to show; without one it is
 * http_<status>, timeout, connection_lost, not_json, no_items, no_comment_id, or unreachable (then nothing was sent).
 * Provider messages are never carried along.
 */
export class YouTubeError extends Error {
  readonly kind: YouTubeFailure;
  readonly reason: string;
  readonly bucket: QuotaBucket;
  readonly retryAfter: RetryAfter | null;

  constructor(
    kind: YouTubeFailure,
    reason: string,
    bucket: QuotaBucket,
    retryAfter: RetryAfter | null = null,
  ) {
    super(`YouTube: ${kind} (${reason})`);
    this.name = 'YouTubeError';
    this.kind = kind;
    this.reason = reason;
    this.bucket = bucket;
    this.retryAfter = retryAfter;
  }

  /** The request surely never left this machine: nothing happened and nothing was spent. */
  get neverSent(): boolean {
    return this.kind === 'unknown' && this.reason === 'unreachable';
  }
}

/** Told of every request before it is sent: a crash may leave the ledger ahead of Google's, never behind it. */
export interface QuotaMeter {
  /** Returns what takes it back, for a request that never left. */
  spend(bucket: QuotaBucket, units: number): Promise<() => Promise<void>>;
}
