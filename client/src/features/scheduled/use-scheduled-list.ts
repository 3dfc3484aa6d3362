import { useEffect, useState } from 'react';
import { onSchedule, queueList } from '../../api/comments.ts';
import { usePages } from '../../api/lists.ts';
import { isTypingIn } from '../../lib/typing.ts';
import { type ScheduledRow, useKeptRows } from './kept-rows.ts';
import { type ScheduledReview, useScheduledDesk } from './use-scheduled-desk.ts';

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
  const found = rows.findIndex(({ item }) => item.commentId === opened.id);
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
  const pages = usePages(queueList, onSchedule);
  const { edits } = shared.review;
  const rows = useKeptRows(
    pages.rows,
    (commentId) => edits.of(commentId) !== undefined || isTypingIn(cardOf(commentId)),
    shared.takenOff,
  );
  const { index, open } = useOpenRow(rows, asked, isPhone);
  const active = rows[index];
  const desk = useScheduledDesk({
    shared,
    item: active?.left === null ? active.item : undefined,
    openId: active?.item.commentId ?? 0,
    open,
    at: (step) => {
      const inOrder = step > 0 ? rows.slice(index + 1) : rows.slice(0, Math.max(0, index)).reverse();
      return inOrder.find(({ left }) => left === null)?.item.commentId;
    },
    bringIntoView,
  });
  const isAskedShown = asked !== undefined && active?.item.commentId === asked;
  useEffect(() => {
    if (asked !== undefined) open(asked);
  }, [asked]);
  // An address only shows the comment: the focus stays where it is.
  useEffect(() => {
    const card = isAskedShown ? cardOf(asked) : null;
    if (card instanceof HTMLElement) bringIntoView(card);
  }, [asked, isAskedShown]);
  return { pages, rows, openIndex: index, desk };
}
