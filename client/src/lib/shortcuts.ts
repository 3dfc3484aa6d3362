import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { listen } from './browser.ts';
import { commandKey } from './keys.ts';
import { createPreference, usePreference } from './storage.ts';
import { createStore } from './store.ts';
import { followTyping, isStillTyping, TEXT_FIELD } from './typing.ts';

/**
 * Users can switch shortcuts off, because single keys interfere with speech input and
 * some keyboards.
 */
export const shortcutsPreference = createPreference(
  'shortcuts',
  z.enum(['on', 'off']),
  'on',
);

export type Shortcuts = Readonly<Record<string, () => unknown>>;

const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const REPEATED = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

/** Returns the label of a shortcut, such as "⌘K" or "Ctrl K". */
export const withControl = (key: string): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`;

type Place = 'page' | 'dialog';

function isMeant(event: KeyboardEvent, key: string, place: Place): boolean {
  if (event.repeat && !REPEATED.has(key)) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!(event.target instanceof Element) || event.target.closest(TEXT_FIELD))
    return false;
  if (isStillTyping()) return false;
  return document.querySelectorAll(OVER_THE_PAGE).length === (place === 'page' ? 0 : 1);
}

/**
 * Binds keys for the page while nothing covers it, or for the open dialog. Ignores them
 * while the user may still be typing. Returns whether shortcuts are on.
 */
export function useShortcuts(shortcuts: Shortcuts, place: Place = 'page'): boolean {
  const [preference] = usePreference(shortcutsPreference);
  const enabled = preference === 'on';
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(followTyping, []);
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const key = commandKey(event);
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!act || !isMeant(event, key, place)) return;
      event.preventDefault();
      act();
    };
    // Capture the event, or a focused button would handle Enter first.
    return listen({ keydown: onKey }, { capture: true });
  }, [enabled, place]);
  return enabled;
}

export type PageAction = { label: string; key: string; run: () => void };

type PageActions = { subject: string; actions: readonly PageAction[] };

const offered = createStore<PageActions | null>(null);

/**
 * Offers the page's actions to other parts of the app, such as the command palette, while
 * the page is shown.
 */
export function useOfferedActions(actions: PageActions | null): void {
  useEffect(() => offered.write(actions));
  useEffect(() => () => offered.write(null), []);
}

export const usePageActions = offered.use;

/** Event of the window that opens the command palette. */
export const FIND_OR_DO = 'chime-in:find-or-do';

export const openFindOrDo = (): boolean => window.dispatchEvent(new Event(FIND_OR_DO));
