import * as RadixDialog from '@radix-ui/react-dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  type LucideIcon,
  MessageSquare,
  Mic,
  Pause,
  Play,
  Search,
  Settings,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { commentRowListSchema } from '#shared/contracts/comments.ts';
import { jsonQuery } from '../api/http.ts';
import { userSettingsQuery, useUpdateUserSettings } from '../api/settings.ts';
import { voiceProfilesQuery } from '../api/voice.ts';
import { StateBadge } from '../components/comment-state.tsx';
import { offeredUndo } from '../lib/offered-undo.ts';
import { useReturnFocus } from '../lib/presses.ts';
import { usePageActions } from '../lib/shortcuts.ts';
import { themePreference, themes, usePreference } from '../lib/storage.ts';
import { toast } from '../lib/toast.ts';
import { queuedIds } from '../review/select.ts';
import { useWork } from '../review/work.ts';
import { navEntries, THEME_ICONS, useCounts } from './frame.tsx';

interface NamedCommand {
  label: string;
  icon?: LucideIcon;
  hint?: ReactNode;
  run: () => void;
}

/** `value` distinguishes rows that have the same label. */
function CommandRow({
  value,
  label,
  icon: Icon = MessageSquare,
  hint,
  run,
}: NamedCommand & { value: string }) {
  return (
    <Command.Item
      value={value}
      onSelect={run}
      className="mx-2 flex h-10 cursor-default items-center gap-3 rounded-control px-2 text-base pointer-coarse:h-11 data-[selected=true]:bg-accent-soft data-[selected=true]:inset-ring data-[selected=true]:inset-ring-accent-line"
    >
      <Icon className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {label}
      </span>
      {hint !== undefined && (
        <span className="shrink-0 text-sm text-muted tabular-nums">{hint}</span>
      )}
    </Command.Item>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:truncate [&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';

const FEWEST_LETTERS = 2;
const TYPING_PAUSE_MS = 200;

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

const FOUND_ROWS = 5;

const foundCommentsQuery = (q: string) => ({
  ...jsonQuery(['comments', 'found', q], '/api/comments', commentRowListSchema, {
    q,
    limit: FOUND_ROWS,
    fields: 'row',
  }),
  staleTime: 0,
});

const addressOf = (id: number, isQueued: boolean) =>
  isQueued ? `/queue?comment=${id}` : `/history?comment=${id}`;

function FoundComments({
  typed,
  choose,
}: {
  typed: string;
  choose: (run: () => void) => void;
}) {
  const isEnough = typed.length >= FEWEST_LETTERS;
  const asked = usePaused(typed);
  const enabled = isEnough && asked.length >= FEWEST_LETTERS;
  const { data, isError } = useQuery({
    ...foundCommentsQuery(asked),
    enabled,
    placeholderData: keepPreviousData,
  });
  const queued = useWork(queuedIds);
  if (!isEnough) return null;
  return (
    <Command.Group heading="Comments" className={GROUP}>
      {(enabled && data ? data : []).map((comment) => (
        <CommandRow
          key={comment.id}
          value={`comment ${comment.id}`}
          label={comment.video.title}
          hint={<StateBadge state={comment.status} scheduledFor={comment.scheduledFor} />}
          run={() =>
            choose(() =>
              navigate(addressOf(comment.id, queued?.has(comment.id) ?? false)),
            )
          }
        />
      ))}
      {enabled && (isError || data?.length === 0) && (
        <p role="status" className="px-4 py-2 text-sm text-muted">
          {isError
            ? 'The comments could not be searched.'
            : 'No comment has these words.'}
        </p>
      )}
    </Command.Group>
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether each typed word is the start of a word in the text. */
function matches(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)));
}

/**
 * The navigation calls this page "Voice Profile", so the palette adds it under the name
 * "Settings".
 */
const generalSettings = {
  path: '/settings?tab=general',
  label: 'Settings',
  icon: Settings,
  count: undefined,
};

function usePlaces(typed: string): NamedCommand[] {
  const counts = useCounts();
  const pages = [...navEntries, generalSettings]
    .filter(({ label }) => matches(label, typed))
    .map(({ path, label, icon, count }) => ({
      label,
      icon,
      hint: (count && counts[count]) || undefined,
      run: () => navigate(path),
    }));
  // Fills in the search field of Discover. The user starts the search there.
  const videos = {
    label: typed ? `Search videos for “${typed}”` : 'Search videos…',
    icon: Search,
    run: () =>
      navigate(typed ? `/discover?${new URLSearchParams({ text: typed })}` : '/discover'),
  };
  return [...pages, videos];
}

function useSwitches(): NamedCommand[] {
  const settings = useQuery(userSettingsQuery).data;
  const profiles = useQuery(voiceProfilesQuery).data ?? [];
  const { mutateAsync } = useUpdateUserSettings();
  const [theme, setTheme] = usePreference(themePreference);
  const isPaused = settings?.postingPaused;
  const others = profiles.filter(
    ({ id }) => settings && id !== settings.activeVoiceProfileId,
  );

  // The palette is unmounted when the response arrives, so callbacks passed to `mutate`
  // would not be called.
  const change = (body: Parameters<typeof mutateAsync>[0], title?: string) =>
    void mutateAsync(body).then(
      () => title && toast({ title }),
      () => undefined,
    );

  const posting = {
    label: isPaused ? 'Resume posting' : 'Pause posting',
    icon: isPaused ? Play : Pause,
    run: () => change({ postingPaused: !isPaused }),
  };
  const run = offeredUndo();
  const undo = run && { label: 'Undo the last step', icon: Undo2, hint: 'U', run };
  return [
    ...(undo ? [undo] : []),
    ...(settings ? [posting] : []),
    ...others.map(({ id, name }) => ({
      label: `Write as ${name}`,
      icon: Mic,
      hint: 'Voice profile',
      run: () =>
        change({ activeVoiceProfileId: id }, `New drafts are written as ${name}`),
    })),
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label }) => ({
        label: `Theme: ${label}`,
        icon: THEME_ICONS[value],
        run: () => setTheme(value),
      })),
  ];
}

