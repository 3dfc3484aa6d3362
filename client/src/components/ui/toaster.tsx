import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames, useHeightVariable } from '../../lib/browser.ts';
import { dismissToast, type ShownToast, useToast } from '../../lib/toast.ts';
import { Button, ButtonLink, IconButton, StateDot } from './button.tsx';
import { Kbd } from './keys.tsx';

/** Failures and toasts with an action or a link stay longer. */
const DURATION_MS = 6000;
const LONG_DURATION_MS = 15_000;

/**
 * Marks the toaster, so that dialogs do not take a press on a toast for a press outside.
 */
const TOASTER = 'data-toaster';

export const isInToaster = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`[${TOASTER}]`) !== null;

function Toast({ toast }: { toast: ShownToast }) {
  const { title, subject, description, variant, action, link } = toast;
  const isFailure = variant === 'destructive';
  const [held, setHeld] = useState(false);
  const duration = isFailure || action || link ? LONG_DURATION_MS : DURATION_MS;

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
      className="pointer-events-auto relative flex animate-appear items-center gap-x-2 gap-y-1 border-t bg-raised slot:flex-wrap px-(--gutter) py-1.5 max-md:py-0 slot:rounded-panel slot:border slot:px-3 slot:py-2.5"
    >
      <div className="min-w-0 flex-1 py-1 text-sm slot:basis-full slot:py-0 slot:pr-6">
        <span className={classNames('max-md:block', !isFailure && 'max-md:truncate')}>
          {isFailure && (
            <span className="mr-1.5 inline-flex align-middle">
              <StateDot tone="failed" />
            </span>
          )}
          <span className="font-medium">{title}</span>{' '}
          {subject && (
            <span className="slot:block slot:truncate slot:text-xs">{subject}</span>
          )}
        </span>{' '}
        {description && (
          <span
            className={classNames(
              'text-soft max-md:block slot:block slot:text-xs',
              !isFailure && 'max-md:line-clamp-2',
            )}
          >
            {description}
          </span>
        )}
      </div>
      {link && (
        <ButtonLink
          href={link.href}
          onClick={dismissToast}
          className="max-md:border-transparent max-md:bg-transparent"
        >
          {link.label}
        </ButtonLink>
      )}
      {action && (
        <Button
          className="max-md:border-transparent max-md:bg-transparent"
          onClick={() => {
            dismissToast();
            action.onAction();
          }}
        >
          {action.label}
          {action.key && <Kbd>{action.key}</Kbd>}
        </Button>
      )}
      <IconButton
        icon={X}
        aria-label="Dismiss"
        onClick={dismissToast}
        className="slot:absolute slot:top-1 slot:right-1"
      />
    </section>
  );
}

/** Handles no keys, because Escape belongs to the dialog below it. */
export function Toaster() {
  const toast = useToast();
  const shown = toast?.open ? toast : null;
  const destructive = shown?.variant === 'destructive';
  const strip = useRef<HTMLDivElement>(null);
  // Dialogs and lists use this height to end above a toast at the bottom of the window.
  useHeightVariable('--notice', strip);
  return (
    <div
      ref={strip}
      {...{ [TOASTER]: '' }}
      className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bars) z-70 sm:left-14 with-dialog:bottom-0 sm:with-dialog:left-0 slot:right-auto slot:bottom-35 slot:left-3 slot:w-50"
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
