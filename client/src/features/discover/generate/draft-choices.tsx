import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import type { DraftChoice } from './use-draft-choices.ts';

const digits = new Intl.ListFormat('en', { type: 'disjunction' });

const FEWEST_PLACES = 3;
const MOST_KEYS = 9;
const CARD =
  'flex h-34 w-67 shrink-0 snap-start flex-col rounded-control border p-3 pt-2.5 text-left focus-visible:-outline-offset-2';
/** Three share the row; more of them scroll. */
const SHARED = 'sm:w-auto sm:min-w-0 sm:flex-1 sm:shrink';
const TEXT = 'font-voice text-voice-sm max-sm:line-clamp-4 sm:line-clamp-4';

interface DraftChoicesProps {
  choices: readonly DraftChoice[];
  /** The draft being written; null while none is. */
  writing: string | null;
  disabled: boolean;
  onPick: (choice: DraftChoice) => void;
  /** Starts and stops a draft. */
  actions: ReactNode;
  /** Stands where the drafts would; null for the drafts. */
  instead: ReactNode;
}

const keysOf = (count: number) =>
  count > FEWEST_PLACES
    ? `1 to ${Math.min(count, MOST_KEYS)}`
    : digits.format(Array.from({ length: count }, (_, at) => String(at + 1)));

/** Three places that are there from the start, so that nothing moves when drafts arrive. */
export function DraftChoices({ choices, writing, disabled, onPick, actions, instead }: DraftChoicesProps) {
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
            <span className="font-medium text-text">Drafts</span>
          )}
        </p>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      {instead ? (
        <div className="h-34">{instead}</div>
      ) : (
        <Cards choices={choices} writing={writing} disabled={disabled || !canChoose} onPick={pick} />
      )}
    </div>
  );
}

type CardsProps = Pick<DraftChoicesProps, 'choices' | 'writing' | 'disabled' | 'onPick'>;

function Cards({ choices, writing, disabled, onPick }: CardsProps) {
  const places = Array.from({ length: Math.max(FEWEST_PLACES, choices.length) }, (_, at) => at + 1);
  const card = classNames(CARD, places.length === FEWEST_PLACES && SHARED);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser.
    <div
      role="group"
      aria-label="Drafts to choose from"
      className={classNames(
        'flex snap-x scroll-px-4 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4',
        places.length > FEWEST_PLACES && 'sm:scroll-px-0 sm:overflow-x-auto',
      )}
    >
      {places.map((place) => {
        const choice = choices[place - 1];
        if (choice)
          return (
            <ChoiceCard
              key={place}
              card={card}
              place={place}
              choice={choice}
              disabled={disabled}
              onPick={() => onPick(choice)}
            />
          );
        return writing === null ? (
          <div key={place} aria-hidden className={classNames(card, 'border-dashed border-line')} />
        ) : (
          <WritingCard key={place} card={card} place={place} text={place === 1 ? writing : ''} />
        );
      })}
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
      <CardFoot place={place} end={`${choice.qualityScore}/100`}>
        {choice.angle}
      </CardFoot>
    </button>
  );
}

function WritingCard({ card, place, text }: { card: string; place: number; text: string }) {
  return (
    <div aria-hidden className={classNames(card, 'border-line bg-surface')}>
      {text ? (
        <span className={TEXT}>{text}</span>
      ) : (
        <span className="flex flex-col gap-3 py-1.5">
          <Skeleton className="h-2.5 w-full" />
          <Skeleton className="h-2.5 w-11/12" />
          <Skeleton className="h-2.5 w-2/3" />
        </span>
      )}
      <CardFoot place={place}>Writing…</CardFoot>
    </div>
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
