import { AppError } from '../../core/errors.ts';
import {
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import { isAboutOne, type OutcomeReads, refusalReason } from './outcome-reads.service.ts';
import type { Sight } from './outcomes.rules.ts';
import type { PostedComment } from './posted-comments.repository.ts';

export type Target = Pick<
  PostedComment,
  'youtubeCommentId' | 'youtubeVideoId' | 'threadId' | 'postedAt'
>;

/**
 * How long before the posting the list of comments begins. If our clock is ahead of
 * YouTube's, the comment would otherwise seem older than the list.
 */
const skewMs = 60 * 60_000;
const maxReplyPages = 5;

const everyone: Sight = { kind: 'seen', by: 'everyone' };
const missed: Sight = { kind: 'missed' };
const tooMany: Sight = { kind: 'unknown', reason: 'too_many_comments' };

/**
 * Creates the check that looks for a comment on YouTube, as a stranger first. Throws only
 * AppErrors.
 */
export function createLook(reads: OutcomeReads) {
  async function asStranger(target: Target): Promise<Sight> {
    if (!reads.asStranger) return { kind: 'unknown', reason: 'no_api_key' };
    try {
      return await reads.asStranger((youtube, auth) =>
        target.threadId === null
          ? lookOnVideo(youtube, auth, target)
          : lookInThread(youtube, auth, target, target.threadId),
      );
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      return isThreadHidden(error) ? missed : refused(error);
    }
  }

  async function asOwner({ youtubeCommentId }: Target): Promise<Sight> {
    try {
      const comment = await reads.asOwner((youtube, auth) =>
        youtube.readComment(youtubeCommentId, auth),
      );
      return { kind: 'seen', by: comment === null ? 'nobody' : 'owner' };
    } catch (error) {
      if (isAboutGrant(error)) return { kind: 'unknown', reason: 'not_connected' };
      if (error instanceof YouTubeError) return refused(error);
      if (isYouTubeAway(error)) return { kind: 'no_answer' };
      throw error;
    }
  }

  /**
   * `confirmsMiss` means that strangers missed the comment before, long enough ago.
   * Another miss is then checked as the owner and reported.
   */
  return async (target: Target, confirmsMiss: boolean): Promise<Sight> => {
    const sight = await asStranger(target);
    return sight.kind === 'missed' && confirmsMiss ? asOwner(target) : sight;
  };
}

export type Look = ReturnType<typeof createLook>;

/** YouTube's reasons when the thread of an answer is not visible. */
const isThreadHidden = ({ reason }: YouTubeError) =>
  reason === 'commentNotFound' || reason === 'parentCommentNotFound';

function refused(error: YouTubeError): Sight {
  if (!isAboutOne(error)) return { kind: 'no_answer' };
  const reason = refusalReason(error);
  return { kind: reason === 'refused_by_youtube' ? 'no_answer' : 'unknown', reason };
}

async function lookOnVideo(
  youtube: YouTube,
  auth: YouTubeAuth,
  target: Target,
): Promise<Sight> {
  const since = new Date(target.postedAt.getTime() - skewMs);
  const { comments, isComplete } = await youtube.listRecentComments(
    target.youtubeVideoId,
    since,
    auth,
  );
  if (
    comments.some(({ youtubeCommentId }) => youtubeCommentId === target.youtubeCommentId)
  )
    return everyone;
  return isComplete ? missed : tooMany;
}

async function lookInThread(
  youtube: YouTube,
  auth: YouTubeAuth,
  target: Target,
  threadId: string,
): Promise<Sight> {
  let pageToken: string | null = null;
  for (let page = 0; page < maxReplyPages; page += 1) {
    const { replies, nextPageToken } = await youtube.listReplies(
      threadId,
      pageToken,
      auth,
    );
    if (replies.some(({ youtubeReplyId }) => youtubeReplyId === target.youtubeCommentId))
      return everyone;
    if (nextPageToken === null) return missed;
    pageToken = nextPageToken;
  }
  return tooMany;
}

const isAboutGrant = (error: unknown): boolean =>
  error instanceof YouTubeError
    ? ['auth', 'scope', 'account'].includes(error.kind)
    : error instanceof AppError && error.status === 409;

const isYouTubeAway = (error: unknown): boolean =>
  error instanceof AppError && error.status === 503;
