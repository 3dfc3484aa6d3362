import { diffArrays } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Alternative, GenerateResponse } from '#shared/contracts/drafts.ts';
import { usePickDraft, useWriteOther } from '../../api/drafts.ts';
import { toastFailure } from '../../api/http.ts';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { CommentEditorState } from './comment-editor.tsx';

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
  actions: ReactNode;
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

interface DraftChoice {
  content: string;
  /** What sets it apart; empty for the first draft. */
  angle: string;
  /** Null where it was not read a second time. */
  qualityScore: number | null;
  picked: boolean;
}

const asChoice = ({ content, angle, qualityScore, reading, scoreParts }: Alternative): DraftChoice => ({
  content,
  angle,
  qualityScore: reading || scoreParts.length > 0 ? qualityScore : null,
  picked: false,
});

/** Holds the drafts of one answer; picking one does not change their order. */
export function useDraftChoices(editor: CommentEditorState) {
  const picking = usePickDraft();
  const writing = useWriteOther();
  const [choices, setChoices] = useState<DraftChoice[]>([]);
  const [alternatives, setAlternatives] = useState<readonly string[]>([]);

  const contents = (answer: GenerateResponse) => (answer.alternatives ?? []).map(({ content }) => content);

  return {
    choices,
    /** The picked one's score is the comment's: its reading comes later than its text. */
    shownWith: (comment: Comment | null): DraftChoice[] =>
      choices.map((choice) =>
        choice.picked && comment ? { ...choice, qualityScore: comment.qualityScore } : choice,
      ),
    isPending: picking.isPending,

    offer(answer: GenerateResponse) {
      const { generatedContent, qualityScore } = answer.comment;
      setAlternatives(contents(answer));
      setChoices([
        { content: generatedContent, angle: '', qualityScore, picked: true },
        ...(answer.alternatives ?? []).map(asChoice),
      ]);
    },

    /** Asks for two further drafts, each of which can be picked once it is written; what is shown stays. */
    async writeOthers() {
      if (!editor.comment) return;
      for (const isFirst of [true, false])
        try {
          const answer = await writing.mutateAsync(editor.comment);
          setAlternatives(contents(answer));
          setChoices((before) => {
            const known = new Set(before.map(({ content }) => content));
            const more = (answer.alternatives ?? []).filter(({ content }) => !known.has(content));
            return [...before, ...more.map(asChoice)];
          });
        } catch (error) {
          // One that was picked meanwhile needs no other.
          if (isFirst) toastFailure('Failed to write other drafts', error);
          return;
        }
    },
    isWriting: writing.isPending,

    async pick(choice: DraftChoice) {
      const alternative = alternatives.indexOf(choice.content);
      if (!editor.comment) return;
      try {
        const answer = await picking.mutateAsync({ comment: editor.comment, alternative });
        setAlternatives(contents(answer));
        setChoices((before) => before.map((each) => ({ ...each, picked: each.content === choice.content })));
        editor.replaceWith(answer.comment);
      } catch (error) {
        toastFailure('Failed to pick this draft', error);
      }
    },
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The words that differ between two texts, in any language. */
export const wordChanges = (before: string, after: string): WordChange[] =>
  diffArrays(wordsOf(before), wordsOf(after)).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));

interface WhatChangedProps {
  before: string;
  after: string;
  disabled: boolean;
  onUndo: (() => void) | null;
}

export function WhatChanged({ before, after, disabled, onUndo }: WhatChangedProps) {
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
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
        {changes.map(({ kind, text }, at) => {
          const key = `${at} ${text}`;
          if (kind === 'same') return text;
          return kind === 'added' ? (
            <ins key={key} className="bg-accent-soft decoration-accent underline-offset-3">
              {text}
            </ins>
          ) : (
            <del key={key} className="text-muted">
              {text}
            </del>
          );
        })}
      </p>
    </section>
  );
}