/**
 * The command palette: acts on the open comment, opens
 * pages, finds comments and changes settings (rule 12.2).
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const page = usePageActions();
  const places = usePlaces(typed.trim());
  const switches = useSwitches().filter(({ label }) => matches(label, typed));
  const returnFocus = useReturnFocus();
  const chosen = useRef<() => void>(undefined);

  // The command runs once the focus is back in the page, since it may move the focus on.
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  const actions = (page?.actions ?? [])
    .filter(({ label }) => matches(label, typed))
    .map(({ key, ...action }) => ({ ...action, hint: key }));

  const rows = (kind: string, commands: readonly NamedCommand[]) =>
    commands.map(({ run, ...command }) => (
      <CommandRow
        key={command.label}
        {...command}
        value={`${kind} ${command.label}`}
        run={() => choose(run)}
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
          <RadixDialog.Title className="sr-only">Search or jump to</RadixDialog.Title>
          <Command
            label="Search or jump to"
            shouldFilter={false}
            loop
            vimBindings={false}
          >
            <div className="flex h-14 items-center gap-3 border-b pr-2 pl-4">
              <Search className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                maxLength={200}
                placeholder="Find a comment, open a page, or run a command"
                className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
              />
              <RadixDialog.Close className="grid h-(--control) min-w-(--control) place-items-center rounded-control px-2 text-xs font-medium text-muted hover:text-text">
                Esc
                <span className="sr-only"> closes</span>
              </RadixDialog.Close>
            </div>
            <Command.List className="max-h-[min(30rem,calc(100dvh-10rem))] scroll-py-2 overflow-y-auto overscroll-contain pb-2">
              {page && actions.length > 0 && (
                <Command.Group
                  heading={`This comment: ${page.subject}`}
                  className={GROUP}
                >
                  {rows('action', actions)}
                </Command.Group>
              )}
              <Command.Group heading="Go to" className={GROUP}>
                {rows('go', places)}
              </Command.Group>
              <FoundComments typed={typed.trim()} choose={choose} />
              {switches.length > 0 && (
                <Command.Group heading="Do" className={GROUP}>
                  {rows('do', switches)}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
