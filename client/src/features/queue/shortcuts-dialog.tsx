import { Link } from 'wouter';
import { Dialog, DialogContent } from '../../components/ui/dialog.tsx';

const KEYS: readonly [keys: string[], meaning: string][] = [
  [['j', '↓'], 'Next comment'],
  [['k', '↑'], 'Previous comment'],
  [['a'], 'Approve, or retry a failed one'],
  [['r'], 'Reject; re-review a rejected one; back to review for an approved one'],
  [['e'], 'Edit the text; Escape leaves it, Ctrl+Enter saves it'],
  [['F2'], 'Select the next gap to fill'],
  [['Alt+⌫'], 'Remove the sentence of the selected gap'],
  [['s'], 'Schedule'],
  [['p', 'Enter'], 'Post now: p arms, Enter posts, Escape cancels'],
  [['x'], 'Remove from the queue'],
  [['u'], 'Undo the last step'],
  [['/'], 'Search the queue'],
  [['?'], 'These shortcuts'],
];

interface ShortcutsDialogProps {
  enabled: boolean;
  onClose: () => void;
}

export function ShortcutsDialog({ enabled, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Keyboard shortcuts"
        description={enabled ? 'For the open comment.' : 'They are switched off on this browser.'}
      >
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
          {KEYS.map(([keys, meaning]) => (
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
          Switch them {enabled ? 'off' : 'on'} in{' '}
          <Link href="/settings" className="text-accent underline underline-offset-2">
            Settings
          </Link>
          , under General Settings.
        </p>
      </DialogContent>
    </Dialog>
  );
}
