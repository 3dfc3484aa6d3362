import type { replies } from '#shared/schema.ts';
import { conflict } from '../../../core/errors.ts';
import type { DraftThread } from '../../../providers/language-model/language-model.ts';

const shownBefore = 5;

interface Answered {
  reply: Pick<typeof replies.$inferSelect, 'authorName' | 'text' | 'hasPicture'>;
  comment: { content: string; withdrawnAt: Date | null };
  others: readonly { authorName: string | null; text: string | null; hasPicture: boolean; at: Date }[];
  own: readonly { text: string; at: Date | null }[];
}

/** Throws 409 where nothing is left to answer. */
export function threadToAnswer({ reply, comment, others, own }: Answered): DraftThread {
  if (comment.withdrawnAt)
    throw conflict(
      'reply_gone',
      'You withdrew the comment that this reply stands under, so it cannot be answered.',
    );
  const text = reply.text?.trim() ?? '';
  const { hasPicture } = reply;
  if (text === '' && !hasPicture)
    throw conflict(
      'reply_gone',
      'The text of this reply is gone. Check now for replies; if it comes back, draft the answer then.',
    );
  const earlier = [
    ...others.flatMap((other) =>
      other.text === null
        ? []
        : [{ ...other, text: other.text || (other.hasPicture ? '(a picture)' : ''), isOurs: false }],
    ),
    ...own.map((answer) => ({ ...answer, authorName: null, isOurs: true })),
  ]
    .sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
    .slice(-shownBefore)
    .map((each) => ({ authorName: each.isOurs ? null : (each.authorName ?? unnamed), text: each.text }));
  return {
    comment: comment.content,
    earlier,
    reply: { authorName: reply.authorName ?? unnamed, text, hasPicture },
  };
}

const unnamed = 'somebody';
