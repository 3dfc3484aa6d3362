import { listen } from './browser.ts';
import { focusIn } from './presses.ts';

const CONTROL = 'button, a[href], input, textarea, select, summary, [tabindex]';

/**
 * Places to continue from, best first: the open item of a list, the item that fills the
 * page, the page.
 */
const PLACES = [
  'main article[aria-current]',
  'main article[tabindex]',
  'main section[tabindex]',
  'main',
];

/**
 * Moves the focus to the open item, or else to the page, when the focused control
 * disappears or is disabled, for example the last button of a banner (rule 12.5). The
 * browser itself would start again at the top of the page. Whatever knows a better place
 * has the first word: this waits until the page is drawn.
 */
export function keepFocus(): () => void {
  /** The element that has the focus, or had it until it disappeared or was disabled. */
  let last: Element | null = null;
  let frame = 0;

  function onFocus({ target }: Event): void {
    last = target instanceof Element ? target : null;
  }

  /** A press beside all controls takes the focus away on purpose. */
  function onPress({ target }: Event): void {
    if (target instanceof Element && !target.closest(CONTROL)) last = null;
  }

  function restore(): void {
    if (!last || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(':disabled')) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]'))
      return;
    const article = last.closest('article');
    last = null;
    if (!focusIn(article)) PLACES.some((place) => focusIn(document.querySelector(place)));
  }

  const stop = listen({ focusin: onFocus, pointerdown: onPress }, { capture: true });
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    stop();
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
