import type { QueueItem } from '#shared/contracts/queue.ts';

export const cardId = (item: QueueItem): string => `queue-item-${item.id}`;

const cardOf = (item: QueueItem) => document.getElementById(cardId(item));

export const focusCard = (item: QueueItem) => cardOf(item)?.focus({ preventScroll: true });

export function focusEditor(item: QueueItem): void {
  const editor = cardOf(item)?.querySelector<HTMLTextAreaElement>('[data-editor]');
  editor?.focus();
  editor?.setSelectionRange(editor.value.length, editor.value.length);
}

/** Pixels of a card that must be visible to recognize it. */
const ENOUGH = 96;

export function isCardInView(item: QueueItem): boolean {
  const box = cardOf(item)?.getBoundingClientRect();
  if (!box) return false;
  const seen = Math.min(box.bottom, window.innerHeight) - Math.max(box.top, 0);
  return seen >= Math.min(box.height, ENOUGH);
}
