import { Check, X } from 'lucide-react';
import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';

function Facts({ analysis }: { analysis: CommentAnalysis }) {
  const facts = [
    ['Engagement potential', analysis.engagementPotential],
    ['Tone', analysis.tone],
    ['Technical accuracy', analysis.technicalAccuracy],
  ] as const;
  return (
    <>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {analysis.checks.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {analysis.checks.map(({ name, passed, detail }) => (
            <li key={name} className="flex items-start gap-2 text-muted">
              {passed ? (
                <Check aria-label="Passed" className="mt-0.5 size-4 shrink-0 text-approved" />
              ) : (
                <X aria-label="Not passed" className="mt-0.5 size-4 shrink-0 text-failed" />
              )}
              {detail}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What the model and our own checks said of the text as it was drafted. */
export function AnalysisSection({ analysis }: { analysis: CommentAnalysis | string | null }) {
  if (analysis === null || analysis === '') return null;
  return (
    <section className="text-sm">
      <h3 className="mb-1 font-medium">AI Analysis</h3>
      {typeof analysis === 'string' ? (
        <p className="max-w-measure whitespace-pre-wrap">{analysis}</p>
      ) : (
        <Facts analysis={analysis} />
      )}
    </section>
  );
}
