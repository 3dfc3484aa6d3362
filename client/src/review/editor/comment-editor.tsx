import { skipToken, useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Steer, steerLabels, steers } from '#shared/contracts/comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { instructionLimit } from '#shared/contracts/drafts.ts';
import { materialQuery } from '../../api/drafts.ts';
import { Button, Input } from '../../components/ui/button.tsx';
import { bringIntoView, classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import type { Stored } from '../../lib/storage.ts';
import {
  newestUnsavedEdits,
  type TextId,
  unsavedBase,
  unsavedEdit,
} from '../../lib/unsaved.ts';
import { MarkedText } from './marked-text.tsx';
import { SourceNotes } from './source-notes.tsx';

export function CharacterCount({ id, length }: { id: string; length: number }) {
  return (
    <p id={id} className="flex flex-wrap gap-x-4 text-xs text-soft">
      <span
        className={classNames(
          'font-medium tabular-nums',
          length > commentSoftLimit ? 'text-failed' : 'text-text',
        )}
      >
        {length}/{commentSoftLimit}
      </span>{' '}
      {length > commentSoftLimit && length <= commentHardLimit && (
        <span>Long for a comment: most readers will only see its beginning.</span>
      )}
      {length > commentHardLimit && (
        <span className="text-failed">
          Longer than {formatNumber(commentHardLimit)} characters cannot be saved.
        </span>
      )}
    </p>
  );
}

export const liveTextKey = (id: TextId | undefined) => ['live-text', id];

/**
 * Returns the text of a new version while it is being streamed; null while none is being
 * written.
 */
export const useLiveText = (id: TextId | undefined): string | null =>
  useQuery<string | null>({ queryKey: liveTextKey(id), queryFn: skipToken }).data ?? null;

export const CHOOSE_FIRST =
  'This comment was changed elsewhere. Compare both texts and choose one.';

/** An edit that was typed over this revision of a comment and is not saved yet. */
interface UnsavedEdit {
  readonly text: string;
  readonly revision: number;
  /**
   * The stored text when the edit began; null if it is not known, as for an edit of an
   * older version.
   */
  readonly base: string | null;
  readonly kept: Stored<string>;
}

type Subject = { id: TextId; content: string; revision: number };

/**
 * Keeps the unsaved edits of one visit. They survive their editor and a reload (rule
 * 2.20).
 */
export function createUnsavedEdits() {
  const visit = `.${crypto.getRandomValues(new Uint32Array(1))}`;
  const edits = new Map<TextId, UnsavedEdit>();
  for (const [id, edit] of newestUnsavedEdits())
    edits.set(id, { ...edit, base: unsavedBase(id, edit.revision).read() });
  const listeners = new Set<() => void>();

  function put(id: TextId, edit: Omit<UnsavedEdit, 'kept'> | null): void {
    const before = edits.get(id);
    // If the tab where a restored edit was typed has changed it since, leave it in
    // storage.
    if (before && before.kept.read() === before.text) {
      before.kept.remove();
      unsavedBase(id, before.revision).remove();
    }
    edits.delete(id);
    if (edit) {
      const kept = unsavedEdit(id, edit.revision, visit);
      edits.set(id, { ...edit, kept });
      kept.write(edit.text);
      if (edit.base !== null) unsavedBase(id, edit.revision).write(edit.base);
    }
    for (const listener of listeners) listener();
  }

  const drop = (id: TextId) => edits.has(id) && put(id, null);

  return {
    of: (id: TextId): UnsavedEdit | undefined => edits.get(id),
    drop,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    type({ id, content, revision }: Subject, text: string): void {
      const before = edits.get(id);
      if (text === content) drop(id);
      else
        put(id, {
          text,
          revision: before?.revision ?? revision,
          base: before ? before.base : content,
        });
    },

    /** Keeps the edited text and bases it on the comment's current revision. */
    rebase({ id, content, revision }: Subject): void {
      const edit = edits.get(id);
      if (!edit) return;
      if (edit.text === content) drop(id);
      else put(id, { text: edit.text, revision, base: content });
    },
  };
}

export type UnsavedEdits = ReturnType<typeof createUnsavedEdits>;

/**
 * Returns whether the stored text was changed elsewhere during the edit. The user then
 * has to choose a text.
 */
export function isConflicting(
  edit: UnsavedEdit,
  { content, revision }: Subject,
): boolean {
  if (edit.text === content || edit.revision === revision) return false;
  return edit.base !== content;
}

/**
 * Returns a comment's text for its editor, and the choice between two texts after a
 * change elsewhere.
 */
export function useUnsavedEdit(edits: UnsavedEdits, { id, content, revision }: Subject) {
  const edit = useSyncExternalStore(edits.subscribe, () => edits.of(id));
  const isChanged = edit !== undefined && isConflicting(edit, { id, content, revision });

  // Status changes bump the revision without changing the text; rebase silently.
  useEffect(() => {
    if (edit && !isChanged && edit.revision !== revision)
      edits.rebase({ id, content, revision });
  }, [edits, edit, isChanged, id, content, revision]);

  return {
    text: edit?.text ?? content,
    setText: (text: string) => edits.type({ id, content, revision }, text),
    edited: edit !== undefined && edit.text !== content,
    /** The newer text; null unless the user has to choose. */
    conflict: isChanged ? content : null,
    keepMine: () => edits.rebase({ id, content, revision }),
    takeNewer: (): void => void edits.drop(id),
  };
}

type UnsavedText = ReturnType<typeof useUnsavedEdit>;

/**
 * Lets the user choose between an unsaved edit and a text that was changed elsewhere
 * (rule 2.20).
 */
export function ConflictChoice(props: UnsavedText & { focusText?: () => void }) {
  const { conflict, keepMine, takeNewer, focusText } = props;
  if (conflict === null) return null;
  const choose = (choice: () => void) => () => {
    choice();
    // The pressed button disappears with the question.
    focusText?.();
  };
  return (
    <div
      ref={bringIntoView}
      role="alert"
      className="flex max-w-measure scroll-mb-4 flex-col max-md:scroll-mb-14 gap-2 rounded-control border border-failed p-3"
    >
      <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
      <blockquote className="border-l-2 border-line pl-3 font-voice text-voice whitespace-pre-wrap text-soft">
        {conflict}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button onClick={choose(keepMine)}>Keep My Text</Button>
        <Button onClick={choose(takeNewer)}>Use the Newer Text</Button>
      </div>
    </div>
  );
}

interface EditorFrameProps
  extends Pick<ComponentProps<typeof MarkedText>, 'marked' | 'live' | 'onKeyDown'> {
  label: string;
  unsaved: UnsavedText;
  video: { id?: number; youtubeId: string };
  /**
   * Set where the page itself scrolls. Otherwise the frame has its full height from the
   * start, so that nothing moves when a draft arrives.
   */
  grows?: boolean;
  /** If missing, no source notes are shown and the text takes the whole width. */
  onVouch?: ((sentence: string) => void) | undefined;
  /** Shown while the text is empty, unless the frame grows. */
  placeholder?: string;
  /** Shown instead of the text. */
  instead?: ReactNode;
  below?: ReactNode;
  /** Shown beside the character count. */
  children: ReactNode;
}

/**
 * Shows the text with its source marks. The source notes stand beside it if there is
 * room, or else last, because they arrive later than the text.
 */
export function EditorFrame(props: EditorFrameProps) {
  const { label, marked, live = null, onKeyDown, unsaved, video, grows = false } = props;
  const { onVouch, instead, below, children } = props;
  const { placeholder = 'The draft appears here, for you to make your own.' } = props;
  const id = useId();
  const hasNotes = onVouch !== undefined && !instead;
  const { data } = useQuery({
    ...materialQuery(video.id ?? 0),
    enabled: hasNotes && video.id !== undefined,
  });
  return (
    <div className="@container">
      <div
        className={classNames(
          'grid max-w-[48.75rem] gap-y-2 *:col-span-full',
          hasNotes && '@min-[36rem]:grid-cols-[minmax(0,1fr)_11.75rem]',
        )}
      >
        {instead || (
          <div
            className={classNames(
              'grid rounded-control border border-field-line outline-offset-2 outline-accent has-[textarea:focus-visible]:outline-2',
              grows
                ? '@min-[36rem]:min-h-52 max-md:not-has-[textarea:focus]:border-transparent'
                : 'bg-surface sm:h-(--editor-height,14.75rem) sm:overflow-y-auto',
              grows && marked.readOnly && live === null && 'md:bg-sunken',
              hasNotes
                ? '@min-[36rem]:col-span-1! @min-[36rem]:-outline-offset-2 @min-[36rem]:rounded-r-none @min-[36rem]:border-r-line'
                : 'max-sm:h-59 max-sm:overflow-y-auto',
            )}
          >
            <MarkedText
              marked={marked}
              live={live}
              onKeyDown={onKeyDown}
              placeholder={grows ? undefined : placeholder}
              aria-label={label}
              aria-describedby={`${id}-count`}
              className={`font-voice ${grows ? 'min-h-36 touch-pan-y text-voice-lg max-md:py-0.5 md:px-4 md:py-3' : 'px-4 py-3 text-voice max-sm:min-h-58 sm:text-voice-lg'}`}
            />
          </div>
        )}
        {hasNotes && (
          // While a new text is being written, the notes still belong to the old one, so
          // they are hidden.
          <div
            className={classNames(
              'relative border-field-line max-md:border-transparent @max-[36rem]:order-last @max-[36rem]:pt-2 @min-[36rem]:col-span-1! @min-[36rem]:rounded-r-control @min-[36rem]:border @min-[36rem]:border-l-0',
              !grows && 'sm:@max-[36rem]:h-36 sm:@max-[36rem]:overflow-y-auto',
              live !== null && '*:invisible',
            )}
          >
            <div className="@min-[36rem]:absolute @min-[36rem]:inset-0 @min-[36rem]:overflow-y-auto @min-[36rem]:p-3.5 @min-[36rem]:pr-3">
              <SourceNotes
                marked={marked}
                youtubeId={video.youtubeId}
                comments={data?.comments}
                onVouch={onVouch}
                hasNoQuote={grows}
              />
            </div>
          </div>
        )}
        <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
          <CharacterCount id={`${id}-count`} length={(live ?? unsaved.text).length} />
          {children}
        </div>
        <div className="empty:hidden">
          <ConflictChoice {...unsaved} focusText={() => marked.field.current?.focus()} />
        </div>
        {below}
      </div>
    </div>
  );
}

/**
 * Asks for a change of the draft, or with no wish for another draft from another angle.
 */
export type Wish = { steer: Steer } | { instruction: string } | Record<string, never>;

interface SteeringProps {
  disabled: boolean;
  /** Resolves to true if a new version was written. */
  onWish: (wish: Wish) => Promise<boolean>;
  /** Set if the form opens on demand: it then takes the focus, and Escape closes it. */
  onClose?: () => void;
  /**
   * Whether “Another take” comes first. The generate dialog has a button of its own for
   * it.
   */
  hasAnotherTake?: boolean;
  children?: ReactNode;
}

const focusFirst = (form: HTMLFormElement | null): void =>
  form?.querySelector('button')?.focus();

export function Steering({
  disabled,
  onWish,
  onClose,
  hasAnotherTake,
  children,
}: SteeringProps) {
  const [instruction, setInstruction] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (disabled || !instruction.trim()) return;
    if (await onWish({ instruction: instruction.trim() })) setInstruction('');
  }

  return (
    <form
      ref={onClose ? focusFirst : null}
      aria-label="Change this draft"
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose?.()}
      className="flex flex-wrap gap-2"
    >
      {hasAnotherTake && (
        <Button
          disabled={disabled}
          className="max-sm:flex-[1_1_40%]"
          onClick={() => void onWish({})}
        >
          Another take
        </Button>
      )}
      {steers.map((steer) => (
        <Button
          key={steer}
          disabled={disabled}
          className="max-sm:flex-[1_1_40%]"
          onClick={() => void onWish({ steer })}
        >
          {steerLabels[steer]}
        </Button>
      ))}
      {children}
      <Input
        aria-label="What should change?"
        placeholder="What should change?"
        enterKeyHint="go"
        maxLength={instructionLimit}
        value={instruction}
        onChange={(event) => setInstruction(event.target.value)}
        className="w-auto! min-w-40 flex-1 max-sm:w-full!"
      />
    </form>
  );
}
