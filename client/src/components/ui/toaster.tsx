import { CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dismissToast, type ShownToast, useToast } from '../../lib/toast.ts';
import { Button } from './button.tsx';

/** Failures and toasts with an action stay longer. */
const DURATION_MS = 6000;
const LONG_DURATION_MS = 15_000;

/** Dialogs must not take a press on a toast for a press outside. */
const TOASTER = 'data-toaster';

export const isInToaster = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`[${TOASTER}]`) !== null;

function Toast({ toast }: { toast: ShownToast }) {
  const { title, description, variant, action } = toast;
  const [held, setHeld] = useState(false);
  const duration = variant === 'destructive' || action ? LONG_DURATION_MS : DURATION_MS;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, duration);
    return () => clearTimeout(timer);
  }, [held, duration]);

  return (
    <section
      aria-label={title}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-panel bg-raised py-3 pr-2 pl-4 shadow-float"
    >
      {variant === 'destructive' && (
        <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-failed" />
      )}
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium">{title}</p>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismissToast();
            action.onAction();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button variant="ghost" size="sm" aria-label="Dismiss" onClick={dismissToast}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

/** Takes no keys: Escape belongs to the dialog below it. */
export function Toaster() {
  const toast = useToast();
  const shown = toast?.open ? toast : null;
  const destructive = shown?.variant === 'destructive';
  return (
    <div
      {...{ [TOASTER]: '' }}
      // Stay clear of a dialog's footer and the selection bar.
      className="pointer-events-none fixed top-4 right-4 left-4 z-70 sm:top-auto sm:bottom-4 sm:left-auto sm:w-96 sm:with-bar:bottom-20 sm:with-dialog:inset-x-0 sm:with-dialog:top-4 sm:with-dialog:bottom-auto sm:with-dialog:mx-auto"
    >
      {/* Always mounted: screen readers often skip a live region that appears together with its text. */}
      <div role="status" aria-live="polite">
        {shown && !destructive && <Toast key={shown.id} toast={shown} />}
      </div>
      <div role="alert" aria-live="assertive">
        {shown && destructive && <Toast key={shown.id} toast={shown} />}
      </div>
    </div>
  );
}
