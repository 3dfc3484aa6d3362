import { classNames } from '../../../lib/class-names.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import type { DraftChoice } from './use-draft-choices.ts';

const digits = new Intl.ListFormat('en', { type: 'disjunction' });

interface DraftChoicesProps {
  choices: readonly DraftChoice[];
  disabled: boolean;
  onPick: (choice: DraftChoice) => void;
}

export function DraftChoices({ choices, disabled, onPick }: DraftChoicesProps) {
  const pick = (choice: DraftChoice) => {
    if (!disabled && !choice.picked) onPick(choice);
  };
  const hasKeys = useShortcuts(
    Object.fromEntries(choices.map((choice, place) => [String(place + 1), () => pick(choice)])),
    'dialog',
  );
  if (choices.length < 2) return null;
  return (
    <section aria-label="Drafts to choose from" className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {choices.length} drafts to choose from
        {hasKeys && (
          <span className="max-sm:hidden">
            , or press {digits.format(choices.map((_, at) => String(at + 1)))}
          </span>
        )}
      </p>
      <div className="grid gap-2 lg:auto-cols-fr lg:grid-flow-col">
        {choices.map((choice, place) => (
          <button
            key={choice.content}
            type="button"
            aria-pressed={choice.picked}
            disabled={disabled}
            onClick={() => pick(choice)}
            className={classNames(
              'flex min-w-0 flex-col items-start gap-2 rounded-control border px-3 py-2 text-left text-sm transition-colors',
              choice.picked ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
            )}
          >
            <span className="flex w-full items-center justify-between gap-2">
              <span className="font-medium">Draft {place + 1}</span>
              <span className="text-muted tabular-nums">{choice.qualityScore}/100</span>
            </span>
            {choice.angle && <span className="line-clamp-2 text-muted">{choice.angle}</span>}
            <span dir="auto" className="line-clamp-9 w-full whitespace-pre-line">
              {choice.content}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
