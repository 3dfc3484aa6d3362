import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { EarlierTexts } from '../../../components/draft-record.tsx';
import { classNames } from '../../../lib/browser.ts';
import { analysisOf, CommentAnalysis, ScoreParts } from './comment-analysis.tsx';
import { WhyThisDraft } from './why-this-draft.tsx';

const ANALYSIS = 'Analysis';

type Part = readonly [name: string, content: () => ReactNode];

interface DraftDetailsProps {
  comment: Comment;
  text: string;
  isReading: boolean;
  onReadAgain: (() => void) | null;
}

function partsOf({ comment, ...reading }: DraftDetailsProps): Part[] {
  const analysis = analysisOf(comment);
  return [
    analysis && ([ANALYSIS, () => <CommentAnalysis analysis={analysis} {...reading} />] as const),
    analysis && analysis.scoreParts.length > 0
      ? (['How the score is calculated', () => <ScoreParts parts={analysis.scoreParts} />] as const)
      : null,
    comment.previousTextCount > 0
      ? ([
          `Earlier versions (${comment.previousTextCount})`,
          () => <EarlierTexts comment={comment} />,
        ] as const)
      : null,
    ['Why this draft', () => <WhyThisDraft comment={comment} />] as const,
  ].filter((part) => part !== null);
}

/** More about a draft, one part at a time under a row that keeps its place. */
export function DraftDetails(props: DraftDetailsProps) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(ANALYSIS);
  const parts = partsOf(props);
  const shown = parts.find(([name]) => name === open);
  return (
    <div className="border-t border-line pt-2">
      <div className="flex flex-wrap gap-x-6">
        {parts.map(([name]) => {
          const isOpen = name === open;
          return (
            <button
              key={name}
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(isOpen ? null : name)}
              className="flex h-(--control) items-center gap-1.5 rounded-control text-sm font-medium hover:underline hover:underline-offset-2"
            >
              <ChevronRight
                aria-hidden
                className={classNames('size-3.5 text-muted transition-transform', isOpen && 'rotate-90')}
              />
              {name}
            </button>
          );
        })}
      </div>
      {shown && (
        <section id={id} aria-label={shown[0]} className="pt-2 pb-5 pl-5 text-sm">
          {shown[1]()}
        </section>
      )}
    </div>
  );
}
