import type { CommentAnalysis as Analysis, ScorePart } from '#shared/contracts/comment-analysis.ts';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { DraftChecks, ReadingSummary } from '../../../components/draft-record.tsx';

export const analysisOf = ({ analysis }: Comment): Analysis | null =>
  typeof analysis === 'string' ? null : analysis;

interface CommentAnalysisProps {
  analysis: Analysis;
  text: string;
  isReading: boolean;
  onReadAgain: (() => void) | null;
}

/** What the look-ups found wrong, and what the second reading says. */
export function CommentAnalysis({ analysis, ...reading }: CommentAnalysisProps) {
  // Drafts of older versions are shown with all that was checked.
  const checks =
    analysis.scoreParts.length > 0 ? analysis.checks : analysis.checks.filter(({ passed }) => !passed);
  return (
    <div className="flex flex-col gap-3">
      <DraftChecks checks={checks} />
      <ReadingSummary analysis={analysis} {...reading} />
    </div>
  );
}

export function ScoreParts({ parts }: { parts: readonly ScorePart[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {parts.map((part) => (
        <li key={part.name} className="tabular-nums">
          {part.name}: {part.points} of {part.outOf} <span className="text-muted">{part.detail}</span>
        </li>
      ))}
    </ul>
  );
}
