import { ArrowLeft, ArrowRight, ChevronRight, Pencil } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { PostNow } from '../../components/post-now.tsx';
import { DecisionBar, DecisionButton, Slot, useObstacle } from '../../components/review-editor.tsx';
import { KeyLegend } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { type Board, canApprove } from './use-board.ts';

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

/** Decides at the left, sends at the right; on a phone within the thumb's reach. */
export function ActionBar({ item, board, disabled }: { item: QueueRow; board: Board; disabled: boolean }) {
  const { commentId, comment } = item;
  const { status } = comment;
  const { guard, refusals } = board;
  const step = nextStep(item);
  const isPending = status === 'pending';
  const { obstacle, heldUp } = useObstacle({
    edits: board.review.edits,
    comment,
    refusals,
    allowsGaps: status === 'rejected',
  });
  const common = { guard, disabled };
  const goesOn = { ...common, ...heldUp, className: heldUp ? 'opacity-50' : '' };
  const decide = (decision: Decision) => () => board.decide(item, decision);
  const edit = () => board.go(commentId, 'editor');
  return (
    <DecisionBar
      className="px-3 max-md:pointer-coarse:pt-0 md:border-t"
      obstacle={obstacle}
      hint={
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
      }
    >
      <div
        className={classNames(
          'flex basis-full gap-2 max-md:grid max-md:grid-cols-[1fr_3rem_3rem_1fr]',
          isPending ? 'md:basis-auto' : '@min-[46rem]:basis-auto',
        )}
      >
        <Slot className={classNames('md:w-31 max-md:order-4', status === 'rejected' && 'max-md:hidden')}>
          {canApprove(item) && (
            <DecisionButton
              {...goesOn}
              variant={isPending || step === 'retry' ? 'primary' : 'secondary'}
              hotkey="A"
              onPress={decide('approved')}
            >
              {isPending ? 'Approve' : 'Retry'}
            </DecisionButton>
          )}
        </Slot>
        <Slot className={classNames('md:w-28', !isPending && status !== 'rejected' && 'max-md:hidden')}>
          {isPending && (
            <DecisionButton {...common} hotkey="R" onPress={decide('rejected')}>
              Reject
            </DecisionButton>
          )}
        </Slot>
        <Slot className="md:hidden max-md:order-2">
          {isEditable(status) && (
            <DecisionButton {...common} aria-label="Edit" className="px-0" onPress={edit}>
              <Pencil aria-hidden />
            </DecisionButton>
          )}
        </Slot>
        <Slot className="md:hidden max-md:order-3">
          <DecisionButton guard={guard} aria-label="Next" className="px-0" onPress={() => board.skip(item)}>
            <ChevronRight aria-hidden />
          </DecisionButton>
        </Slot>
        <Slot
          className={classNames('md:w-38', isPending && 'hidden', status === 'rejected' && 'max-md:order-4')}
        >
          {(status === 'approved' || status === 'rejected') && (
            <DecisionButton {...common} hotkey="R" onPress={decide('pending')}>
              {status === 'approved' ? 'Back to Review' : 'Re-review'}
            </DecisionButton>
          )}
          {step === 'edit' && (
            <DecisionButton {...common} variant="primary" hotkey="E" onPress={edit}>
              Edit Text
            </DecisionButton>
          )}
          {step === 'remove' && (
            <DecisionButton {...common} variant="primary" hotkey="X" onPress={() => board.remove(item)}>
              Remove
            </DecisionButton>
          )}
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
            arming={{
              isArmed: board.armed === commentId,
              arm: () => board.arm(item),
              keep: () => board.go(commentId),
            }}
            disabled={disabled}
            variant="primary"
            guard={guard}
            onPost={() => board.post(item)}
          >
            <DecisionButton
              {...goesOn}
              className={classNames('max-md:flex-1', goesOn.className)}
              hotkey="S"
              onPress={() => board.schedule(item)}
            >
              Schedule
            </DecisionButton>
          </PostNow>
        )}
      </div>
    </DecisionBar>
  );
}

/** Pixels from which a swipe counts. */
const THRESHOLD = 96;
/** Pixels after which a movement is a swipe or not. */
const SLOP = 12;

/** A swipe of one finger to the side, on an element with `touch-action: pan-y`. Editing text is none. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const swipe = useRef<{ pointerId: number; x: number; y: number; isSideways: boolean } | null>(null);

  const shift = (element: HTMLElement, dx: number) => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
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
