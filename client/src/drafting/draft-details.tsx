import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { type QualityBand, qualityBand } from '#shared/rules/comment-text.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import { shownModel } from '#shared/rules/format.ts';
import { keepsRule } from '#shared/rules/style-rule-checks.ts';
import type { DraftWaiting as Waiting } from '../api/draft-stream.ts';
import { draftRecordQuery } from '../api/drafts.ts';
import { errorText } from '../api/http.ts';
import { modelSettingsQuery } from '../api/settings.ts';
import { SCORE_HINT, Score } from '../components/score.tsx';
import { Badge, Button, ButtonLink, Skeleton } from '../components/ui/button.tsx';
import { Disclosure, Facts } from '../components/ui/choices.tsx';
import { classNames } from '../lib/browser.ts';
import { counted, formatNumber } from '../lib/formats.ts';
import {
  DraftChecksLine,
  EarlierTexts,
  ReadingSummary,
} from '../review/editor/draft-record.tsx';
import { useSeconds } from './draft-choices.tsx';
import { analysisOf, type DraftEnd, type DraftWay } from './use-draft.ts';

const KINDS: Record<DraftWhy['examples'][number]['kind'], string> = {
  marked: 'You chose to learn from',
  own: 'Your own',
  approved: 'You approved',
};

const voice = ({ profile }: DraftWhy): string =>
  profile
    ? `${profile.name}, version ${profile.version}`
    : 'A neutral voice, without a profile';

const cost = ({ costUsd }: DraftWhy) =>
  costUsd === null ? 'Not known' : `About $${costUsd.toFixed(4)}`;

const WhyPart = ({
  title,
  none,
  children,
}: {
  title: string;
  none?: string | false;
  children: ReactNode;
}) => (
  <div>
    <h4 className="font-medium">{title}</h4>
    {none && <p className="text-muted">{none}</p>}
    {children}
  </div>
);

