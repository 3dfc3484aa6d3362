import { diffArrays } from 'diff';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { DraftChoice } from './use-draft.ts';

const digits = new Intl.ListFormat('en', { type: 'disjunction' });

const SHARED_PLACES = 3;
const MOST_KEYS = 9;

interface DraftChoicesProps {
  choices: readonly DraftChoice[];
  disabled: boolean;
  onPick: (choice: DraftChoice) => void;
}

const keysOf = (count: number) =>
  count > SHARED_PLACES
    ? `1 to ${Math.min(count, MOST_KEYS)}`
    : digits.format(Array.from({ length: count }, (_, at) => String(at + 1)));

/** The drafts to choose from, once there is more than one. */
export function DraftChoices({
  choices,
  disabled,
  onPick,
  actions,
  instead,
}: DraftChoicesProps & { actions: ReactNode; instead: ReactNode }) {
  const pick = (choice: DraftChoice) => {
    if (!disabled && !choice.picked) onPick(choice);
  };
  const canChoose = choices.length > 1;
  const withKeys = canChoose ? choices.slice(0, MOST_KEYS) : [];
  const hasKeys = useShortcuts(
    Object.fromEntries(withKeys.map((choice, at) => [String(at + 1), () => pick(choice)])),
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

/** Three share the row; more of them scroll. */
function Cards({ choices, disabled, onPick }: DraftChoicesProps) {
  const isScrolled = choices.length > SHARED_PLACES;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser.
    <div
      role="group"
      aria-label="Drafts to choose from"
      className={classNames(
        'flex snap-x scroll-px-4 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4',
        isScrolled && 'sm:scroll-px-0 sm:overflow-x-auto',
      )}
    >
      {choices.map((choice, at) => (
        <button
          key={choice.content}
          type="button"
          aria-pressed={choice.picked}
          disabled={disabled}
          onClick={() => onPick(choice)}
          className={classNames(
            'flex h-34 w-67 shrink-0 snap-start flex-col rounded-control border p-3 pt-2.5 text-left transition-colors focus-visible:-outline-offset-2',
            !isScrolled && 'sm:w-auto sm:min-w-0 sm:flex-1 sm:shrink',
            choice.picked
              ? 'border-accent bg-accent-soft/50 ring-1 ring-accent ring-inset'
              : 'border-line bg-surface hover:bg-hover',
          )}
        >
          <span className="sr-only">Draft {at + 1}</span>
          <span dir="auto" className="line-clamp-4 w-full text-left font-voice text-voice-sm">
            {choice.content}
          </span>
          <span className="mt-auto flex w-full items-center gap-2 text-xs text-muted tabular-nums">
            <kbd
              aria-hidden
              className="grid size-4.5 shrink-0 place-items-center rounded-[4px] border border-line bg-surface font-sans font-medium"
            >
              {at + 1}
            </kbd>
            <span className="min-w-0 flex-1 truncate">{choice.angle}</span>
            {choice.qualityScore === null ? 'not read' : `${choice.qualityScore}/100`}
          </span>
        </button>
      ))}
    </div>
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

interface WhatChangedProps {
  before: string;
  after: string;
  disabled: boolean;
  onUndo: (() => void) | null;
}

/** The words that differ between two texts, in any language. */
export function WhatChanged({ before, after, disabled, onUndo }: WhatChangedProps) {
  const changes = useMemo(() => diffArrays(wordsOf(before), wordsOf(after)), [before, after]);
  return (
    <section aria-label="What changed" className="rounded-control border border-line px-4 py-2.5">
      <div className="flex min-h-(--control) items-center justify-between gap-2">
        <h3 className="text-sm font-medium">What changed</h3>
        {onUndo && (
          <Button disabled={disabled} onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <p dir="auto" className="max-w-measure text-left font-voice text-voice-sm whitespace-pre-wrap">
        {changes.map(({ added, removed, value }, at) => {
          const text = value.join('');
          const key = `${at} ${text}`;
          if (added)
            return (
              <ins key={key} className="bg-accent-soft decoration-accent underline-offset-3">
                {text}
              </ins>
            );
          return removed ? (
            <del key={key} className="text-muted">
              {text}
            </del>
          ) : (
            text
          );
        })}
      </p>
    </section>
  );
}
