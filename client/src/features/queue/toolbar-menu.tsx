import { Ellipsis } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';

const OPENED = '[role="menu"], [role="dialog"], [role="alertdialog"]';

/** A row of buttons; where they have no room, one button opens them. */
export function ToolbarMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // What a button of the row has opened gives the focus back to it.
    if (relatedTarget?.closest(OPENED) || currentTarget.contains(relatedTarget)) return;
    setOpen(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div role="toolbar" aria-label="All comments" className="flex" onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        ref={opener}
        variant="ghost"
        size="icon"
        aria-label="More actions"
        aria-expanded={open}
        aria-controls={id}
        className="-mr-3 lg:hidden"
        onClick={() => setOpen(!open)}
      >
        <Ellipsis aria-hidden />
      </Button>
      <div
        id={id}
        className={classNames(
          'flex gap-2 max-lg:absolute max-lg:top-full max-lg:right-0 max-lg:z-20 max-lg:w-60 max-lg:flex-col-reverse max-lg:rounded-panel max-lg:bg-raised max-lg:p-2 max-lg:shadow-float',
          !open && 'max-lg:hidden',
        )}
      >
        {children}
      </div>
    </div>
  );
}
