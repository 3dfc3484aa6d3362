import { listen } from './browser.ts';
import { isComposing } from './keys.ts';

/** Matches elements in which keys write text or choose a value. */
export const TEXT_FIELD =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const SEVERAL_LINES = 'textarea, [contenteditable="true"]';

let isTyping = false;

/**
 * Returns whether the user may still be typing. A text field can vanish or lose the focus
 * while the user types in it, for example when its comment was posted from a phone or its
 * dialog closed. The next letters then reach the page, where each would trigger a
 * shortcut. So typing begins when a text field gets the focus and ends only when the user
 * ends it: with a click or tap elsewhere, Escape, Tab, or Enter where that finishes the
 * text.
 */
export const isStillTyping = (): boolean => isTyping;

/** Returns whether the focus is in a text field of this part of the page. */
export function isTypingIn(part: Element | null): boolean {
  const { activeElement } = document;
  if (!activeElement?.matches(TEXT_FIELD)) return false;
  return part?.contains(activeElement) ?? false;
}

const fieldOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(TEXT_FIELD) : null;

function endsTyping(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  field: Element | null,
): boolean {
  if (key === 'Escape' || key === 'Tab') return true;
  if (!field) return false;
  if (key === 'Enter') return ctrlKey || metaKey || !field.matches(SEVERAL_LINES);
  // The down arrow moves from the search field to its results.
  return key === 'ArrowDown' && field.matches('[type="search"]');
}

/**
 * Returns whether the key was meant for the text. Enter and
 * the space bar would otherwise press the focused button.
 */
const isTyped = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && (key.length === 1 || key === 'Enter');

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onFocus({ target }: Event): void {
  if (fieldOf(target)) isTyping = true;
}

function onPress({ target }: Event): void {
  if (!fieldOf(target)) isTyping = false;
}

function onKeyDown(event: KeyboardEvent): void {
  const field = fieldOf(event.target);
  if (isComposing(event)) {
    // Enter, Escape and the arrow keys choose among the input
    // method's suggestions and must not trigger shortcuts.
    if (field) isTyping = true;
    event.stopImmediatePropagation();
    return;
  }
  if (endsTyping(event, field)) isTyping = false;
  else if (field) isTyping = true;
  else if (isTyping && isTyped(event)) swallow(event);
}

function onKeyUp(event: KeyboardEvent): void {
  // Firefox presses a button when the space bar is released.
  if (isTyping && event.key === ' ' && !fieldOf(event.target)) swallow(event);
}

const listeners = {
  focusin: onFocus,
  pointerdown: onPress,
  // Screen readers and voice control click without a pointer event.
  click: onPress,
  keydown: onKeyDown,
  keyup: onKeyUp,
};

let followers = 0;
let stopListening = () => {};

/** Tracks where the user types until the returned function is called. */
export function followTyping(): () => void {
  followers += 1;
  if (followers === 1) stopListening = listen(listeners, { capture: true });
  return () => {
    followers -= 1;
    if (followers > 0) return;
    isTyping = false;
    stopListening();
  };
}
