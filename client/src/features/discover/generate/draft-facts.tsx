import type { Comment } from '#shared/contracts/comment-detail.ts';
import { DraftChecksLine } from '../../../components/draft-record.tsx';
import { analysisOf } from './comment-analysis.tsx';
import { QualityBadge } from './quality-badge.tsx';

/** What was found out about the draft, in the line under its text. */
export function DraftFacts({ comment, edited }: { comment: Comment; edited: boolean }) {
  const analysis = analysisOf(comment);
  const isUnread = analysis?.scoreParts.length === 0 && analysis.reading === null;
  return (
    <>
      {edited && <p>Judged before your edit.</p>}
      {!edited && isUnread && <p>Not read a second time.</p>}
      {!edited && analysis && <DraftChecksLine checks={analysis.checks} />}
      <span className="ml-auto">
        <QualityBadge comment={comment} />
      </span>
    </>
  );
}
