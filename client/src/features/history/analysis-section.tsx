import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import { DraftChecks, ReadingSummary } from '../../components/draft-record.tsx';

function Facts({ analysis, text }: { analysis: CommentAnalysis; text: string }) {
  const isOlder = analysis.scoreParts.length > 0;
  return (
    <div className="flex flex-col gap-3">
      <ReadingSummary analysis={analysis} text={text} onReadAgain={null} />
      <DraftChecks checks={analysis.checks.filter(({ passed }) => isOlder || !passed)} />
    </div>
  );
}

interface AnalysisSectionProps {
  analysis: CommentAnalysis | string | null;
  text: string;
}

export function AnalysisSection({ analysis, text }: AnalysisSectionProps) {
  if (analysis === null || analysis === '') return null;
  return (
    <section className="text-sm">
      <h3 className="mb-1 font-medium">AI Analysis</h3>
      {typeof analysis === 'string' ? (
        <p className="max-w-measure whitespace-pre-wrap">{analysis}</p>
      ) : (
        <Facts analysis={analysis} text={text} />
      )}
    </section>
  );
}
