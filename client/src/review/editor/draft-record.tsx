import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type {
  Comment,
  CommentAnalysis,
  DraftCheck,
} from '#shared/contracts/comment-detail.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import { notScoredSinceEdit, sameText } from '#shared/rules/comment-text.ts';
import { draftRecordQuery } from '../../api/drafts.ts';
import { errorText } from '../../api/http.ts';
import { DateTime } from '../../components/time.tsx';
import { Button, Skeleton } from '../../components/ui/button.tsx';
import { Disclosure, Facts } from '../../components/ui/choices.tsx';
import { quoted } from './source-notes.tsx';

const CHECKS: Record<DraftCheck['name'], string> = {
  length: 'Length',
  links: 'Links',
  profile_text: 'Profile text',
  avoided_words: 'Avoided words',
  repetition: 'Earlier comments',
  quotation: 'Quotations',
  likeness: 'Opening, end and length',
  opening: 'Opening',
  about_video: 'About this video',
  already_said: 'Top comments',
  empty_praise: 'Substance',
};

function CheckIcon({ passed, className }: { passed: boolean; className: string }) {
  const Icon = passed ? Check : TriangleAlert;
  return (
    <Icon
      aria-hidden
      className={`${className} shrink-0 ${passed ? 'text-approved' : 'text-pending'}`}
    />
  );
}

function DraftChecks({ checks }: { checks: readonly DraftCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {checks.map(({ name, passed, detail }) => (
        <li key={name} className="flex items-start gap-2">
          <CheckIcon passed={passed} className="mt-0.5 size-4" />
          <span>
            <span className="sr-only">{passed ? 'Passed: ' : 'Not passed: '}</span>
            {CHECKS[name]} <span className="text-muted">{detail}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The most informative checks, worded for when they pass. */
const PASSED: Partial<Record<DraftCheck['name'], string>> = {
  links: 'No links',
  avoided_words: 'No avoided words',
  repetition: 'Unlike your earlier comments',
};

/**
 * Shows one line with the checks that failed, or else the most informative ones that
 * passed.
 */
export function DraftChecksLine({ checks }: { checks: readonly DraftCheck[] }) {
  const missed = checks.filter(({ passed }) => !passed);
  const shown = missed.length > 0 ? missed : checks.filter(({ name }) => PASSED[name]);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Checks" className="flex min-w-0 flex-wrap gap-x-4 overflow-hidden">
      {shown.map(({ name, passed, detail }) => (
        <li
          key={name}
          title={detail}
          className="flex items-center gap-1 whitespace-nowrap"
        >
          <CheckIcon passed={passed} className="size-3.5" />
          {!passed && <span className="sr-only">Not passed: </span>}
          {passed ? PASSED[name] : CHECKS[name]}
        </li>
      ))}
    </ul>
  );
}

interface ReadingSummaryProps {
  analysis: CommentAnalysis;
  text: string;
  isReading?: boolean;
  onReadAgain: (() => void) | null;
}

/** Returns a note about the second reading; null if it was made of exactly this text. */
function standingOf(
  { reading, scoreParts }: CommentAnalysis,
  text: string,
): string | null {
  if (reading && !sameText(reading.text, text)) return `${notScoredSinceEdit}.`;
  // An older version of the app scored drafts without a second reading.
  return reading === null && scoreParts.length === 0 ? 'No second reading yet.' : null;
}

/**
 * Shows the failed checks, and what the second reading says for and against the text or
 * why there is none.
 */
export function ReadingSummary({
  analysis,
  text,
  isReading = false,
  onReadAgain,
}: ReadingSummaryProps) {
  const { checks, reading, engagementPotential, technicalAccuracy, tone } = analysis;
  // An analysis by an older version of the app has points
  // for each check, so its passed checks are listed too.
  const isOlder = analysis.scoreParts.length > 0;
  const state = isReading ? 'Reading it a second time…' : standingOf(analysis, text);
  const all: [label: string, value: ReactNode][] = [
    ['Strongest part', reading?.for && quoted(reading.for)],
    ['Weakest part', reading?.against && quoted(reading.against)],
    ['Engagement potential', engagementPotential],
    ['Technical accuracy', technicalAccuracy],
    ['Tone', tone],
    [
      'Platform compliance',
      checks.every(({ passed }) => passed)
        ? 'All checks passed'
        : 'See what did not pass',
    ],
  ];
  const facts = all.filter(([, value]) => value);
  return (
    <div className="flex flex-col gap-2">
      <DraftChecks checks={checks.filter(({ passed }) => isOlder || !passed)} />
      {state && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-muted">{state}</p>
          {onReadAgain && !isReading && <Button onClick={onReadAgain}>Read again</Button>}
        </div>
      )}
      {facts.length > 0 && (
        <Facts
          facts={facts}
          className="gap-x-4 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)] max-sm:[&_dt]:pt-1"
        />
      )}
    </div>
  );
}

type DraftedComment = Pick<Comment, 'id' | 'revision' | 'previousTextCount'>;

export function EarlierTexts({ comment }: { comment: DraftedComment }) {
  const { data, error } = useQuery(draftRecordQuery(comment.id, comment.revision));
  if (error)
    return (
      <p className="text-failed">
        {errorText(error, 'Failed to load the earlier versions')}
      </p>
    );
  if (!data) return <Skeleton className="h-16 max-w-measure" />;
  return (
    <ol aria-label="Earlier versions" className="flex flex-col gap-3">
      {data.previousTexts.toReversed().map(({ content, style, replacedAt }) => (
        <li key={replacedAt} className="max-w-measure">
          <p className="flex flex-wrap gap-x-3 text-muted tabular-nums">
            <span>{commentStyleLabels[style]}</span>
            <span>
              Replaced <DateTime iso={replacedAt} />
            </span>
          </p>
          <p dir="auto" className="text-left break-words whitespace-pre-wrap">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}

export function EarlierVersions({ comment }: { comment: DraftedComment }) {
  const [open, setOpen] = useState(false);
  if (comment.previousTextCount === 0) return null;
  return (
    <Disclosure
      className="text-sm"
      summary={`Earlier versions (${comment.previousTextCount})`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <div className="mt-1.5 pl-5.5">{open && <EarlierTexts comment={comment} />}</div>
    </Disclosure>
  );
}
