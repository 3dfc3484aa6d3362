import { comparableText } from '#shared/rules/comment-text.ts';
import {
  type ListedComment,
  type ListedReply,
  type RecentComments,
  type ReplyPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
  type YouTubeFailure,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { Attempt } from './attempts.repository.ts';

/**
 * Lists are read from this much earlier, because this machine's clock may be ahead of
 * YouTube's.
 */
const skewMs = 30 * 60_000;

/**
 * YouTube lists a hundred replies a page in no guaranteed order, so all pages are read,
 * up to this many.
 */
const mostReplyPages = 20;

/**
 * Failures that concern only this list of comments. Any other failure is about the
 * account, the rate limit or the network, and means that no check took place.
 */
const refusals: readonly YouTubeFailure[] = [
  'refused',
  'forbidden',
  'unexplained',
  'processing',
];

interface Deps {
  youtube: Pick<YouTube, 'listRecentComments' | 'listReplies' | 'readComment'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
}

/** The place of a comment: in a thread, or on the video itself. */
type Place = Pick<Attempt, 'youtubeVideoId' | 'parentYoutubeId'>;

/** Reads comments on YouTube as the owner. */
export function createCommentReader({ youtube, account }: Deps) {
  async function asOwner<T>(read: (grant: YouTubeAuth) => Promise<T>): Promise<T> {
    const accessToken = await account.accessToken();
    try {
      return await read({ kind: 'grant', accessToken });
    } catch (error) {
      if (error instanceof YouTubeError && error.kind === 'auth')
        await account.refreshAccessToken(accessToken);
      throw error;
    }
  }

  async function repliesSince(parentId: string, since: Date): Promise<RecentComments> {
    const comments: ListedComment[] = [];
    let pageToken: string | null = null;
    for (let pages = 0; pages < mostReplyPages; pages += 1) {
      const token: string | null = pageToken;
      const page: ReplyPage = await asOwner((grant) =>
        youtube.listReplies(parentId, token, grant),
      );
      const isSince = ({ publishedAt }: ListedReply) =>
        Date.parse(publishedAt) >= since.getTime();
      comments.push(
        ...page.replies
          .filter(isSince)
          .map((reply) => ({ ...reply, youtubeCommentId: reply.youtubeReplyId })),
      );
      if (page.nextPageToken === null) return { comments, isComplete: true };
      pageToken = page.nextPageToken;
    }
    return { comments, isComplete: false };
  }

  /** Lists what was written in this place since `start`. */
  async function listed(
    { youtubeVideoId, parentYoutubeId }: Place,
    start: Date,
  ): Promise<RecentComments> {
    const since = new Date(start.getTime() - skewMs);
    try {
      return parentYoutubeId === null
        ? await asOwner((grant) =>
            youtube.listRecentComments(youtubeVideoId, since, grant),
          )
        : await repliesSince(parentYoutubeId, since);
    } catch (error) {
      if (error instanceof YouTubeError && refusals.includes(error.kind))
        return { comments: [], isComplete: false };
      throw error;
    }
  }

  async function readOnYouTube(youtubeCommentId: string): Promise<string | null> {
    try {
      const comment = await asOwner((grant) =>
        youtube.readComment(youtubeCommentId, grant),
      );
      return comment?.text ?? null;
    } catch (error) {
      if (error instanceof YouTubeError && error.reason === 'commentNotFound')
        return null;
      throw error;
    }
  }

  return { listed, readOnYouTube };
}

export type CommentReader = ReturnType<typeof createCommentReader>;

/**
 * Returns the listed comment that one of the attempts posted, with that attempt, or null.
 * Compares author and text.
 */
export function findSent(
  attempts: readonly Attempt[],
  comments: readonly ListedComment[],
) {
  for (const attempt of attempts) {
    const text = comparableText(attempt.content);
    const comment = comments.find(
      (one) =>
        one.authorChannelId === attempt.authorChannelId &&
        comparableText(one.text) === text,
    );
    if (comment) return { attempt, comment };
  }
  return null;
}
