import { Quote } from './quote.tsx';
import type { MarkedTextState } from './use-marked-text.ts';

interface LitQuoteProps {
  marked: MarkedTextState;
  youtubeId: string;
  className: string;
}

/** The passage behind the sentence that is pointed at. */
export function LitQuote({ marked: { marks, lit }, youtubeId, className }: LitQuoteProps) {
  const mark = marks.find(({ number }) => number === lit);
  // What contradicts a sentence stands beside it already.
  const source = mark?.wrong ? null : mark?.sentence.source;
  if (!source?.quote) return null;
  return (
    <div className={className}>
      <Quote text={source.quote} at={source.at} youtubeId={youtubeId} />
    </div>
  );
}
