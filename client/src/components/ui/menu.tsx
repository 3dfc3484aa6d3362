import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/browser.ts';

/** Not modal: a modal menu would hide the page from screen readers. */
export const DropdownMenu = (props: Omit<ComponentProps<typeof RadixMenu.Root>, 'modal'>) => (
  <RadixMenu.Root modal={false} {...props} />
);

export const DropdownMenuTrigger = RadixMenu.Trigger;

export const DropdownMenuContent = ({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) => (
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

export const DropdownMenuItem = (props: ComponentProps<typeof RadixMenu.Item>) => (
  <RadixMenu.Item
    className={classNames(
      'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 outline-none max-sm:min-h-11 pointer-coarse:min-h-11 data-[disabled]:opacity-50',
      'data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:text-muted',
    )}
    {...props}
  />
);
