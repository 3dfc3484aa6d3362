import * as RadixTabs from '@radix-ui/react-tabs';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

export const Tabs = RadixTabs.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={classNames('flex flex-wrap gap-x-1 border-b border-line', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={classNames(
        '-mb-px h-[max(2.5rem,var(--control))] shrink-0 border-b-2 border-transparent px-3 font-medium text-muted transition-colors hover:text-text',
        '-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-text',
        className,
      )}
      {...props}
    />
  );
}

export const TabsContent = RadixTabs.Content;
