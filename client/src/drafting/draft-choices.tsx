import { useQuery } from '@tanstack/react-query';
import { diffArrays } from 'diff';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { pointLimit } from '#shared/contracts/drafts.ts';
import {
  type CommentStyle,
  commentStyleLabels,
  commentStyles,
  defaultCommentStyle,
} from '#shared/contracts/primitives.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { shownModel } from '#shared/rules/format.ts';
import { modelSettingsQuery, userSettingsQuery } from '../api/settings.ts';
import { voiceProfilesQuery } from '../api/voice.ts';
import { Button } from '../components/ui/button.tsx';
import { Textarea } from '../components/ui/form-fields.tsx';
import { Kbd } from '../components/ui/keys.tsx';
import { classNames } from '../lib/browser.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import type { ChosenVoice } from './draft-manner.tsx';
import type { DraftChoice } from './use-draft.ts';

interface PointFieldProps {
  value: string;
  onValueChange: (point: string) => void;
  canDraft: boolean;
  /** Whether another draft would be based on other material than the last one. */
  isNew: boolean;
  onDraft: () => void;
  /** Shown beside the label. */
  children?: ReactNode;
}

/** Takes the focus, because comments are best if the user knows what to say. */
export function PointField({
  value,
  onValueChange,
  canDraft,
  isNew,
  onDraft,
  children,
}: PointFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain =
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey &&
      !event.nativeEvent.isComposing;
    if (event.key !== 'Enter' || !isPlain) return;
    // The field grows but holds a single line: a line break would become a space in the
    // prompt.
    event.preventDefault();
    if (canDraft && !event.repeat) onDraft();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-medium whitespace-nowrap">
          What do you want to say?{' '}
          <span
            className={classNames(
              'font-normal text-muted',
              children !== undefined && 'max-sm:sr-only',
            )}
          >
            (optional)
          </span>
        </label>
        {children}
      </div>
      <div className="relative">
        <Textarea
          ref={field}
          id={id}
          rows={1}
          maxLength={pointLimit}
          value={value}
          onValueChange={onValueChange}
          onKeyDown={onKeyDown}
          className={`max-h-32 min-h-(--control)! resize-none py-1.5! ${isNew ? 'pr-24! sm:pr-32!' : ''}`}
        />
        {isNew && (
          <button
            type="button"
            disabled={!canDraft}
            onClick={onDraft}
            className="absolute top-0.5 right-0.5 flex h-[calc(var(--control)-0.25rem)] items-center gap-2 rounded-control px-2 text-xs font-medium text-soft sm:px-2.5 hover:text-text disabled:opacity-50"
          >
            Draft again <Kbd>↵</Kbd>
          </button>
        )}
      </div>
    </div>
  );
}

const EXAMPLES: Record<CommentStyle, string> = {
  insightful: '“The retry budget matters more here than the timeout.”',
  supportive: '“This finally made readiness probes click for me.”',
  questioning: '“What happens to this when the leader is lost mid-write?”',
};

export const styles = commentStyles.map((value) => ({
  value,
  label: commentStyleLabels[value],
}));
export const stylesWithExamples = styles.map((style) => ({
  ...style,
  help: EXAMPLES[style.value],
}));

/**
 * Returns the style for new drafts: until the user chooses, the Default Comment Style of
 * the chosen or the active profile, or the app's default without a profile.
 */
export function useStyle(chosenVoice: ChosenVoice | null = null) {
  const settings = useQuery(userSettingsQuery);
  const profiles = useQuery(voiceProfilesQuery);
  const [chosen, setStyle] = useState<CommentStyle | null>(null);
  const voiceId = chosenVoice ?? settings.data?.activeVoiceProfileId;
  const profile = profiles.data?.find(({ id }) => id === voiceId);
  return {
    style: chosen ?? profile?.defaultCommentStyle ?? defaultCommentStyle,
    setStyle,
    isKnown: !settings.isPending && !profiles.isPending,
  };
}

/** Returns where the draft goes: as in the settings, until the user changes a box. */
export function useQueueBoxes() {
  const settings = useQuery(userSettingsQuery).data;
  const [chosenToQueue, setToQueue] = useState<boolean | null>(null);
  const [autoPost, setAutoPost] = useState(false);
  return {
    toQueue: chosenToQueue ?? settings?.autoQueueEnabled ?? true,
    setToQueue,
    autoPost,
    setAutoPost,
  };
}

