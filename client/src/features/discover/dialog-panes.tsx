import type { ReactNode } from 'react';

interface DialogPanesProps {
  /** Above everything in a narrow window, else at the top of the left pane. */
  head?: ReactNode;
  /** Below everything in a narrow window, else the left pane. */
  side: ReactNode;
  children: ReactNode;
}

/** Two panes that scroll by themselves; one below the other in a narrow window. */
export function DialogPanes({ head, side, children }: DialogPanesProps) {
  return (
    <div className="min-h-0 flex-1 overscroll-contain max-md:overflow-y-auto md:grid md:grid-cols-[21.5rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
      <div className="px-(--dialog-gutter) pt-4 max-md:has-[section]:pt-0 md:border-r md:bg-page md:pt-5 md:pr-5 md:has-[section]:pb-4">
        {head}
      </div>
      <div className="flex min-w-0 flex-col gap-3.5 px-(--dialog-gutter) pb-5 md:col-start-2 md:row-span-2 md:row-start-1 md:overflow-y-auto md:pt-5">
        {children}
      </div>
      <div className="px-(--dialog-gutter) pb-4 max-md:border-t md:overflow-y-auto md:border-r md:bg-page md:pr-5">
        {side}
      </div>
    </div>
  );
}
