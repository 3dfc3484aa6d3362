import type { CommentAnalysis as Analysis, ScorePart } from '#shared/contracts/comment-analysis.ts';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { DraftChecks } from '../../../components/draft-checks.tsx';

export const analysisOf = ({ analysis }: Comment): Analysis | null =>
  typeof analysis === 'string' ? null : analysis;

export function CommentAnalysis({ analysis }: { analysis: Analysis }) {
  const facts = [
    ['Engagement potential', analysis.engagementPotential],
    ['Technical accuracy', analysis.technicalAccuracy],
    ['Tone', analysis.tone],
    ['Platform compliance', analysis.platformCompliance ? 'All checks passed' : 'See what did not pass'],
  ];
  return (
    <div className="flex flex-col gap-3">
      <DraftChecks checks={analysis.checks} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
