import { ArrowLeft, ArrowRight, ChevronRight, CircleAlert, Pencil } from 'lucide-react';
import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import type { Decision } from '../../api/review-verbs.ts';
import type { UnsavedEdits } from '../../components/comment-editor.tsx';
import { PostNow } from '../../components/post-now.tsx';
import { useLength, useOpenGap } from '../../components/review-editor.tsx';
import { Button, type ButtonProps, Kbd, KeyLegend } from '../../components/ui/button.tsx';
import { classNames, useHeightVariable } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
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

interface ActionBarProps {
  item: QueueRow;
  board: Board;
  edits: UnsavedEdits;
  /** It is being posted or written. */
  disabled: boolean;
}

const NOTICE = 'flex min-h-8 items-center gap-2 text-sm max-md:px-1 md:-mt-2 md:pb-1';

/** What is in the way of an approval: a gap, or too many characters. */
function Obstacle({
  gap,
  length,
  id,
  board,
}: {
  gap: string | null;
  length: number;
  id: string;
  board: Board;
}) {
  if (gap === null && length === 0) return null;
  const isWarning = gap !== null || length > commentSoftLimit;
  return (
    <p
      key={board.refusals}
      id={id}
      role={board.refusals > 0 ? 'alert' : undefined}
      className={classNames(NOTICE, isWarning ? 'font-medium text-pending' : 'text-muted tabular-nums')}
    >
      {isWarning && <CircleAlert aria-hidden className="size-4 shrink-0" />}
      {gap !== null
        ? `Fill in ${gap} first`
        : `${formatNumber(length)} of ${formatNumber(commentSoftLimit)} characters${board.refusals > 0 ? '. Press again to approve it as it is.' : ''}`}
      {gap !== null && <Kbd>F2</Kbd>}
    </p>
  );
}

