import { type Reply, type ReplyState, replyStates } from '#shared/contracts/replies.ts';
import type { comments, replies, videos } from '#shared/schema.ts';
import { conflict } from '../../core/errors.ts';
import type { ListedReply, Thread } from '../../providers/youtube/youtube.ts';
import { youtubeUrl } from '../comments/comment.view.ts';
import { storableText } from '../videos/video.rules.ts';

const dayMs = 86_400_000;
/** Two days early, as YouTube may be down for a day. */
export const renewAgeMs = 27 * dayMs;
/** YouTube's data is gone by day 29 unless renewed (rule 13.10). */
export const keptMs = 29 * dayMs;

const longestText = 10_000;
const longestName = 200;

/** A thread as we know it before it is read. */
export interface KnownThread {
  commentId: number;
  youtubeCommentId: string;
  /** The channel of the video. */
  channelId: string;
  readReplyCount: number | null;
  /** When the text that waits longest for its renewal was read. */
  oldestTextAt: Date | null;
  /** The owner's own channels. */
  ownChannels: readonly string[];
}

/** The handful that comes with a thread may be all there is. */
export const hasAllReplies = ({ replies, replyCount }: Thread): boolean =>
  replyCount !== null && replies.length >= replyCount;

export function mustReadOn({ replyCount }: Thread, known: KnownThread, now: Date): boolean {
  if (replyCount === null) return false;
  const isOld = known.oldestTextAt !== null && now.getTime() - known.oldestTextAt.getTime() >= renewAgeMs;
  return replyCount !== known.readReplyCount || isOld;
}

/** A reply without an author, of a deleted account, is a stranger's. */
export function strangersReplies(
  listed: readonly ListedReply[],
  { commentId, channelId, ownChannels }: KnownThread,
  now: Date,
) {
  const distinct = new Map(listed.map((reply) => [reply.youtubeReplyId, reply]));
  return [...distinct.values()]
    .filter(({ authorChannelId }) => authorChannelId === null || !ownChannels.includes(authorChannelId))
    .map(({ youtubeReplyId, authorChannelId, authorName, text, hasPicture, likeCount, publishedAt }) => ({
      commentId,
      youtubeReplyId,
      authorChannelId,
      authorName: storableText(authorName).slice(0, longestName),
      text: storableText(text).slice(0, longestText),
      hasPicture,
      likeCount,
      isVideoAuthor: authorChannelId === channelId,
      publishedAt: new Date(publishedAt),
      fetchedAt: now,
      createdAt: now,
    }));
}

/** Throws 409 for a reply that is answered: its answer is on YouTube. */
export function refuseStateChange(from: ReplyState): void {
  if (from === 'answered')
    throw conflict(
      'status_conflict',
      'You answered this reply. Its answer is on YouTube and in your History.',
    );
}

/** Every state, also those that no reply has. */
export const countsOf = (counted: ReadonlyMap<ReplyState, number>) =>
  Object.fromEntries(replyStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
    ReplyState,
    number
  >;

type CommentRow = typeof comments.$inferSelect;
type ReplyRow = typeof replies.$inferSelect;

export interface ReplyView {
  reply: ReplyRow;
  /** The owner's comment that it stands under. */
  comment: Pick<CommentRow, 'content' | 'postedAt' | 'youtubeCommentId' | 'replyCount'>;
  video: Pick<typeof videos.$inferSelect, keyof Reply['video']>;
  answer: { commentId: number; status: CommentRow['status'] } | null;
}

interface Own extends Pick<CommentRow, 'id' | 'likeCount'> {
  /** Its channel's name; null where it is not known. */
  authorName: string | null;
  text: string;
  publishedAt: Date;
}

export interface ThreadView {
  /** The video's. */
  youtubeId: string;
  comment: Own;
  answers: Own[];
  replies: ReplyRow[];
}

const withPicture = (reply: ReplyRow, youtubeId: string) => ({
  ...reply,
  pictureUrl: reply.hasPicture ? youtubeUrl(youtubeId, reply.youtubeReplyId) : null,
});

export const presentReply = ({ reply, comment, video, answer }: ReplyView) => ({
  ...withPicture(reply, video.youtubeId),
  youtubeUrl: youtubeUrl(video.youtubeId, reply.youtubeReplyId),
  thread: {
    ...comment,
    youtubeUrl: comment.youtubeCommentId && youtubeUrl(video.youtubeId, comment.youtubeCommentId),
  },
  video,
  answer,
});

export function presentThread({ youtubeId, comment, answers, replies }: ThreadView) {
  const ours = (own: Own) => ({
    ...own,
    replyId: null,
    isOurs: true,
    pictureUrl: null,
    isVideoAuthor: false,
  });
  const others = replies.map((reply) => ({
    ...withPicture(reply, youtubeId),
    replyId: reply.id,
    isOurs: false,
  }));
  const below = [...others, ...answers.map(ours)].sort(
    (a, b) => a.publishedAt.getTime() - b.publishedAt.getTime(),
  );
  return [ours(comment), ...below];
}