export function ModelName() {
  const settings = useQuery(modelSettingsQuery).data;
  if (!settings || settings.source === 'none') return null;
  const name = shownModel(settings.model);
  return (
    <span className="min-w-0 truncate text-xs text-soft" title={name}>
      {name === sandboxModelName ? name : `by ${name}`}
    </span>
  );
}

/** Tells screen readers when a draft is being written, and when it is there. */
export function DraftStatus({
  isWriting,
  hasDraft,
}: {
  isWriting: boolean;
  hasDraft: boolean;
}) {
  const ready = hasDraft ? 'The draft is ready' : '';
  return (
    <span role="status" className="sr-only">
      {isWriting ? 'Writing a draft' : ready}
    </span>
  );
}

export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

const digits = new Intl.ListFormat('en', { type: 'disjunction' });

const SHARED_PLACES = 3;
const MOST_KEYS = 9;

interface DraftChoicesProps {
  choices: readonly DraftChoice[];
  /** The content of the choice on the screen. */
  picked: string | undefined;
  disabled: boolean;
  onPick: (choice: DraftChoice) => void;
}

const keysOf = (count: number) =>
  count > SHARED_PLACES
    ? `1 to ${Math.min(count, MOST_KEYS)}`
    : digits.format(Array.from({ length: count }, (_, at) => String(at + 1)));

export function DraftChoices({
  choices,
  picked,
  disabled,
  onPick,
  actions,
  instead,
}: DraftChoicesProps & { actions?: ReactNode; instead?: ReactNode }) {
  const pick = (choice: DraftChoice) => {
    if (!disabled && choice.content !== picked) onPick(choice);
  };
  const canChoose = choices.length > 1;
  const withKeys = canChoose ? choices.slice(0, MOST_KEYS) : [];
  const hasKeys = useShortcuts(
    Object.fromEntries(
      withKeys.map((choice, at) => [String(at + 1), () => pick(choice)]),
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
              {hasKeys && (
                <span className="max-sm:hidden">, or press {keysOf(choices.length)}</span>
              )}
            </>
          ) : (
            <span className="font-medium text-text">Draft</span>
          )}
        </p>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      {instead}
      {!instead && canChoose && (
        <Cards choices={choices} picked={picked} disabled={disabled} onPick={pick} />
      )}
    </div>
  );
}

/** Up to three cards share the row. More of them scroll sideways. */
function Cards({ choices, picked, disabled, onPick }: DraftChoicesProps) {
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
          aria-pressed={choice.content === picked}
          disabled={disabled}
          onClick={() => onPick(choice)}
          className={classNames(
            'flex h-34 w-67 shrink-0 snap-start flex-col rounded-control border p-3 pt-2.5 text-left transition-colors focus-visible:-outline-offset-2',
            !isScrolled && 'sm:w-auto sm:min-w-0 sm:flex-1 sm:shrink',
            choice.content === picked
              ? 'border-accent bg-accent-soft/50 ring-1 ring-accent ring-inset'
              : 'border-line bg-surface hover:bg-hover',
          )}
        >
          <span className="sr-only">Draft {at + 1}</span>
          <span
            dir="auto"
            className="line-clamp-4 w-full text-left font-voice text-voice-sm"
          >
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
const wordsOf = (text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

interface WhatChangedProps {
  before: string;
  after: string;
  disabled: boolean;
  onUndo: () => void;
}

export function WhatChanged({ before, after, disabled, onUndo }: WhatChangedProps) {
  const changes = useMemo(
    () => diffArrays(wordsOf(before), wordsOf(after)),
    [before, after],
  );
  return (
    <section
      aria-label="What changed"
      className="rounded-control border border-line px-4 py-2.5"
    >
      <div className="flex min-h-(--control) items-center justify-between gap-2">
        <h3 className="text-sm font-medium">What changed</h3>
        <Button disabled={disabled} onClick={onUndo}>
          Undo
        </Button>
      </div>
      <p
        dir="auto"
        className="max-w-measure text-left font-voice text-voice-sm whitespace-pre-wrap"
      >
        {changes.map(({ added, removed, value }, at) => {
          const text = value.join('');
          const key = `${at} ${text}`;
          if (added)
            return (
              <ins
                key={key}
                className="bg-accent-soft decoration-accent underline-offset-3"
              >
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
