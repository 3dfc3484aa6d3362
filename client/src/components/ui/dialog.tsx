import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useReturnFocus } from '../../lib/return-focus.ts';
import { Button } from './button.tsx';
import { isInToaster } from './toaster.tsx';
import { useSettling } from './use-settling.ts';

export const Dialog = RadixDialog.Root;
export const DialogClose = RadixDialog.Close;

const SIZES = { sm: 'sm:max-w-md', md: 'sm:max-w-2xl', lg: 'sm:max-w-5xl' };

interface DialogContentProps extends Omit<ComponentProps<typeof RadixDialog.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: keyof typeof SIZES;
}

export function DialogContent({
  title,
  description,
  footer,
  size = 'md',
  children,
  className,
  onInteractOutside,
  ...props
}: DialogContentProps) {
  const returnFocus = useReturnFocus(true);
  const settling = useSettling(true);
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-appear" />
      <RadixDialog.Content
        className={classNames(
          'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[94dvh] w-full flex-col rounded-t-panel bg-raised shadow-float outline-none',
          'sm:top-1/2 sm:bottom-auto sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:-translate-y-1/2 sm:rounded-panel',
          'data-[state=closed]:animate-leave data-[state=open]:animate-appear',
          SIZES[size],
          className,
        )}
        onInteractOutside={(event) => {
          if (isInToaster(event.target) || settling.isPaused) event.preventDefault();
          onInteractOutside?.(event);
        }}
        onCloseAutoFocus={returnFocus}
        style={settling.style}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...props}
      >
        <header className="border-b border-line py-3 pr-14 pl-5">
          <div className="min-w-0 py-1.5">
            <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="text-sm text-muted">{description}</RadixDialog.Description>
            )}
          </div>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
        {footer && (
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
            {footer}
          </footer>
        )}
        {/* Last, so that focus starts in the content. */}
        <RadixDialog.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-3 right-3">
            <X aria-hidden />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
