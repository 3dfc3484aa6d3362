import { ArrowLeft, ArrowRight, CircleAlert, Pencil } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import type { Decision } from '../../api/review-verbs.ts';
import type { UnsavedEdits } from '../../components/comment-editor.tsx';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { PostNow } from '../../components/post-now.tsx';
import { useOpenGap } from '../../components/review-editor.tsx';
import { Button, Kbd, KeyLegend } from '../../components/ui/button.tsx';
import { classNames, useHeightVariable } from '../../lib/browser.ts';
import type { Board } from './use-board.ts';

/** What helps a comment that failed or is blocked. */
export type NextStep = 'retry' | 'edit' | 'remove' | 'settings' | null;

const GONE = new Set([
  'comments_off',
  'video_not_found',
  'video_unavailable',
  'channel_blocked',
  'parent_gone',
  'parent_private',
  'answers_refused',
]);
const ABOUT_THE_TEXT = new Set([
  'text_too_long',
  'emoji_refused',
  'duplicate_text',
  'comment_refused',
  'empty_text',
]);
const IN_SETTINGS = new Set(['posting_paused', 'daily_cap', 'channel_cooldown', 'channel_blocked']);

export function nextStep({ comment, blockedReason }: QueueRow): NextStep {
  if (comment.status === 'failed') {
    if (comment.failureCode && GONE.has(comment.failureCode)) return 'remove';
    if (comment.failureCode && ABOUT_THE_TEXT.has(comment.failureCode)) return 'edit';
    return 'retry';
  }
  return blockedReason && IN_SETTINGS.has(blockedReason) ? 'settings' : null;
}

/** Keeps a button's place, used or not (rule 12.1). */
function Slot({ className, children }: { className: string; children?: ReactNode }) {
  return <div className={classNames('flex h-(--control) shrink-0 *:w-full', className)}>{children}</div>;
}

/** Decides at the left, sends at the right; on a phone within the thumb's reach. */
export function ActionBar({ item, board, edits }: { item: QueueRow; board: Board; edits: UnsavedEdits }) {
  const { status, posting } = item.comment;
  const { guard } = board;
  const disabled = isBeingPosted(posting);
  const step = nextStep(item);
  const common = { disabled, 'aria-disabled': guard.isPaused || undefined } as const;
  const press = (act: () => void) => () => guard.press(act);
  const decide = (decision: Decision) => press(() => board.decide(item, decision));
  const isPending = status === 'pending';
  const gapId = useId();
  const openGap = useOpenGap(edits, item.comment);
  const gap = status === 'rejected' ? null : openGap;
  const goesOn = {
    ...common,
    ...(gap !== null && { 'aria-disabled': true, 'aria-describedby': gapId, className: 'opacity-50' }),
  } as const;
  const bar = useRef<HTMLDivElement>(null);
  // Notices stay above the bar, which has more rows on a phone.
  useHeightVariable('--floating-bar', bar);
  return (
    <div
      ref={bar}
      className="@container sticky bottom-(--nav-bar) z-10 shrink-0 border-line bg-page px-3 pb-3 [--control:var(--control-large)] md:border-t md:bg-surface md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_button]:text-base"
    >
      {gap !== null && (
        <p
          key={board.refusals}
          id={gapId}
          role={board.refusals > 0 ? 'alert' : undefined}
          className="flex min-h-8 items-center gap-2 text-sm font-medium text-pending max-md:px-1 md:-mt-2 md:pb-1"
        >
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          Fill in {gap} first
          <Kbd>F2</Kbd>
        </p>
      )}
      {isPending && gap === null && (
        <p className="hidden h-8 items-center justify-between px-1 text-xs text-muted max-md:pointer-coarse:flex">
          <span className="flex items-center gap-1.5">
            <ArrowLeft aria-hidden className="size-3.5" />
            Swipe to reject
          </span>
          <span className="flex items-center gap-1.5">
            Swipe to approve
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
        </p>
      )}
      <div className="flex flex-wrap-reverse items-center gap-2 max-md:pt-2">
        <div
          className={classNames(
            'flex basis-full gap-2 max-md:grid max-md:grid-cols-[1fr_3rem_1fr]',
            isPending ? 'md:basis-auto' : '@min-[46rem]:basis-auto',
          )}
        >
          <Slot className={classNames('md:w-31 max-md:order-3', status === 'rejected' && 'max-md:hidden')}>
            {isPending && (
              <Button {...goesOn} variant="primary" onClick={decide('approved')}>
                Approve
                <Kbd>A</Kbd>
              </Button>
            )}
            {status === 'failed' && (
              <Button
                {...goesOn}
                variant={step === 'retry' ? 'primary' : 'secondary'}
                onClick={decide('approved')}
              >
                Retry
                <Kbd>A</Kbd>
              </Button>
            )}
          </Slot>
          <Slot className={classNames('md:w-28', !isPending && status !== 'rejected' && 'max-md:hidden')}>
            {isPending && (
              <Button {...common} onClick={decide('rejected')}>
                Reject
                <Kbd>R</Kbd>
              </Button>
            )}
          </Slot>
          <Slot className="md:hidden max-md:order-2">
            {isEditable(status) && (
              <Button
                {...common}
                aria-label="Edit"
                className="px-0"
                onClick={press(() => board.go(item, 'editor'))}
              >
                <Pencil aria-hidden />
              </Button>
            )}
          </Slot>
          <Slot
            className={classNames(
              'md:w-38',
              isPending && 'hidden',
              status === 'rejected' && 'max-md:order-3',
            )}
          >
            {status === 'approved' && (
              <Button {...common} onClick={decide('pending')}>
                Back to Review
                <Kbd>R</Kbd>
              </Button>
            )}
            {status === 'rejected' && (
              <Button {...common} variant="primary" onClick={decide('pending')}>
                Re-review
                <Kbd>R</Kbd>
              </Button>
            )}
            {status === 'failed' && step === 'edit' && (
              <Button {...common} variant="primary" onClick={press(() => board.go(item, 'editor'))}>
                Edit Text
                <Kbd>E</Kbd>
              </Button>
            )}
            {status === 'failed' && step === 'remove' && (
              <Button {...common} variant="primary" onClick={press(() => board.remove(item))}>
                Remove
                <Kbd>X</Kbd>
              </Button>
            )}
          </Slot>
        </div>
        <div
          className={classNames(
            'ml-auto flex h-(--control) justify-end',
            isPending ? 'max-xl:hidden pointer-coarse:hidden' : 'md:w-83',
            status === 'approved' ? 'max-md:w-full' : !isPending && '@max-[46rem]:hidden',
          )}
        >
          {isPending && (
            <p className="flex items-center gap-3.5 text-xs whitespace-nowrap text-muted">
              <KeyLegend keys="E">edit</KeyLegend>
              <KeyLegend keys="JK">next, previous</KeyLegend>
              <KeyLegend keys="U">undo</KeyLegend>
            </p>
          )}
          {status === 'approved' && (
            <PostNow
              isArmed={board.armed === item.id && !disabled}
              disabled={disabled}
              variant="primary"
              guard={guard}
              onArm={() => board.arm(item)}
              onKeep={() => board.go(item)}
              onPost={() => board.post(item)}
            >
              <Button
                {...goesOn}
                onClick={press(() => board.schedule(item))}
                className={classNames('max-md:flex-1', goesOn.className)}
              >
                Schedule
                <Kbd>S</Kbd>
              </Button>
            </PostNow>
          )}
        </div>
      </div>
    </div>
  );
}
