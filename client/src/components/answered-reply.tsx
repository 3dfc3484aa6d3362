import { CornerDownRight } from 'lucide-react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { answerTo, DELETED } from '../lib/answer-words.ts';
import { PictureLink } from './picture-link.tsx';

/** The whole text that a comment answers: its owner decides knowing it. */
export function AnsweredReply({ answers }: { answers: NonNullable<Comment['answers']> }) {
  return (
    <section aria-label={answerTo(answers)} className="max-w-measure border-l-2 border-line pl-3">
      <p className="flex items-center gap-1.5 text-xs font-medium text-muted">
        <CornerDownRight aria-hidden className="size-3.5 shrink-0" />
        <span dir="auto" className="min-w-0 truncate">
          {answerTo(answers)}
        </span>
      </p>
      <blockquote dir="auto" className="text-left text-sm break-words whitespace-pre-wrap text-soft">
        {answers.text ?? DELETED}
      </blockquote>
      {answers.pictureUrl && <PictureLink url={answers.pictureUrl} />}
    </section>
  );
}
