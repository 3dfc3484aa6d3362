import * as RadixDialog from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useReturnFocus } from '../../lib/presses.ts';
import { usePageActions } from '../../lib/shortcuts.ts';
import { CommandRow } from './command-row.tsx';
import { FoundComments } from './found-comments.tsx';
import { matches } from './matches.rules.ts';
import { type NamedCommand, useCommands } from './use-commands.ts';

const GROUP =
  '[&_[cmdk-group-heading]]:truncate [&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';

/** Goes anywhere, finds comments, and acts: on the open comment first. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const page = usePageActions();
  const { goTo, others } = useCommands(typed.trim());
  const returnFocus = useReturnFocus(true);
  const chosen = useRef<() => void>(undefined);

  // Runs once focus is back in the page, since an action may move it on.
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  const actions = (page?.actions ?? [])
    .filter(({ label }) => matches(label, typed))
    .map(({ key, ...action }) => ({ ...action, hint: key }));
  const shownOthers = others.filter(({ label }) => matches(label, typed));

  const rows = (kind: string, commands: readonly NamedCommand[]) =>
    commands.map(({ run, ...command }) => (
      <CommandRow
        key={command.label}
        value={`${kind} ${command.label}`}
        onChoose={() => choose(run)}
        {...command}
      />
    ));

  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <RadixDialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            chosen.current?.();
          }}
          className="fixed inset-x-0 top-3 z-50 mx-auto w-[calc(100%-1.5rem)] max-w-160 animate-appear overflow-hidden rounded-panel bg-raised shadow-float outline-none sm:top-[min(8.25rem,12dvh)]"
        >
          <RadixDialog.Title className="sr-only">Find or do</RadixDialog.Title>
          <Command label="Find or do" shouldFilter={false} loop vimBindings={false}>
            <div className="flex h-14 items-center gap-3 border-b pr-2 pl-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                maxLength={200}
                placeholder="Find a comment, go to a page, or do something"
                className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
              />
              <RadixDialog.Close className="grid h-(--control) min-w-(--control) place-items-center rounded-control px-2 text-xs font-medium text-muted hover:text-text">
                Esc
                <span className="sr-only"> closes</span>
              </RadixDialog.Close>
            </div>
            <Command.List className="max-h-[min(30rem,calc(100dvh-10rem))] scroll-py-2 overflow-y-auto overscroll-contain pb-2">
              {page && actions.length > 0 && (
                <Command.Group heading={`This comment: ${page.subject}`} className={GROUP}>
                  {rows('action', actions)}
                </Command.Group>
              )}
              <Command.Group heading="Go to" className={GROUP}>
                {rows('go', goTo)}
              </Command.Group>
              <FoundComments typed={typed.trim()} className={GROUP} onChoose={choose} />
              {shownOthers.length > 0 && (
                <Command.Group heading="Do" className={GROUP}>
                  {rows('do', shownOthers)}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
