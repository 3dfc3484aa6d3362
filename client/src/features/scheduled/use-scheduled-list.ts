import { useEffect } from 'react';
import { bringIntoView } from '../../lib/browser.ts';
import { isTypingIn } from '../../lib/typing.ts';
import { useFirstRows } from '../../review/rows.ts';
import { type QueuedEntry, scheduled } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { useItem, useScheduledRows } from './scheduled-rows.ts';
import { type ScheduledReview, useScheduledDesk } from './use-scheduled-desk.ts';

const NONE: readonly QueuedEntry[] = [];

/** How many rows fit on a high screen. */
const FIRST_ROWS = 12;

const cardOf = (commentId: number): Element | null =>
  document.querySelector(`main article[data-comment="${commentId}"]`);

/**
 * Lists the scheduled comments with the open one. When that leaves the list, the next one
 * opens. On a phone, where the others are lines, none is open until one is pressed.
 */
export function useScheduledList(
  shared: ScheduledReview,
  { isPhone, asked }: { isPhone: boolean; asked: number | undefined },
) {
  const entries = useWork(scheduled);
  const areFirstShown = useFirstRows(
    'scheduled',
    entries?.slice(0, FIRST_ROWS).map(({ id }) => id),
  );
  const { edits } = shared.review;
  const { rows, open, openIndex, nextIndex } = useScheduledRows(entries ?? NONE, {
    asked,
    isTypedIn: (commentId) =>
      edits.of(commentId) !== undefined || isTypingIn(cardOf(commentId)),
    takenOff: shared.takenOff,
  });
  const index = openIndex < 0 && !isPhone ? nextIndex : openIndex;
  const active = rows[index];
  const { item } = useItem(active);
  const desk = useScheduledDesk({
    shared,
    item,
    openId: active?.id ?? null,
    open,
    at: (step) => {
      const inOrder =
        step > 0 ? rows.slice(index + 1) : rows.slice(0, Math.max(0, index)).reverse();
      return inOrder.find(({ kept }) => kept === null)?.id;
    },
  });
  const isAskedShown = asked !== undefined && active?.id === asked;
  useEffect(() => {
    if (asked !== undefined) open(asked);
  }, [asked]);
  // An address only shows the comment: the focus stays where it is.
  useEffect(() => {
    bringIntoView(isAskedShown ? cardOf(asked) : null);
  }, [asked, isAskedShown]);
  return { isLoaded: areFirstShown, rows, openIndex: index, desk };
}
