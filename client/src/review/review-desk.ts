import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import { bringIntoView } from '../lib/browser.ts';
import { useOfferedUndo } from '../lib/offered-undo.ts';
import { useArming, usePressGuard } from '../lib/presses.ts';
import type { PageAction, Shortcuts } from '../lib/shortcuts.ts';
import { isTypingIn } from '../lib/typing.ts';
import type { TextId } from '../lib/unsaved.ts';
import { type BoardOptions, type Listed, openId, useBoardPlace } from './board.ts';
import {
  type EditedText,
  lengthNearLimit,
  openGapIn,
  type Redraft,
} from './editor/review-editor.tsx';
import type { Review, Undone } from './review.ts';
import type { ReviewActions } from './review-actions.ts';
import type { Undoable } from './undo-history.ts';

type Part = 'comment' | 'editor';

/** Keys of actions that decide or move the open comment at once. */
const GUARDED = new Set(['A', 'R', 'T']);

interface DeskOptions {
  review: Review;
  actions: ReviewActions;
  /** The element that shows the open row. */
  article: RefObject<HTMLElement | null>;
  /** Null if no row is open. */
  openId: number | null;
  open(id: number | null): void;
  /** Returns the id of the row to open after an undo, if that is not the comment's. */
  rowOf?: ((undone: Undone) => number | undefined) | undefined;
  /** Whether the open row is a card among others. Else it is the whole page of a phone. */
  isCard?: boolean;
}

/**
 * Handles the open comment or reply: its focus, keyboard shortcuts, the guard against
 * double presses and the arming of Post Now.
 */
