import * as RadixTabs from '@radix-ui/react-tabs';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

export const Tabs = RadixTabs.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={classNames('flex gap-1 overflow-x-auto border-b border-line', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={classNames(
        '-mb-px h-10 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted transition-colors hover:text-text',
        '-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-text',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content className={classNames('pt-6', className)} {...props} />;
}
