import { ArrowLeft, ArrowRight, ChevronRight, Pencil } from 'lucide-react';
import { type ComponentProps, type PointerEvent, useRef } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { KeyLegend } from '../../components/ui/keys.tsx';
import { classNames } from '../../lib/browser.ts';
import type { PageAction } from '../../lib/shortcuts.ts';
import { DecisionBar, Slot, useObstacle } from '../../review/editor/review-editor.tsx';
import { WhatBecame } from '../../review/editor/what-became.tsx';
import { failureStep } from '../../review/failure-step.ts';
import { DecisionButton, PostNow } from '../../review/post-now.tsx';
import { type Board, canApprove } from './use-board.ts';

type NextStep = ReturnType<typeof failureStep> | 'settings';

const IN_SETTINGS = new Set([
  'posting_paused',
  'daily_cap',
  'channel_cooldown',
  'channel_blocked',
]);

export function nextStep({ comment, blockedReason }: QueueRow): NextStep {
  if (comment.status === 'failed') return failureStep(comment);
  return blockedReason && IN_SETTINGS.has(blockedReason) ? 'settings' : null;
}

/**
 * Returns whether Post Now and Schedule are offered. A failed
 * comment that can be retried has them too: they approve it first.
 */
export const canSend = (item: QueueRow): boolean =>
  item.comment.status === 'approved' || nextStep(item) === 'retry';

const TURNS: Partial<Record<string, readonly [label: string, decision: Decision]>> = {
  pending: ['Reject', 'rejected'],
  rejected: ['Re-review', 'pending'],
  approved: ['Back to Review', 'pending'],
};

/**
 * Returns the actions on a comment that have a shortcut (rule 12.2), for the
 * action bar, the shortcuts and “Search or jump to”. Posting and removing
 * are not among them, because a single key or word must not trigger them.
 */
export function actionsOf(board: Board, item: QueueRow): PageAction[] {
  const { commentId, comment } = item;
  const { status } = comment;
  const turn = TURNS[status];
  const isOpen = isEditable(status);
  return [
    canApprove(item) && {
      label: status === 'failed' ? 'Retry' : 'Approve',
      key: 'A',
      run: () => board.decide(item, 'approved'),
    },
    turn && { label: turn[0], key: 'R', run: () => board.decide(item, turn[1]) },
    isOpen && { label: 'Edit', key: 'E', run: () => board.go(commentId, 'editor') },
    isOpen && { label: 'Redraft…', key: 'G', run: () => board.steer(commentId) },
    // Scheduling a pending comment also approves it.
    (status === 'pending' || canSend(item)) && {
      label: 'Schedule…',
      key: 'S',
      run: () => board.schedule(item),
    },
  ].filter((action) => action !== undefined && action !== false);
}

