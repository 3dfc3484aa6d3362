import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { classNames } from '../../lib/browser.ts';
import { isSomethingArmed, usePressGuard, useReturnFocus } from '../../lib/presses.ts';
import { Button, type ButtonProps } from './button.tsx';
import { isInToaster } from './toaster.tsx';

/**
 * Ignores presses for a moment, so that a double click on the opener does not answer the
 * dialog (rule 12.1).
 */
function useSettling() {
  const { isPaused, pause } = usePressGuard();
  useLayoutEffect(pause, [pause]);
  return { isPaused, style: isPaused ? ({ pointerEvents: 'none' } as const) : {} };
}

export const DialogClose = (props: ButtonProps) => (
  <RadixDialog.Close asChild>
    <Button {...props} />
  </RadixDialog.Close>
);

const SHEET =
  'max-h-[calc(96dvh-var(--strip))] rounded-t-panel sm:max-h-[calc(100dvh-7rem)]';

const SIZES = {
  sm: `${SHEET} sm:max-w-md`,
  md: `${SHEET} sm:max-w-2xl`,
  /** Has the same size whatever its content is. On a phone it fills the screen. */
  desk: 'h-[calc(100dvh-var(--strip))] sm:h-[min(49.25rem,calc(100dvh-7rem))] sm:max-w-page laptop:h-[calc(100dvh-1rem)]',
};

interface DialogProps
  extends Omit<ComponentProps<typeof RadixDialog.Content>, 'title' | 'className'> {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  aside?: ReactNode;
  /** The children fill the dialog and bring their own DialogFooter. */
  flush?: boolean;
  size?: keyof typeof SIZES;
}

/** The dialog is open as long as it is mounted. */
export function Dialog({
  onClose,
  title,
  description,
  footer,
  aside,
  flush = false,
  size = 'md',
  children,
  onInteractOutside,
  ...props
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const settling = useSettling();
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-scrim animate-appear" />
        <RadixDialog.Content
          className={classNames(
            'fixed inset-x-0 bottom-(--strip) z-50 mx-auto flex w-full flex-col bg-raised shadow-float outline-none',
            'sm:top-1/2 sm:bottom-auto sm:w-[calc(100%-3rem)] sm:-translate-y-1/2 sm:rounded-panel',
            'animate-appear',
            SIZES[size],
          )}
          onInteractOutside={(event) => {
            if (isInToaster(event.target) || settling.isPaused) event.preventDefault();
            onInteractOutside?.(event);
          }}
          onEscapeKeyDown={(event) => isSomethingArmed() && event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          style={settling.style}
          {...(description || props.role ? {} : { 'aria-describedby': undefined })}
          {...props}
        >
          <header className="flex min-h-12 shrink-0 items-center gap-3 border-b py-1.5 pr-14 pl-(--dialog-gutter) sm:min-h-14 laptop:min-h-12 laptop:py-1">
            <div className="min-w-0">
              <RadixDialog.Title className="text-lg font-semibold">
                {title}
              </RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="text-sm text-muted">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            {aside}
          </header>
          {flush ? (
            children
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--dialog-gutter) py-5">
              {children}
            </div>
          )}
          {footer && <DialogFooter>{footer}</DialogFooter>}
          {/* Comes last, so that the focus starts in the content. */}
          <DialogClose
            variant="ghost"
            size="icon"
            aria-label="Close"
            className="absolute top-3 right-3 max-sm:top-1.5 max-sm:right-1.5 laptop:top-2"
          >
            <X />
          </DialogClose>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export const DialogFooter = ({ className, ...props }: ComponentProps<'footer'>) => (
  <footer
    className={classNames(
      'flex flex-wrap items-center justify-end gap-2 border-t px-(--dialog-gutter) py-3',
      className,
    )}
    {...props}
  />
);

interface AlertDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'children'> {
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  confirmDisabled?: boolean;
  onConfirm: () => void;
}

/**
 * Asks a question. A press outside does not close it. The
 * focus starts on Cancel, and the children come after it.
 */
export const AlertDialog = ({
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  confirmDisabled = false,
  onConfirm,
  children,
  ...props
}: AlertDialogProps) => (
  <Dialog
    role="alertdialog"
    size="sm"
    onInteractOutside={(event) => event.preventDefault()}
    footer={
      <>
        <DialogClose>{cancelLabel}</DialogClose>
        {children}
        <DialogClose
          variant={danger ? 'danger' : 'primary'}
          disabled={confirmDisabled}
          onClick={onConfirm}
        >
          {confirmLabel}
        </DialogClose>
      </>
    }
    {...props}
  >
    <RadixDialog.Description asChild>
      <div className="text-muted">{description}</div>
    </RadixDialog.Description>
  </Dialog>
);

interface ConfirmButtonProps extends ButtonProps {
  question: Omit<AlertDialogProps, 'onClose'>;
}

/** Asks before it does what cannot be undone. */
export function ConfirmButton({ question, ...props }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="danger" {...props} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <AlertDialog danger {...question} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
