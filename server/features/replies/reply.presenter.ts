import type { Reply, ThreadEntry } from '#shared/contracts/replies.ts';
import { youtubeUrl } from '../comments/comment.presenter.ts';
import { presentVideoRow } from '../videos/video-row.rules.ts';
import type { ReplyRow, ReplyView, ThreadView } from './reply.view.ts';

const written = ({ authorName, text, likeCount, isVideoAuthor, publishedAt }: ReplyRow) => ({
  authorName,
  text,
  likeCount,
  isVideoAuthor,
  publishedAt: publishedAt.toISOString(),
});

export function presentReply({ reply, comment, video, answer }: ReplyView): Reply {
  const { youtubeCommentId } = comment;
  return {
    ...written(reply),
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

export function presentThread({ ownName, comment, answers, replies }: ThreadView): ThreadEntry[] {
  const ours = ({ content, postedAt, likeCount }: ThreadView['comment']): ThreadEntry => ({
    replyId: null,
    isOurs: true,
    authorName: ownName,
    text: content,
    likeCount,
    isVideoAuthor: false,
    publishedAt: postedAt?.toISOString() ?? '',
  });
  const others = replies.map(
    (reply): ThreadEntry => ({ replyId: reply.id, isOurs: false, ...written(reply) }),
  );
  const below = [...others, ...answers.map(ours)].sort((a, b) => a.publishedAt.localeCompare(b.publishedAt));
  return [ours(comment), ...below];
}
