import type { OwnComment } from '#shared/contracts/own-comments.ts';
import type { OwnCommentRow } from './own-comments.repository.ts';

export function presentOwnComment(row: OwnCommentRow): OwnComment {
  return {
    id: row.id,
    content: row.content,
    source: row.source,
    writtenAt: row.writtenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
