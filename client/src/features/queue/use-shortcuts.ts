import { useEffect, useRef } from 'react';
import { shortcutsPreference } from '../../lib/shortcuts-preference.ts';
import { useStoredPreference } from '../../lib/stored-preference.ts';

/** Keys as KeyboardEvent.key names them. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPED_IN = 'input, textarea, select, [contenteditable="true"]';
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';
/** Parts that have a use of their own for the arrow keys. */
const MOVED_IN = '[role="radio"], [role="tab"], [role="menuitem"]';

function isForThePage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest(`${TYPED_IN}, ${MOVED_IN}`)) return false;
  return document.querySelector(OVER_THE_PAGE) === null;
}

/** Single keys for the whole page, unless they were switched off in Settings, while nobody types. */
export function useShortcuts(shortcuts: Shortcuts): boolean {
  const [preference] = useStoredPreference(shortcutsPreference);
  const enabled = preference === 'on';
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!act || !isForThePage(event)) return;
      event.preventDefault();
      act();
    };
    // Before a focused button takes Enter for itself.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [enabled]);
  return enabled;
}
