import { useEffect, useState } from 'react';
import { isTypingIn } from '../../lib/typing.ts';
import { useFirstRows, useRow } from '../../review/rows.ts';
import { type QueuedEntry, scheduled } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { type ScheduledRow, useKeptRows } from './kept-rows.ts';
import { type ScheduledReview, useScheduledDesk } from './use-scheduled-desk.ts';

const NONE: readonly QueuedEntry[] = [];

/** How many rows fit on a high screen. */
const FIRST_ROWS = 12;

const cardOf = (commentId: number): Element | null =>
  document.querySelector(`main article[data-comment="${commentId}"]`);

/** Scrolls no further than needed. Nothing moves while the card is in view. */
const bringIntoView = (article: HTMLElement): void => {
  void article.scrollIntoView({ block: 'nearest' });
};

interface Opened {
  id: number | undefined;
  /** Its index in the list, or the index where it was. */
  index: number;
}

/**
 * Keeps track of the open comment of the list. When it leaves the list, the next one opens. On a phone, where
 * the others are lines, none is open until one is pressed.
 */
function useOpenRow(rows: readonly ScheduledRow[], asked: number | undefined, isPhone: boolean) {
  const [opened, setOpened] = useState<Opened>({ id: asked, index: 0 });
  const found = rows.findIndex(({ id }) => id === opened.id);
  if (found >= 0 && found !== opened.index) setOpened({ ...opened, index: found });
  const fallback = isPhone ? -1 : Math.min(opened.index, rows.length - 1);
  const index = found >= 0 ? found : fallback;
  const open = (id: number | undefined) => setOpened({ id, index: Math.max(0, index) });
  return { index, open };
}

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
  const rows = useKeptRows(
    entries ?? NONE,
    (commentId) => edits.of(commentId) !== undefined || isTypingIn(cardOf(commentId)),
    shared.takenOff,
  );
  const { index, open } = useOpenRow(rows, asked, isPhone);
  const active = rows[index];
  const isScheduled = active?.left === null;
  const loaded = useRow(isScheduled ? active.id : undefined).data;
  const desk = useScheduledDesk({
    shared,
    item: isScheduled && loaded ? { ...loaded, scheduledFor: active.at } : undefined,
    openId: active?.id ?? null,
    open,
    at: (step) => {
      const inOrder = step > 0 ? rows.slice(index + 1) : rows.slice(0, Math.max(0, index)).reverse();
      return inOrder.find(({ left }) => left === null)?.id;
    },
    bringIntoView,
  });
  const isAskedShown = asked !== undefined && active?.id === asked;
  useEffect(() => {
    if (asked !== undefined) open(asked);
  }, [asked]);
  // An address only shows the comment: the focus stays where it is.
  useEffect(() => {
    const card = isAskedShown ? cardOf(asked) : null;
    if (card instanceof HTMLElement) bringIntoView(card);
  }, [asked, isAskedShown]);
  return { isLoaded: areFirstShown, rows, openIndex: index, desk };
}
