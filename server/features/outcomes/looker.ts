import type { VisibilityReason } from '#shared/contracts/outcomes.ts';
import { AppError } from '../../core/errors.ts';
import { type YouTube, type YouTubeAuth, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { Sight } from './looks.rules.ts';
import type { OutcomeReads } from './outcome-reads.service.ts';

export interface Target {
  youtubeCommentId: string;
  youtubeVideoId: string;
  /** The thread of an answer. */
  threadId: string | null;
  postedAt: Date;
}

/** This machine's clock may be ahead of YouTube's: a comment must not seem older than the list reaches. */
const skewMs = 60 * 60_000;
const maxReplyPages = 5;

type StrangersSight = 'seen' | 'missed' | VisibilityReason;

/** Looks for a comment on YouTube, as a stranger first. Throws only AppErrors. */
export function createLooker(reads: OutcomeReads) {
  async function asStranger(target: Target): Promise<StrangersSight | null> {
    if (!reads.canAskAsStranger) return 'no_api_key';
    try {
      return await reads.asStranger((youtube, auth) =>
        target.threadId === null
          ? lookOnVideo(youtube, auth, target)
          : lookInThread(youtube, auth, target, target.threadId),
      );
    } catch (error) {
      if (error instanceof YouTubeError) return refusals[error.reason] ?? null;
      throw error;
    }
  }

  async function asOwner({ youtubeCommentId }: Target): Promise<Sight> {
    try {
      const comment = await reads.asOwner((youtube, auth) => youtube.readComment(youtubeCommentId, auth));
      return { kind: 'seen', by: comment === null ? 'nobody' : 'owner' };
    } catch (error) {
      if (isAboutGrant(error)) return { kind: 'unknown', reason: 'not_connected' };
      if (error instanceof YouTubeError || isYouTubeAway(error)) return { kind: 'no_answer' };
      throw error;
    }
  }

  return {
    /** `confirmsMiss`: strangers missed it before, long enough ago, and a miss now is told. */
    async look(target: Target, confirmsMiss: boolean): Promise<Sight> {
      const sight = await asStranger(target);
      if (sight === null) return { kind: 'no_answer' };
      if (sight === 'seen') return { kind: 'seen', by: 'everyone' };
      if (sight !== 'missed') return { kind: 'unknown', reason: sight };
      return confirmsMiss ? asOwner(target) : { kind: 'missed' };
    },
  };
}

export type Looker = ReturnType<typeof createLooker>;

/** Every other refusal is no answer. */
const refusals: Record<string, StrangersSight> = {
  commentsDisabled: 'comments_off',
  videoNotFound: 'video_not_found',
  // Said of an answer's thread: strangers do not see it.
  commentNotFound: 'missed',
  parentCommentNotFound: 'missed',
};

async function lookOnVideo(youtube: YouTube, auth: YouTubeAuth, target: Target): Promise<StrangersSight> {
  const since = new Date(target.postedAt.getTime() - skewMs);
  const { comments, isComplete } = await youtube.listRecentComments(target.youtubeVideoId, since, auth);
  if (comments.some(({ youtubeCommentId }) => youtubeCommentId === target.youtubeCommentId)) return 'seen';
  return isComplete ? 'missed' : 'too_many_comments';
}

async function lookInThread(
  youtube: YouTube,
  auth: YouTubeAuth,
  target: Target,
  threadId: string,
): Promise<StrangersSight> {
  let pageToken: string | null = null;
  for (let page = 0; page < maxReplyPages; page += 1) {
    const { replies, nextPageToken } = await youtube.listReplies(threadId, pageToken, auth);
    if (replies.some(({ youtubeReplyId }) => youtubeReplyId === target.youtubeCommentId)) return 'seen';
    if (nextPageToken === null) return 'missed';
    pageToken = nextPageToken;
  }
  return 'too_many_comments';
}

const isAboutGrant = (error: unknown): boolean =>
  error instanceof YouTubeError
    ? ['auth', 'scope', 'account'].includes(error.kind)
    : error instanceof AppError && error.status === 409;

const isYouTubeAway = (error: unknown): boolean => error instanceof AppError && error.status === 503;
