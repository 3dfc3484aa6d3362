import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import { DraftChecks } from '../../components/draft-checks.tsx';

function Facts({ analysis }: { analysis: CommentAnalysis }) {
  const facts = [
    ['Engagement potential', analysis.engagementPotential],
    ['Tone', analysis.tone],
    ['Technical accuracy', analysis.technicalAccuracy],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DraftChecks checks={analysis.checks} />
    </div>
  );
}

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
