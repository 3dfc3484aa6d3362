import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface ListPanesProps {
  /** On a phone either the list or the open item is shown. */
  isListShown: boolean;
  list: ReactNode;
  open: ReactNode;
  onFocus?: (target: Element) => void;
}

/** A list beside its open item, as high as the window has room. */
export function ListPanes({ isListShown, list, open, onFocus }: ListPanesProps) {
  return (
    <div
      onFocusCapture={({ target }) => onFocus?.(target)}
      className="flex flex-1 flex-col md:mx-[calc(var(--gutter)-3rem)] md:grid md:min-h-112 md:basis-0 md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden lg:grid-cols-[23.5rem_minmax(0,1fr)]"
    >
      <div
        className={classNames(
          'flex min-h-0 flex-col border-line max-md:h-[70dvh] md:border-r',
          !isListShown && 'max-md:hidden',
        )}
      >
        {list}
      </div>
      <div className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', isListShown && 'max-md:hidden')}>
        {open}
      </div>
    </div>
  );
}