/** Decides at the left, sends at the right; on a phone within the thumb's reach. */
export function ActionBar({ item, board, edits, disabled }: ActionBarProps) {
  const { status } = item.comment;
  const { guard } = board;
  const step = nextStep(item);
  const isPending = status === 'pending';
  const obstacleId = useId();
  const openGap = useOpenGap(edits, item.comment);
  const length = useLength(edits, item.comment);
  const gap = status === 'rejected' ? null : openGap;
  const press = (act: () => void) => () => guard.press(act);
  const common = { disabled, 'aria-disabled': guard.isPaused || undefined } as const;
  const goesOn =
    gap !== null &&
    ({ 'aria-disabled': true, 'aria-describedby': obstacleId, className: 'opacity-50' } as const);
  const button = (label: string, key: string, act: () => void, props: Partial<ButtonProps> | false = {}) => (
    <Button {...common} {...props} onClick={press(act)}>
      {label}
      <Kbd>{key}</Kbd>
    </Button>
  );
  const decide = (decision: Decision) => () => board.decide(item, decision);
  const primary = { variant: 'primary' } as const;
  const bar = useRef<HTMLDivElement>(null);
  // Notices stand above the buttons: on a phone in the row of the hints, over no text.
  useHeightVariable('--floating-bar', bar);
  return (
    <div className="@container sticky bottom-(--nav-bar) z-10 shrink-0 bg-page md:bg-surface">
      <p className="hidden h-(--control) items-center justify-between px-4 text-xs text-muted max-md:pointer-coarse:flex">
        {isPending && (
          <>
            <span className="flex items-center gap-1.5">
              <ArrowLeft aria-hidden className="size-3.5" />
              Swipe to reject
            </span>
            <span className="flex items-center gap-1.5">
              Swipe to approve
              <ArrowRight aria-hidden className="size-3.5" />
            </span>
          </>
        )}
      </p>
      <div
        ref={bar}
        className="border-line px-3 py-3 max-md:pointer-coarse:pt-0 [--control:var(--control-large)] md:border-t md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_button]:text-base"
      >
        <Obstacle gap={gap} length={length} id={obstacleId} board={board} />
        <div className="flex flex-wrap-reverse items-center gap-2">
          <div
            className={classNames(
              'flex basis-full gap-2 max-md:grid max-md:grid-cols-[1fr_3rem_3rem_1fr]',
              isPending ? 'md:basis-auto' : '@min-[46rem]:basis-auto',
            )}
          >
            <Slot className={classNames('md:w-31 max-md:order-4', status === 'rejected' && 'max-md:hidden')}>
              {isPending && button('Approve', 'A', decide('approved'), { ...primary, ...goesOn })}
              {status === 'failed' &&
                button('Retry', 'A', decide('approved'), { ...(step === 'retry' && primary), ...goesOn })}
            </Slot>
            <Slot className={classNames('md:w-28', !isPending && status !== 'rejected' && 'max-md:hidden')}>
              {isPending && button('Reject', 'R', decide('rejected'))}
            </Slot>
            <Slot className="md:hidden max-md:order-2">
              {isEditable(status) && (
                <Button
                  {...common}
                  aria-label="Edit"
                  className="px-0"
                  onClick={press(() => board.go(item.commentId, 'editor'))}
                >
                  <Pencil aria-hidden />
                </Button>
              )}
            </Slot>
            <Slot className="md:hidden max-md:order-3">
              <Button
                aria-disabled={guard.isPaused || undefined}
                aria-label="Next"
                className="px-0"
                onClick={press(() => board.skip(item))}
              >
                <ChevronRight aria-hidden />
              </Button>
            </Slot>
            <Slot
              className={classNames(
                'md:w-38',
                isPending && 'hidden',
                status === 'rejected' && 'max-md:order-4',
              )}
            >
              {status === 'approved' && button('Back to Review', 'R', decide('pending'))}
              {status === 'rejected' && button('Re-review', 'R', decide('pending'))}
              {status === 'failed' &&
                step === 'edit' &&
                button('Edit Text', 'E', () => board.go(item.commentId, 'editor'), primary)}
              {status === 'failed' &&
                step === 'remove' &&
                button('Remove', 'X', () => board.remove(item), primary)}
            </Slot>
          </div>
          <div
            className={classNames(
              'ml-auto flex h-(--control) justify-end',
              isPending ? '@max-[46rem]:hidden pointer-coarse:hidden' : 'md:w-80',
              status === 'approved' ? 'max-md:w-full' : !isPending && '@max-[46rem]:hidden',
            )}
          >
            {isPending && (
              <p className="flex items-center gap-3.5 text-xs whitespace-nowrap text-muted">
                <KeyLegend keys="E">edit</KeyLegend>
                <KeyLegend keys="S">schedule</KeyLegend>
                <KeyLegend keys="JK">next, previous</KeyLegend>
                <KeyLegend keys="U">undo</KeyLegend>
              </p>
            )}
            {status === 'approved' && (
              <PostNow
                isArmed={board.armed === item.commentId && !disabled}
                disabled={disabled}
                variant="primary"
                guard={guard}
                onArm={() => board.arm(item)}
                onKeep={() => board.go(item.commentId)}
                onPost={() => board.post(item)}
              >
                {button('Schedule', 'S', () => board.schedule(item), {
                  ...goesOn,
                  className: classNames('max-md:flex-1', gap !== null && 'opacity-50'),
                })}
              </PostNow>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Pixels from which a swipe counts. */
const THRESHOLD = 96;
/** Pixels after which a movement is a swipe or not. */
const SLOP = 12;

const stillMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A swipe of one finger to the side, on an element with `touch-action: pan-y`. Editing text is none. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const swipe = useRef<{ pointerId: number; x: number; y: number; isSideways: boolean } | null>(null);

  const shift = (element: HTMLElement, dx: number) => {
    if (stillMotion()) return;
    element.style.transition = dx === 0 ? '' : 'none';
    element.style.transform = dx === 0 ? '' : `translateX(${dx}px)`;
  };
  const end = (element: HTMLElement) => {
    swipe.current = null;
    shift(element, 0);
  };

  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch' || !isPrimary) return;
      if (document.activeElement instanceof HTMLTextAreaElement) return;
      swipe.current = { pointerId, x: clientX, y: clientY, isSideways: false };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      const [dx, dy] = [clientX - current.x, clientY - current.y];
      if (!current.isSideways) {
        if (Math.abs(dy) > SLOP) return end(currentTarget);
        if (Math.abs(dx) < SLOP) return;
        current.isSideways = true;
        currentTarget.setPointerCapture(pointerId);
      }
      shift(currentTarget, dx);
    },
    onPointerUp({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      end(currentTarget);
      const dx = clientX - current.x;
      if (current.isSideways && Math.abs(dx) >= THRESHOLD) onSwipe(dx < 0 ? 'left' : 'right');
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  };
}
