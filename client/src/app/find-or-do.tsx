import { Suspense, useEffect, useState } from 'react';
import { lazyWithPreload } from '../lib/browser.ts';
import { onFindOrDo } from '../lib/shortcuts.ts';

const Palette = lazyWithPreload(async () => (await import('./palette.tsx')).Palette);

const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** Opens by ⌘K or Ctrl K, or by its button; not over a dialog. */
export function FindOrDo() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = () => {
      // The account's menu would stay above the palette.
      document.querySelector<HTMLElement>('[popover]')?.hidePopover();
      setIsOpen(true);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (isOpen) setIsOpen(false);
      else if (!event.repeat && !document.querySelector(DIALOGS)) open();
    };
    window.addEventListener('keydown', onKey);
    const stop = onFindOrDo(open);
    return () => {
      window.removeEventListener('keydown', onKey);
      stop();
    };
  }, [isOpen]);
  return <Suspense>{isOpen && <Palette onClose={() => setIsOpen(false)} />}</Suspense>;
}
