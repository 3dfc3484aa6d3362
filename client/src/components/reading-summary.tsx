import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import { sameText } from '#shared/rules/comment-text.ts';
import { quoted } from './grounding/quote.tsx';
import { Button } from './ui/button.tsx';

interface ReadingSummaryProps {
  analysis: CommentAnalysis;
  /** The present text. */
  text: string;
  /** The reading is under way. */
  isReading?: boolean;
  /** Null where a text cannot be read again here. */
  onReadAgain: (() => void) | null;
}

/** What a second reading says for and against a text, or why there is none. */
export function ReadingSummary({ analysis, text, isReading = false, onReadAgain }: ReadingSummaryProps) {
  const { reading, engagementPotential, technicalAccuracy, tone, platformCompliance } = analysis;
  const isOlder = analysis.scoreParts.length > 0;
  const state = isReading
    ? 'Being read a second time…'
    : reading === null
      ? isOlder
        ? null
        : 'Not read a second time.'
      : sameText(reading.text, text)
        ? null
        : 'Judged before your edit.';
  const facts = [
    ['Speaks for it', reading?.for && quoted(reading.for)],
    ['Speaks against it', reading?.against && quoted(reading.against)],
    ['Engagement potential', engagementPotential],
    ['Technical accuracy', technicalAccuracy],
    ['Tone', tone],
    ['Platform compliance', platformCompliance ? 'All checks passed' : 'See what did not pass'],
  ].filter(([, value]) => value);
  return (
    <div className="flex flex-col gap-2">
      {state && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-muted">{state}</p>
          {onReadAgain && !isReading && <Button onClick={onReadAgain}>Read again</Button>}
        </div>
      )}
      {facts.length > 0 && (
        <dl className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted max-sm:pt-1">{label}</dt>
              <dd dir="auto" className="text-left wrap-anywhere">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
