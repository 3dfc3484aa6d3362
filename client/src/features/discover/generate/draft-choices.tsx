import type { ReactNode } from 'react';
import { classNames } from '../../../lib/browser.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { DraftChoice } from './use-draft-choices.ts';

const digits = new Intl.ListFormat('en', { type: 'disjunction' });

const SHARED_PLACES = 3;
const MOST_KEYS = 9;
const CARD =
  'flex h-34 w-67 shrink-0 snap-start flex-col rounded-control border p-3 pt-2.5 text-left focus-visible:-outline-offset-2';
/** Three share the row; more of them scroll. */
const SHARED = 'sm:w-auto sm:min-w-0 sm:flex-1 sm:shrink';
const TEXT = 'font-voice text-voice-sm max-sm:line-clamp-4 sm:line-clamp-4';

interface DraftChoicesProps {
  choices: readonly DraftChoice[];
  disabled: boolean;
  onPick: (choice: DraftChoice) => void;
  /** Starts and stops a draft. */
  actions: ReactNode;
  /** Stands where the drafts would; null for the drafts. */
  instead: ReactNode;
}

const keysOf = (count: number) =>
  count > SHARED_PLACES
    ? `1 to ${Math.min(count, MOST_KEYS)}`
    : digits.format(Array.from({ length: count }, (_, at) => String(at + 1)));

/** The drafts to choose from, once there is more than one. */
export function DraftChoices({ choices, disabled, onPick, actions, instead }: DraftChoicesProps) {
  const pick = (choice: DraftChoice) => {
    if (!disabled && !choice.picked) onPick(choice);
  };
  const canChoose = choices.length > 1;
  const hasKeys = useShortcuts(
    Object.fromEntries(
      canChoose ? choices.slice(0, MOST_KEYS).map((choice, at) => [String(at + 1), () => pick(choice)]) : [],
    ),
    'dialog',
  );
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-(--control) items-center justify-between gap-2">
        <p className="min-w-0 text-sm text-muted">
          {canChoose ? (
            <>
              {choices.length} drafts to choose from
              {hasKeys && <span className="max-sm:hidden">, or press {keysOf(choices.length)}</span>}
            </>
          ) : (
            <span className="font-medium text-text">Draft</span>
          )}
        </p>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      {instead}
      {!instead && canChoose && <Cards choices={choices} disabled={disabled} onPick={pick} />}
    </div>
  );
}

type CardsProps = Pick<DraftChoicesProps, 'choices' | 'disabled' | 'onPick'>;

function Cards({ choices, disabled, onPick }: CardsProps) {
  const card = classNames(CARD, choices.length <= SHARED_PLACES && SHARED);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser.
    <div
      role="group"
      aria-label="Drafts to choose from"
      className={classNames(
        'flex snap-x scroll-px-4 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4',
        choices.length > SHARED_PLACES && 'sm:scroll-px-0 sm:overflow-x-auto',
      )}
    >
      {choices.map((choice, at) => (
        <ChoiceCard
          key={choice.content}
          card={card}
          place={at + 1}
          choice={choice}
          disabled={disabled}
          onPick={() => onPick(choice)}
        />
      ))}
    </div>
  );
}

interface ChoiceCardProps {
  card: string;
  place: number;
  choice: DraftChoice;
  disabled: boolean;
  onPick: () => void;
}

function ChoiceCard({ card, place, choice, disabled, onPick }: ChoiceCardProps) {
  return (
    <button
      type="button"
      aria-pressed={choice.picked}
      disabled={disabled}
      onClick={onPick}
      className={classNames(
        card,
        'transition-colors',
        choice.picked
          ? 'border-accent bg-accent-soft/50 ring-1 ring-accent ring-inset'
          : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <span className="sr-only">Draft {place}</span>
      <span dir="auto" className={classNames(TEXT, 'w-full text-left')}>
        {choice.content}
      </span>
      <CardFoot place={place} end={choice.qualityScore === null ? 'not read' : `${choice.qualityScore}/100`}>
        {choice.angle}
      </CardFoot>
    </button>
  );
}

function CardFoot({ place, end, children }: { place: number; end?: string; children: ReactNode }) {
  return (
    <span className="mt-auto flex w-full items-center gap-2 text-xs text-muted tabular-nums">
      <kbd
        aria-hidden
        className="grid size-4.5 shrink-0 place-items-center rounded-[4px] border border-line bg-surface font-sans font-medium"
      >
        {place}
      </kbd>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {end}
    </span>
  );
}
