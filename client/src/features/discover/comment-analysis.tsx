import { Check, TriangleAlert } from 'lucide-react';
import type { CommentAnalysis as Analysis, DraftCheck } from '#shared/contracts/comment-analysis.ts';

const CHECKS: Record<DraftCheck['name'], string> = {
  length: 'Length',
  links: 'Links',
  profile_text: 'Profile text',
  avoided_words: 'Avoided words',
  repetition: 'Earlier comments',
  empty_praise: 'Substance',
};

function CheckLine({ check }: { check: DraftCheck }) {
  const Icon = check.passed ? Check : TriangleAlert;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${check.passed ? 'text-approved' : 'text-warning'}`}
      />
      <span>
        <span className="sr-only">{check.passed ? 'Passed: ' : 'Not passed: '}</span>
        {CHECKS[check.name]} <span className="text-muted">{check.detail}</span>
      </span>
    </li>
  );
}

interface CommentAnalysisProps {
  analysis: Analysis;
  /** The text was changed after these checks were made. */
  edited: boolean;
}

/** What was checked about a draft, and where its score comes from. */
export function CommentAnalysis({ analysis, edited }: CommentAnalysisProps) {
  const facts = [
    ['Engagement potential', analysis.engagementPotential],
    ['Technical accuracy', analysis.technicalAccuracy],
    ['Tone', analysis.tone],
    ['Platform compliance', analysis.platformCompliance ? 'All checks passed' : 'See what did not pass'],
  ];
  return (
    <section aria-label="Analysis" className="flex flex-col gap-3 text-sm">
      <ul className="flex flex-col gap-1">
        {analysis.checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
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
        <details>
          <summary className="cursor-pointer text-muted">How the score comes about</summary>
          <ul className="mt-1.5 flex flex-col gap-1 pl-4">
            {analysis.scoreParts.map((part) => (
              <li key={part.name} className="tabular-nums">
                {part.name}: {part.points} of {part.outOf} <span className="text-muted">{part.detail}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
