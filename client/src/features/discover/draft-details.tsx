import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { CommentAnalysis as Analysis, Comment, ScorePart } from '#shared/contracts/comment-detail.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { neutralVoiceNote, type QualityBand, qualityBand } from '#shared/rules/comment-text.ts';
import { draftRecordQuery } from '../../api/drafts.ts';
import { errorText } from '../../api/http.ts';
import {
  DraftChecks,
  DraftChecksLine,
  EarlierTexts,
  ReadingSummary,
} from '../../components/draft-record.tsx';
import { Badge, Skeleton } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { classNames } from '../../lib/browser.ts';
import { Facts } from './insights-panel.tsx';

export const analysisOf = ({ analysis }: Comment): Analysis | null =>
  typeof analysis === 'string' ? null : analysis;

interface CommentAnalysisProps {
  analysis: Analysis;
  text: string;
  isReading: boolean;
  onReadAgain: (() => void) | null;
}

/** What the look-ups found wrong, and what the second reading says. */
function CommentAnalysis({ analysis, ...reading }: CommentAnalysisProps) {
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

function ScoreParts({ parts }: { parts: readonly ScorePart[] }) {
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

const KINDS: Record<DraftWhy['examples'][number]['kind'], string> = {
  marked: 'You chose to learn from',
  own: 'Your own',
  approved: 'You approved',
};

function voice({ profile }: DraftWhy): string {
  return profile ? `${profile.name}, version ${profile.version}` : 'A neutral voice: no profile was active';
}

const cost = ({ costUsd }: DraftWhy) => (costUsd === null ? 'Not known' : `About $${costUsd.toFixed(4)}`);

function Why({ why }: { why: DraftWhy }) {
  return (
    <div className="flex flex-col gap-3">
      <Facts
        facts={[
          ['Voice', voice(why)],
          ['Model', why.model],
          ['Cost', cost(why)],
          ['Prompt', `Version ${why.promptVersion}`],
        ]}
      />
      <div>
        <h4 className="font-medium">Rules it kept to</h4>
        {why.rules.length === 0 && <p className="text-muted">None</p>}
        <ul>
          {why.rules.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </div>
      <div>
        <h4 className="font-medium">Examples of your voice</h4>
        {why.examples.length === 0 && <p className="text-muted">None that fit</p>}
        <ul className="flex flex-col gap-1">
          {why.examples.map(({ kind, id, text }) => (
            <li key={`${kind}-${id}`} className="max-w-measure break-words">
              <span className="text-muted">{KINDS[kind]}:</span> {text}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4 className="font-medium">What the model was told</h4>
        {why.parts.map(({ name, text }) => (
          <Disclosure key={name} summary={name}>
            <p className="max-w-measure py-1 pl-5.5 break-words whitespace-pre-wrap">{text}</p>
          </Disclosure>
        ))}
      </div>
    </div>
  );
}

/** What the model was given for a draft and what it cost. */
function WhyThisDraft({ comment }: { comment: Comment }) {
  const { data, error } = useQuery(draftRecordQuery(comment.id, comment.revision));
  if (error)
    return <p className="text-failed">{errorText(error, 'Failed to load how this draft was made')}</p>;
  if (!data) return <Skeleton className="h-24 max-w-measure" />;
  if (!data.why) return <p className="text-muted">This draft was made before such records were kept.</p>;
  return <Why why={data.why} />;
}

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

const BANDS: Record<QualityBand, string> = {
  excellent: 'Excellent',
  good: 'Good',
  moderate: 'Moderate',
  limited: 'Limited',
};

export function QualityBadge({ comment }: { comment: Pick<Comment, 'qualityScore' | 'voiceProfileId'> }) {
  return (
    <Badge title="Our estimate of how likely you would post it unchanged: a second reading by the model, its proofs looked up.">
      {comment.qualityScore}/100 {BANDS[qualityBand(comment.qualityScore)]}
      {neutralVoiceNote(comment)}
    </Badge>
  );
}

interface DraftFactsProps {
  comment: Comment;
  edited: boolean;
  isReading: boolean;
}

/** What was found out about the draft, in the line under its text. */
export function DraftFacts({ comment, edited, isReading }: DraftFactsProps) {
  const analysis = analysisOf(comment);
  const isUnread = analysis?.scoreParts.length === 0 && analysis.reading === null;
  return (
    <>
      {edited && <p>Judged before your edit.</p>}
      {!edited && isUnread && <p>{isReading ? 'Being read…' : 'Not read a second time.'}</p>}
      {!edited && analysis && <DraftChecksLine checks={analysis.checks} />}
      <span className="ml-auto">
        <QualityBadge comment={comment} />
      </span>
    </>
  );
}

interface DialogPanesProps {
  /** Above everything in a narrow window, else at the top of the left pane. */
  head?: ReactNode;
  /** Below everything in a narrow window, else the left pane. */
  side: ReactNode;
  children: ReactNode;
}

/** Two panes that scroll by themselves; one below the other in a narrow window. */
export function DialogPanes({ head, side, children }: DialogPanesProps) {
  return (
    <div className="min-h-0 flex-1 overscroll-contain max-md:overflow-y-auto md:grid md:grid-cols-[21.5rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
      <div className="px-(--dialog-gutter) pt-4 max-md:has-[section]:pt-0 md:border-r md:bg-page md:pt-5 md:pr-5 md:has-[section]:pb-4">
        {head}
      </div>
      <div className="flex min-w-0 flex-col gap-3.5 px-(--dialog-gutter) pb-5 md:col-start-2 md:row-span-2 md:row-start-1 md:overflow-y-auto md:pt-5">
        {children}
      </div>
      <div className="px-(--dialog-gutter) pb-4 max-md:border-t md:overflow-y-auto md:border-r md:bg-page md:pr-5">
        {side}
      </div>
    </div>
  );
}
