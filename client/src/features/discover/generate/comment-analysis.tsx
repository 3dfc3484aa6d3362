import type { CommentAnalysis as Analysis } from '#shared/contracts/comment-analysis.ts';
import { DraftChecks } from '../../../components/draft-checks.tsx';
import { Disclosure } from '../../../components/ui/disclosure.tsx';

interface CommentAnalysisProps {
  analysis: Analysis;
  edited: boolean;
}

export function CommentAnalysis({ analysis, edited }: CommentAnalysisProps) {
  const facts = [
    ['Engagement potential', analysis.engagementPotential],
    ['Technical accuracy', analysis.technicalAccuracy],
    ['Tone', analysis.tone],
    ['Platform compliance', analysis.platformCompliance ? 'All checks passed' : 'See what did not pass'],
  ];
  return (
    <section aria-label="Analysis" className="flex flex-col gap-3 text-sm">
      <DraftChecks checks={analysis.checks} />
      {edited && <p className="text-muted">Checked as drafted, before your edits.</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {analysis.scoreParts.length > 0 && (
        <Disclosure summary="How the score is calculated">
          <ul className="mt-1.5 flex flex-col gap-1 pl-5.5">
            {analysis.scoreParts.map((part) => (
              <li key={part.name} className="tabular-nums">
                {part.name}: {part.points} of {part.outOf} <span className="text-muted">{part.detail}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}