const RuleList = ({ rules }: Pick<DraftWhy, 'rules'>) => (
  <ul>
    {rules.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
);

/** Only lists rules that can be checked in the text of the draft. */
function Rules({ rules, draft }: { rules: DraftWhy['rules']; draft: string }) {
  const kept = rules.filter(({ text }) => keepsRule(draft, text) === true);
  const broken = rules.filter(({ text }) => keepsRule(draft, text) === false);
  const others = rules.length - kept.length - broken.length;
  const none = rules.length === 0 ? 'None were set' : 'None that can be checked';
  return (
    <>
      <WhyPart title="Rules it kept to" none={kept.length === 0 && none}>
        <RuleList rules={kept} />
        {others > 0 && (
          <p className="text-muted">
            {counted(others, 'more rule')} {others === 1 ? 'was' : 'were'} given to the
            model: read the draft to see whether it keeps {others === 1 ? 'it' : 'them'}.
          </p>
        )}
      </WhyPart>
      {broken.length > 0 && (
        <WhyPart title="Rules it did not keep to">
          <RuleList rules={broken} />
        </WhyPart>
      )}
    </>
  );
}

const Why = ({ why, draft }: { why: DraftWhy; draft: string }) => (
  <div className="flex flex-col gap-3">
    <Facts
      facts={[
        ['Voice', voice(why)],
        ['Model', shownModel(why.model)],
        ['Cost', cost(why)],
        ['Prompt', `Version ${why.promptVersion}`],
      ]}
    />
    <Rules rules={why.rules} draft={draft} />
    <WhyPart
      title="Examples of your voice"
      none={why.examples.length === 0 && 'None that fit'}
    >
      <ul className="flex flex-col gap-1">
        {why.examples.map(({ kind, id, text }) => (
          <li key={`${kind}-${id}`} className="max-w-measure break-words">
            <span className="text-muted">{KINDS[kind]}:</span> {text}
          </li>
        ))}
      </ul>
    </WhyPart>
    <WhyPart title="What the model was told">
      {why.parts.map(({ name, text }) => (
        <Disclosure key={name} summary={name}>
          <p className="max-w-measure py-1 pl-5.5 break-words whitespace-pre-wrap">
            {text}
          </p>
        </Disclosure>
      ))}
    </WhyPart>
  </div>
);

function WhyThisDraft({ comment }: { comment: Comment }) {
  const { data, error } = useQuery(draftRecordQuery(comment.id, comment.revision));
  if (error)
    return (
      <p className="text-failed">
        {errorText(error, 'Failed to load how this draft was made')}
      </p>
    );
  if (!data) return <Skeleton className="h-24 max-w-measure" />;
  if (!data.why)
    return (
      <p className="text-muted">This draft was made before such records were kept.</p>
    );
  return <Why why={data.why} draft={comment.generatedContent} />;
}

const ANALYSIS = 'Analysis';

interface DraftDetailsProps {
  comment: Comment;
  text: string;
  isReading: boolean;
  onReadAgain: (() => void) | null;
}

type Part = readonly [name: string, content: () => ReactNode];

function partsOf({ comment, ...reading }: DraftDetailsProps): Part[] {
  const analysis = analysisOf(comment);
  const isScored = analysis !== null && analysis.scoreParts.length > 0;
  const parts: (Part | false | null)[] = [
    analysis && [ANALYSIS, () => <ReadingSummary analysis={analysis} {...reading} />],
    isScored && [
      'How the score is calculated',
      () => (
        <ul className="flex flex-col gap-1">
          {analysis.scoreParts.map(({ name, points, outOf, detail }) => (
            <li key={name} className="tabular-nums">
              {name}: {points} of {outOf} <span className="text-muted">{detail}</span>
            </li>
          ))}
        </ul>
      ),
    ],
    comment.previousTextCount > 0 && [
      `Earlier versions (${comment.previousTextCount})`,
      () => <EarlierTexts comment={comment} />,
    ],
    comment.generatedContent !== '' && [
      'Why this draft',
      () => <WhyThisDraft comment={comment} />,
    ],
  ];
  return parts.filter((part) => !!part);
}

/**
 * Shows details of a draft, one section at a time, below a row of buttons that does not
 * move.
 */
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
                className={classNames(
                  'size-3.5 text-muted transition-transform',
                  isOpen && 'rotate-90',
                )}
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

export const QualityBadge = ({
  comment,
  edited = false,
}: {
  comment: Comment;
  edited?: boolean;
}) => (
  <Badge title={SCORE_HINT}>
    <Score comment={comment} edited={edited}>
      {(score) => `${score}/100 ${BANDS[qualityBand(score)]}`}
    </Score>
  </Badge>
);

export function DraftFacts(props: {
  comment: Comment;
  edited: boolean;
  isReading: boolean;
}) {
  const { comment, edited, isReading } = props;
  const analysis = analysisOf(comment);
  const isScored = !edited && comment.isScoreCurrent;
  const isUnread =
    isScored && analysis?.scoreParts.length === 0 && analysis.reading === null;
  return (
    <>
      {isUnread && !isReading && <p>No second reading yet.</p>}
      {isScored && analysis && <DraftChecksLine checks={analysis.checks} />}
      <span className="ml-auto">
        {/* In the place of the score, so that nothing below moves when the reading ends. */}
        {isUnread && isReading ? (
          <Badge>Reading it a second time…</Badge>
        ) : (
          <QualityBadge comment={comment} edited={edited} />
        )}
      </span>
    </>
  );
}

function wordsFor({ name, tokens }: Waiting): string {
  if (name === 'loading') return 'Loading the model…';
  if (name === 'thinking') return 'Thinking…';
  return tokens === null ? 'Reading…' : `Reading ${formatNumber(tokens)} tokens…`;
}

/**
 * Shows what the model does before its first word, and for how long. Must be mounted anew
 * for each phase.
 */
export function DraftWaiting({ waiting }: { waiting: Waiting }) {
  const seconds = useSeconds();
  return (
    <span className="text-muted tabular-nums">
      <span role="status">{wordsFor(waiting)}</span>
      {seconds > 0 && <span aria-hidden> {seconds} s</span>}
    </span>
  );
}

interface DraftEndNoticeProps {
  end: DraftEnd;
  text: string;
  disabled: boolean;
  /**
   * Runs the draft again, optionally from the existing text, or even if there is nothing
   * to add.
   */
  onRun: (how: DraftWay) => void;
  /** Null if there is a comment already, or if none can be written by hand here. */
  onByHand?: (() => void) | null | undefined;
}

/** Explains why there is no draft, or only a part of one, and offers what to do next. */
export function DraftEndNotice({
  end,
  text,
  disabled,
  onRun,
  onByHand,
}: DraftEndNoticeProps) {
  const isPrepared = useQuery(modelSettingsQuery).data?.model === sandboxModelName;
  const byHand = onByHand && <Button onClick={onByHand}>Write it yourself</Button>;
  if (end.kind === 'nothing')
    return (
      <div className="flex flex-col items-start gap-2 rounded-control border border-line bg-sunken p-3 text-sm">
        <p role="status" className="wrap-anywhere">
          {!isPrepared && <span className="font-medium">Nothing to add here: </span>}
          {end.reason}
        </p>
        <div className="flex flex-wrap gap-2">
          {isPrepared ? (
            <ButtonLink href="/settings?tab=general">Connect a model</ButtonLink>
          ) : (
            <Button disabled={disabled} onClick={() => onRun({ anyway: true })}>
              Write one anyway
            </Button>
          )}
          {byHand}
        </div>
      </div>
    );
  if (end.kind === 'failed')
    return (
      <div
        role="alert"
        className={classNames(
          'flex flex-col items-start justify-center gap-3 rounded-control border border-line px-4 py-3 text-sm',
          end.isMissing ? 'bg-pending-soft' : 'bg-failed-soft',
        )}
      >
        <p className="max-w-measure min-w-0">{end.reason}</p>
        <div className="flex flex-wrap gap-2">
          {!end.isMissing && (
            <Button disabled={disabled} onClick={() => onRun({})}>
              Try Again
            </Button>
          )}
          <ButtonLink href="/settings?tab=general">
            {end.isMissing ? 'Connect Yours' : 'Open Language Model'}
          </ButtonLink>
          {byHand}
        </div>
      </div>
    );
  const begun = beginningOf(text, commentSoftLimit);
  return (
    <div role="alert" className="flex max-w-measure flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0">
        {end.reason} {text ? 'The text so far is kept.' : 'Nothing was written yet.'}
      </span>
      {text && <Button onClick={() => onRun({ begun })}>Continue Draft</Button>}
      {byHand}
    </div>
  );
}

interface DialogPanesProps {
  /** On top in a narrow window, else at the top of the left pane. */
  head?: ReactNode;
  /** At the bottom in a narrow window, else in the left pane. */
  side: ReactNode;
  children: ReactNode;
}

/** Shows two panes that scroll separately, or one below the other in a narrow window. */
export const DialogPanes = ({ head, side, children }: DialogPanesProps) => (
  <div className="min-h-0 flex-1 overscroll-contain max-md:overflow-y-auto md:grid md:grid-cols-[21.5rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
    <div className="px-(--dialog-gutter) pt-4 max-md:has-[section]:pt-0 md:border-r md:bg-page md:pt-5 md:pr-5 md:has-[section]:pb-4">
      {head}
    </div>
    <div className="flex min-w-0 flex-col gap-3.5 px-(--dialog-gutter) pb-5 md:col-start-2 md:row-span-2 md:row-start-1 md:overflow-y-auto md:pt-5 laptop:gap-2.5 laptop:pt-3 laptop:[--editor-height:17rem]">
      {children}
    </div>
    <div className="px-(--dialog-gutter) pb-4 max-md:border-t md:overflow-y-auto md:border-r md:bg-page md:pr-5">
      {side}
    </div>
  </div>
);