export function useReviewDesk(options: DeskOptions) {
  const { review, actions, article, openId, open, isCard = false } = options;
  const { rowOf = ({ commentId }: Undone) => commentId ?? undefined } = options;
  const guard = usePressGuard();
  const { armed, setArmed } = useArming();
  const [refusals, setRefusals] = useState(0);
  /** Id of the row that shows the options for another version. */
  const [steering, setSteering] = useState<number | null>(null);
  /**
   * Id of a text over the recommended length, after the user was warned: the next
   * approval is accepted.
   */
  const warned = useRef<TextId | null>(null);
  const moving = useRef<{ id: number | null; part: Part } | null>(null);
  const lastFocused = useRef<Element | null>(null);

  const focusComment = () => {
    const shown = article.current;
    shown?.focus({ preventScroll: true });
    if (shown && !isCard && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
  };
  const findEditor = () => article.current?.querySelector('textarea');
  const focusEditor = () => {
    const editor = findEditor();
    editor?.focus();
    editor?.setSelectionRange(editor.value.length, editor.value.length);
  };

  /**
   * On a phone the page itself scrolls. Starts each comment where the one before started.
   */
  const showFromStart = (shown: HTMLElement) => {
    if (isCard) bringIntoView(shown);
    else window.scrollTo(0, 0);
  };

  useLayoutEffect(() => {
    const move = moving.current?.id === openId ? moving.current : null;
    const shown = article.current;
    // A row that was just put back may be shown a moment later.
    if (!shown) return;
    const wasLost =
      lastFocused.current?.isConnected === false &&
      document.activeElement === document.body;
    if (!move && !wasLost) return;
    if (move) moving.current = null;
    lastFocused.current = null;
    if (move?.part === 'editor') return focusEditor();
    focusComment();
    if (move) showFromStart(shown);
  });

  const select = (id: number | null) => {
    warned.current = null;
    setArmed(null);
    setRefusals(0);
    setSteering(null);
    open(id);
  };

  /** Opens a row, or none if `id` is null. */
  const go = (id: number | null | undefined, part: Part = 'comment') => {
    if (id === undefined) return;
    select(id);
    moving.current = { id, part };
  };

  async function undo(action?: Undoable): Promise<void> {
    const undone = await actions.undo(action);
    if (undone) go(rowOf(undone));
  }
  useOfferedUndo(() => void undo());

  function focusGap(draftGaps: readonly string[] = []): void {
    const editor = findEditor();
    const [gap] = openGaps(editor?.value ?? '', draftGaps);
    if (!gap) return;
    editor?.focus();
    editor?.setSelectionRange(gap.from, gap.to);
  }

  /** Opens or closes the options for another version. */
  const steer = (id: number) => {
    if (steering === id) return go(id);
    select(id);
    setSteering(id);
  };

  return {
    review,
    actions,
    guard,
    article,
    armed,
    disarm: () => setArmed(null),
    /** How often the approval of the open text was refused. */
    refusals,
    onFocus: (target: Element) => {
      lastFocused.current = target;
    },
    select,
    go,
    focusComment,
    steer,
    undo,

    /**
     * Returns the shortcuts that all lists share: next and previous row, first gap, Undo,
     * and the keys of these actions. A quick second press of a deciding key does nothing
     * (rule 12.1).
     */
    keys(
      step: (by: number) => void,
      draftGaps: readonly string[] | undefined,
      offered: readonly PageAction[] = [],
    ): Shortcuts {
      const next = () => step(1);
      const previous = () => step(-1);
      const guarded = ({ key, run }: PageAction) =>
        GUARDED.has(key) ? () => guard.press(run, key) : run;
      return {
        j: next,
        ArrowDown: next,
        k: previous,
        ArrowUp: previous,
        F2: () => focusGap(draftGaps),
        u: () => void undo(),
        ...Object.fromEntries(
          offered.map((action) => [action.key.toLowerCase(), guarded(action)]),
        ),
      };
    },

    /**
     * Returns whether the text cannot be approved yet: it is being written, has a gap, or
     * is too long and the user was not warned before. The decision bar then announces the
     * reason again.
     */
    refuses(text: EditedText, isApproved: boolean): boolean {
      if (review.writing.has(text.id)) return true;
      const length = lengthNearLimit(review.edits, text);
      const isLong =
        length > commentSoftLimit && !isApproved && warned.current !== text.id;
      if (openGapIn(review.edits, text) === null && !isLong) return false;
      if (isLong) warned.current = text.id;
      setRefusals((times) => times + 1);
      return true;
    },

    arm(id: number) {
      guard.pause();
      select(id);
      setArmed(id);
    },

    redraftOf(item: QueueRow, id = item.commentId): Redraft {
      return {
        isOpen: steering === id,
        open: () => steer(id),
        close: () => go(id),
        wish(wish) {
          go(id);
          return actions.redraft(item, wish);
        },
      };
    },
  };
}

interface ListDeskOptions<Row extends Listed>
  extends Pick<DeskOptions, 'review' | 'actions' | 'rowOf'>,
    Omit<BoardOptions<Row>, 'keeps'> {
  /** Returns whether a row stays open even if the user is not typing in it now. */
  holds: (row: Row) => boolean;
}

/**
 * Handles a list that is decided row by row: the Review Queue or the replies. An open row
 * that leaves the list stays open while the user is typing in it.
 */
export function useListDesk<Row extends Listed>(options: ListDeskOptions<Row>) {
  const { review, actions, rowOf, holds, ...list } = options;
  const article = useRef<HTMLElement>(null);
  /** Id of the row that the user took off the list. It closes at once. */
  const takenOff = useRef<number | null>(null);
  const board = useBoardPlace({
    ...list,
    keeps: (row) =>
      takenOff.current !== row.id && (holds(row) || isTypingIn(article.current)),
  });
  const desk = useReviewDesk({
    review,
    actions,
    article,
    openId: openId(board.place) ?? null,
    open(id) {
      takenOff.current = null;
      if (id === null) board.end();
      else board.open(id);
    },
    rowOf,
  });
  return {
    ...board,
    ...desk,
    /** Lets a row leave the list. Call this after opening another one. */
    takeOff(id: number) {
      takenOff.current = id;
    },
  };
}
