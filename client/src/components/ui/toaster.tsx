import * as RadixToast from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { dismissToast, useToast } from '../../lib/toast.ts';
import { Button } from './button.tsx';

/** Long enough to read; a failure, and anything with a choice, stays longer. Hover and focus hold it. */
const DURATION_MS = 6000;
const LONG_DURATION_MS = 15_000;

/** Shows the current toast and reads it out. Sits once, beside the app. */
export function Toaster() {
  const toast = useToast();
  const long = toast?.variant === 'destructive' || toast?.action !== undefined;
  return (
    <RadixToast.Provider swipeDirection="right" duration={long ? LONG_DURATION_MS : DURATION_MS}>
      {toast && (
        <RadixToast.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast()}
          className={classNames(
            'flex items-start gap-3 rounded-panel border-l-4 bg-raised py-3 pr-2 pl-4 shadow-float',
            'data-[state=closed]:animate-leave data-[state=open]:animate-rise',
            toast.variant === 'destructive' ? 'border-failed' : 'border-ink',
          )}
        >
          <div className="min-w-0 flex-1 py-1">
            <RadixToast.Title className="font-medium">{toast.title}</RadixToast.Title>
            {toast.description && (
              <RadixToast.Description className="text-sm text-muted">
                {toast.description}
              </RadixToast.Description>
            )}
          </div>
          {toast.action && (
            <RadixToast.Action asChild altText={toast.action.label}>
              <Button size="sm" onClick={toast.action.onAction}>
                {toast.action.label}
              </Button>
            </RadixToast.Action>
          )}
          <RadixToast.Close asChild>
            <Button variant="ghost" size="sm" aria-label="Dismiss">
              <X aria-hidden />
            </Button>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport className="fixed right-4 bottom-20 left-4 z-70 m-0 flex list-none flex-col outline-none sm:bottom-4 sm:left-auto sm:w-96" />
    </RadixToast.Provider>
  );
}
