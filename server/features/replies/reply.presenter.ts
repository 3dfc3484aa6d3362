import type { Reply, ThreadEntry } from '#shared/contracts/replies.ts';
import { youtubeUrl } from '../comments/comment.presenter.ts';
import { presentVideoRow } from '../videos/video-row.rules.ts';
import type { ReplyRow, ReplyView, ThreadView } from './reply.view.ts';

const written = (
  { authorName, text, likeCount, isVideoAuthor, publishedAt, ...reply }: ReplyRow,
  youtubeId: string,
) => ({
  authorName,
  text,
  pictureUrl: reply.hasPicture ? youtubeUrl(youtubeId, reply.youtubeReplyId) : null,
  likeCount,
  isVideoAuthor,
  publishedAt: publishedAt.toISOString(),
});

export function presentReply({ reply, comment, video, answer }: ReplyView): Reply {
  const { youtubeCommentId } = comment;
  return {
    ...written(reply, video.youtubeId),
    id: reply.id,
    commentId: reply.commentId,
    fetchedAt: reply.fetchedAt.toISOString(),
    state: reply.state,
    youtubeUrl: youtubeUrl(video.youtubeId, reply.youtubeReplyId),
    thread: {
      content: comment.content,
      postedAt: comment.postedAt?.toISOString() ?? null,
      youtubeUrl: youtubeCommentId && youtubeUrl(video.youtubeId, youtubeCommentId),
      replyCount: comment.replyCount,
    },
    video: presentVideoRow(video),
    answer: answer && { commentId: answer.id, status: answer.status },
  };
}

export function presentThread({ youtubeId, comment, answers, replies }: ThreadView): ThreadEntry[] {
  const ours = ({ content, postedAt, likeCount, authorName }: ThreadView['comment']): ThreadEntry => ({
    replyId: null,
    isOurs: true,
    authorName,
    text: content,
    pictureUrl: null,
    likeCount,
    isVideoAuthor: false,
    publishedAt: postedAt?.toISOString() ?? '',
  });
  const others = replies.map(
    (reply): ThreadEntry => ({ replyId: reply.id, isOurs: false, ...written(reply, youtubeId) }),
  );
  const below = [...others, ...answers.map(ours)].sort((a, b) => a.publishedAt.localeCompare(b.publishedAt));
  return [ours(comment), ...below];
}
