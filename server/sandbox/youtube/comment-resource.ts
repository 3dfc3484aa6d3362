import type { CommentView } from '../comments/comment-view.ts';
import { escapeHtml } from '../html.ts';
import { etagOf } from './page.ts';
import { rfc3339 } from './video-resource.ts';

export interface CommentReader {
  origin: string;
  /** The reader's own channel; only an author is told the original text of a comment. */
  channelId: string | null;
  format: string;
}

const display = (text: string, format: string) =>
  format === 'plainText' ? text : escapeHtml(text).replaceAll('\n', '<br>');

export const commentResource = (comment: CommentView, reader: CommentReader) => {
  const isOwn = comment.author.channelId === reader.channelId;
  const resource = {
    kind: 'youtube#comment',
    id: comment.id,
    snippet: {
      channelId: comment.videoChannelId,
      videoId: comment.videoId,
      textDisplay: display(comment.text, reader.format),
      ...(isOwn && { textOriginal: comment.text }),
      ...(comment.parentId && { parentId: comment.parentId }),
      authorDisplayName: comment.author.handle,
      authorProfileImageUrl: `${reader.origin}/avatar/${comment.author.handle.replace(/^@/, '')}.svg`,
      authorChannelUrl: `http://www.youtube.com/${comment.author.handle}`,
      authorChannelId: { value: comment.author.channelId },
      canRate: true,
      viewerRating: 'none',
      likeCount: comment.likes,
      publishedAt: rfc3339(comment.publishedAt),
      updatedAt: rfc3339(comment.updatedAt),
    },
  };
  return { ...resource, etag: etagOf(resource) };
};

/** A list carries at most this many replies with a thread; totalReplyCount tells the rest. */
const MOST_INLINE_REPLIES = 5;

export const threadResource = (
  comment: CommentView,
  replies: readonly CommentView[],
  parts: ReadonlySet<string>,
  reader: CommentReader,
) => {
  const inline = replies.slice(0, MOST_INLINE_REPLIES).map((reply) => commentResource(reply, reader));
  const resource = {
    kind: 'youtube#commentThread',
    id: comment.id,
    ...(parts.has('snippet') && {
      snippet: {
        channelId: comment.videoChannelId,
        videoId: comment.videoId,
        topLevelComment: commentResource(comment, reader),
        canReply: true,
        totalReplyCount: replies.length,
        isPublic: comment.isPublic,
      },
    }),
    ...(parts.has('replies') && inline.length > 0 && { replies: { comments: inline } }),
  };
  return { ...resource, etag: etagOf(resource) };
};
