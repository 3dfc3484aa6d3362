import type { ListedReply, Thread } from '../../providers/youtube/youtube.ts';
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
