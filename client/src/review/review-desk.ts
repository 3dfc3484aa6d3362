import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import { bringIntoView } from '../lib/browser.ts';
import { useOfferedUndo } from '../lib/offered-undo.ts';
import { useArming, usePressGuard } from '../lib/presses.ts';
import type { Shortcuts } from '../lib/shortcuts.ts';
import type { TextId } from '../lib/unsaved.ts';
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

interface DeskOptions {
  review: Review;
  actions: ReviewActions;
  /** The element that shows the open row. */
  article: RefObject<HTMLElement | null>;
  /** Null if no row is open. */
  openId: number | null;
  open(id: number | null): void;
  /** Returns the id of the row to open after an undo, if that is not the comment's. */
  rowOf?: (undone: Undone) => number | undefined;
  /** Whether the open row is a card among others. Else it is the whole page of a phone. */
  isCard?: boolean;
}

/**
 * Handles the open row of the Review Queue or the replies: its focus, keyboard shortcuts,
 * the guard against double presses and the arming of Post Now.
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
     * Returns the shortcuts that both lists share: next and previous row, first gap, and
     * Undo.
     */
    keys(
      step: (by: number) => void,
      draftGaps: readonly string[] | undefined,
    ): Shortcuts {
      const next = () => step(1);
      const previous = () => step(-1);
      return {
        j: next,
        ArrowDown: next,
        k: previous,
        ArrowUp: previous,
        F2: () => focusGap(draftGaps),
        u: () => void undo(),
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