/** Keeps its place while it is not shown. */
const SwipeHint = ({ isShown }: { isShown: boolean }) => (
  <p className="hidden h-(--control) items-center justify-between px-4 text-xs text-muted max-md:pointer-coarse:flex">
    {isShown && (
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
);

const KeyHints = () => (
  <p className="flex items-center gap-3.5 text-xs whitespace-nowrap text-muted">
    <KeyLegend keys="E">edit</KeyLegend>
    <KeyLegend keys="S">schedule</KeyLegend>
    <KeyLegend keys="JK">next, previous</KeyLegend>
    <KeyLegend keys="U">undo</KeyLegend>
  </p>
);

/**
 * Returns the classes of the place for Post Now, which a pending comment uses for hints.
 */
function sendPlace(isPending: boolean, sends: boolean): string {
  const place = 'ml-auto flex min-h-(--control) justify-end';
  if (isPending)
    return classNames(
      place,
      'max-md:hidden @max-[46rem]:hidden pointer-coarse:hidden',
      sends && 'max-md:w-full',
    );
  return classNames(place, 'md:w-84', sends ? 'max-md:w-full' : '@max-[46rem]:hidden');
}

/** Says what became of a comment that left the list while the user was typing in it. */
function Became({ item, board }: { item: QueueRow; board: Board }) {
  const { leftAs, review } = board;
  if (leftAs === undefined) return null;
  return <WhatBecame commentId={item.commentId} status={leftAs} edits={review.edits} />;
}

type ActionBarProps = { item: QueueRow; board: Board; disabled: boolean };

export function ActionBar({ item, board, disabled }: ActionBarProps) {
  if (!board.isGone) return <OpenActions item={item} board={board} disabled={disabled} />;
  return (
    <DecisionBar
      className="px-3 md:border-t"
      obstacle={<Became item={item} board={board} />}
    >
      <DecisionButton guard={board.guard} className="ml-auto" onPress={board.letGo}>
        Close
      </DecisionButton>
    </DecisionBar>
  );
}

function OpenActions({ item, board, disabled }: ActionBarProps) {
  const { commentId, comment } = item;
  const { status } = comment;
  const { guard } = board;
  const step = nextStep(item);
  const isPending = status === 'pending';
  const sends = canSend(item);
  const { obstacle, heldUp } = useObstacle(board, comment, status !== 'rejected');
  const common = { guard, disabled };
  const goesOn = { ...common, ...heldUp, className: heldUp ? 'opacity-50' : '' };
  const actions = Object.fromEntries(
    actionsOf(board, item).map((action) => [action.key, action]),
  );
  const button = (
    key: string,
    props: Partial<ComponentProps<typeof DecisionButton>> = {},
  ) => {
    const action = actions[key];
    if (!action) return null;
    return (
      <DecisionButton {...common} hotkey={key} onPress={action.run} {...props}>
        {props.children ?? action.label}
      </DecisionButton>
    );
  };
  return (
    <DecisionBar
      className="px-3 max-md:pointer-coarse:pt-0 md:border-t"
      obstacle={
        <>
          <Became item={item} board={board} />
          {obstacle}
        </>
      }
      hint={<SwipeHint isShown={isPending} />}
    >
      <div
        className={classNames(
          'flex basis-full gap-2 max-md:grid max-md:grid-cols-[1fr_3rem_3rem_1fr]',
          isPending ? 'md:basis-auto' : '@min-[46rem]:basis-auto',
        )}
      >
        <Slot
          className={classNames(
            'md:w-31 max-md:order-4',
            status === 'rejected' && 'max-md:hidden',
          )}
        >
          {button('A', {
            ...goesOn,
            variant: isPending || step === 'retry' ? 'primary' : 'secondary',
          })}
        </Slot>
        <Slot
          className={classNames(
            'md:w-28',
            !isPending && status !== 'rejected' && 'max-md:hidden',
          )}
        >
          {isPending && button('R')}
        </Slot>
        <Slot className="md:hidden max-md:order-2">
          {button('E', {
            'aria-label': 'Edit',
            className: 'px-0',
            children: <Pencil aria-hidden />,
          })}
        </Slot>
        <Slot className="md:hidden max-md:order-3">
          <DecisionButton
            guard={guard}
            aria-label="Next"
            className="px-0"
            onPress={() => board.skip(item)}
          >
            <ChevronRight aria-hidden />
          </DecisionButton>
        </Slot>
        <Slot
          className={classNames(
            'md:w-38',
            isPending && 'hidden',
            status === 'rejected' && 'max-md:order-4',
          )}
        >
          {!isPending && button('R')}
          {step === 'edit' && button('E', { variant: 'primary', children: 'Edit Text' })}
          {step === 'remove' && (
            <DecisionButton
              {...common}
              variant="primary"
              hotkey="X"
              onPress={() => board.remove(item)}
            >
              Remove
            </DecisionButton>
          )}
        </Slot>
      </div>
      <div className={sendPlace(isPending, sends)}>
        {isPending && <KeyHints />}
        {sends && (
          <PostNow
            arming={{
              isArmed: board.armed === commentId,
              arm: () => board.arm(item),
              keep: () => board.go(commentId),
            }}
            disabled={disabled}
            variant={step === 'retry' ? 'secondary' : 'primary'}
            guard={guard}
            onPost={() => board.post(item)}
          >
            {button('S', {
              ...goesOn,
              children: 'Schedule',
            })}
          </PostNow>
        )}
      </div>
    </DecisionBar>
  );
}

/** How far a swipe has to go to count, in pixels. */
const THRESHOLD = 96;

/**
 * Recognizes a horizontal swipe with one finger on an element with `touch-action: pan-y`,
 * which leaves vertical scrolling to the browser. Ignores swipes while the user is
 * editing text.
 */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const from = useRef<{ pointerId: number; x: number } | null>(null);
  const shift = ({ style }: HTMLElement, dx: number) => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    style.transition = dx === 0 ? '' : 'none';
    style.transform = dx === 0 ? '' : `translateX(${dx}px)`;
  };
  const moved = ({ pointerId, clientX }: PointerEvent) =>
    from.current?.pointerId === pointerId ? clientX - from.current.x : 0;
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null;
    shift(currentTarget, 0);
  };
  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientX }: PointerEvent) {
      if (pointerType !== 'touch' || !isPrimary) return;
      if (document.activeElement instanceof HTMLTextAreaElement) return;
      from.current = { pointerId, x: clientX };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const dx = moved(event);
      if (dx !== 0) shift(event.currentTarget, dx);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const dx = moved(event);
      end(event);
      if (Math.abs(dx) >= THRESHOLD) onSwipe(dx < 0 ? 'left' : 'right');
    },
    onPointerCancel: end,
  };
}
