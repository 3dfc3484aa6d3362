import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

/** A menu, unlike a dialog, leaves the page behind it readable. */
export function DropdownMenu(props: Omit<ComponentProps<typeof RadixMenu.Root>, 'modal'>) {
  return <RadixMenu.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = RadixMenu.Trigger;
export const DropdownMenuRadioGroup = RadixMenu.RadioGroup;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        sideOffset={6}
        collisionPadding={8}
        className={classNames(
          'z-60 min-w-44 rounded-panel bg-raised p-1 shadow-float outline-none data-[state=open]:animate-appear',
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  );
}

const ITEM_CLASSES =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 outline-none data-[disabled]:opacity-50 ' +
  'data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof RadixMenu.Item>) {
  return <RadixMenu.Item className={classNames(ITEM_CLASSES, className)} {...props} />;
}

export function DropdownMenuRadioItem({ className, ...props }: ComponentProps<typeof RadixMenu.RadioItem>) {
  return (
    <RadixMenu.RadioItem
      className={classNames(ITEM_CLASSES, 'data-[state=checked]:bg-selected', className)}
      {...props}
    />
  );
}
