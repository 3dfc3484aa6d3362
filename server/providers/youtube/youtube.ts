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

/** `username` is a name that channels had before handles. */
export type WantedChannels = { ids: readonly string[] } | { handle: string } | { username: string };

export interface YouTube {
  /** Repeatable; one unit for 50 ids or one handle. Unknown ones are missing. */
  listChannels(which: WantedChannels, auth: YouTubeAuth): Promise<Channel[]>;
  /** Repeatable; one unit. The newest fifty by upload: a scheduled video that became public stands deeper. */
  listUploads(uploadsId: string, auth: YouTubeAuth): Promise<Upload[]>;
  /** Repeatable; one unit for fifty. By a grant only. */
  listSubscriptions(auth: YouTubeAuth): Promise<Subscription[]>;
  /** Repeatable; one search. Returns ids only, because search results are escaped. */
  searchVideoIds(search: VideoSearch, auth: YouTubeAuth): Promise<VideoSearchPage>;
  /** Repeatable; one unit for 50 ids. Unknown ids are missing. */
  listVideos(youtubeIds: readonly string[], auth: YouTubeAuth): Promise<YouTubeVideo[]>;
  /** Repeatable; one unit. Null for an account without a channel. */
  ownChannel(auth: YouTubeAuth): Promise<{ id: string; title: string } | null>;
  /** NEVER repeatable: one request, 15 s at most. After a failure of kind `unknown` the comment may exist. */
  insertComment(comment: NewComment, auth: YouTubeAuth): Promise<{ youtubeCommentId: string }>;
  /** Repeatable; one unit a page. Public threads, newest first, back to `since`. */
  listRecentComments(youtubeVideoId: string, since: Date, auth: YouTubeAuth): Promise<RecentComments>;
  /** Repeatable; one unit. The most relevant public threads, without their replies. */
  listTopComments(youtubeVideoId: string, auth: YouTubeAuth): Promise<TopComment[]>;
  /**
   * Repeatable; one unit; null if YouTube does not have it. As its author: a stranger's answer proves nothing
   * (wire W10).
   */
  readComment(youtubeCommentId: string, auth: YouTubeAuth): Promise<{ text: string } | null>;
  /** Repeatable; one unit for 50 ids. Unknown ids are missing. */
  listThreads(youtubeCommentIds: readonly string[], auth: YouTubeAuth): Promise<Thread[]>;
  /** Repeatable; one unit a page of a hundred, in no promised order. */
  listReplies(parentId: string, pageToken: string | null, auth: YouTubeAuth): Promise<ReplyPage>;
  /** NEVER repeatable, as insertComment. */
  insertReply(reply: NewReply, auth: YouTubeAuth): Promise<{ youtubeCommentId: string }>;
  /** One request, 15 s at most; after a failure of kind `unknown` the text may be the new one. */
  updateComment(change: { youtubeCommentId: string; text: string }, auth: YouTubeAuth): Promise<void>;
  /** One request, 15 s at most; after a failure of kind `unknown` the comment may be gone. */
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
export type Thread = Pick<FoundThread, 'youtubeCommentId' | 'likeCount' | 'replyCount' | 'replies'>;
export type ReplyPage = ReturnType<typeof readReplies>;
export type ListedReply = ReplyPage['replies'][number];

export interface NewComment {
  youtubeVideoId: string;
  channelId: string;
  text: string;
}

export interface RecentComments {
  comments: Pick<FoundThread, 'youtubeCommentId' | 'authorChannelId' | 'text' | 'publishedAt'>[];
  /** False where the most pages ended before `since`. */
  isComplete: boolean;
}

export type ListedComment = RecentComments['comments'][number];

export interface NewReply {
  /** The thread's: of its top-level comment. */
  parentId: string;
  text: string;
}

export type YouTubeAuth = { kind: 'grant'; accessToken: string } | { kind: 'key'; apiKey: string };

export type QuotaBucket = 'shared' | 'search';

export type YouTubeFailure =
  | 'refused' // for certain, because of this video or text
  | 'forbidden' // refused, for this video or for everything
  | 'unexplained' // a 4xx without a reason we know, or not from Google
  | 'processing' // 400 processingFailure
  | 'burst' // rate limited
  | 'quota' // the day's bucket is spent
  | 'auth' // 401: refresh the token
  | 'scope' // the grant lacks the YouTube scope
  | 'account' // this account cannot post
  | 'config' // the Google project or our request is wrong
  | 'unknown'; // it may have taken effect; for reads: transient

/** `reason` is a code and safe to show; YouTube's message is never kept. */
export class YouTubeError extends Error {
  readonly kind: YouTubeFailure;
  readonly reason: string;
  readonly bucket: QuotaBucket;
  readonly retryAfter: RetryAfter | null;
  /** The number of the Google project, where Google names it. */
  readonly project: string | null;

  constructor(
    kind: YouTubeFailure,
    reason: string,
    bucket: QuotaBucket,
    retryAfter: RetryAfter | null = null,
    project: string | null = null,
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

/** Spent before sending: after a crash our count may be ahead of Google's, never behind. */
export interface QuotaMeter {
  /** Resolves to a refund, only for a request that was never sent. */
  spend(bucket: QuotaBucket, units: number): Promise<() => Promise<void>>;
}
