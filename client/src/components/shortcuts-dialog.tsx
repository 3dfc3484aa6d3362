import { shortcutsPreference } from '../lib/shortcuts.ts';
import { usePreference } from '../lib/storage.ts';
import { InlineLink } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';

export type ShortcutMeanings = readonly (readonly [
  keys: readonly string[],
  meaning: string,
])[];

interface ShortcutsDialogProps {
  meanings: ShortcutMeanings;
  onClose: () => void;
}

/** Lists what the keys of a page do. */
export function ShortcutsDialog({ meanings, onClose }: ShortcutsDialogProps) {
  const [shortcuts] = usePreference(shortcutsPreference);
  const enabled = shortcuts === 'on';
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Keyboard shortcuts"
      description={
        enabled ? 'For the open comment.' : 'They are switched off on this browser.'
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {meanings.map(([keys, meaning]) => (
          <div key={meaning} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-control border border-field-line px-1.5 text-center font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">
        On a keyboard of another script, such as Cyrillic or Greek, a key counts by its
        place on an English one.
      </p>
      <p className="mt-2 text-sm text-muted">
        Switch them {enabled ? 'off' : 'on'} in{' '}
        <InlineLink href="/settings">Settings</InlineLink>, under General Settings.
      </p>
    </Dialog>
  );
}
