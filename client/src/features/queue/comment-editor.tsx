import { type KeyboardEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { openGaps } from '#shared/rules/gaps.ts';
import { CharacterCount, ConflictChoice } from '../../components/comment-editor.tsx';
import { MarkedText, useMarkedText } from '../../components/marked-text.tsx';
import { LitQuote, SourceNotes } from '../../components/source-notes.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { discardUnsavedEdit, newestUnsavedEdits, writeUnsavedEdit } from '../../lib/unsaved.ts';

/** A text that was typed over this revision of its comment. */
export interface UnsavedEdit {
  readonly text: string;
  readonly revision: number;
  /** The stored text it replaced; null after a reload. */
  readonly base: string | null;
}

interface Subject {
  id: number;
  content: string;
  revision: number;
}

/** Unsaved edits of the queue. They survive their card and a reload (rule 2.20). */
export function createUnsavedEdits() {
  const edits = new Map<number, UnsavedEdit>();
  for (const [id, { revision, text }] of newestUnsavedEdits()) edits.set(id, { revision, text, base: null });
  const listeners = new Set<() => void>();

  function put(id: number, edit: UnsavedEdit | null): void {
    const before = edits.get(id);
    if (before && before.revision !== edit?.revision) discardUnsavedEdit(id, before.revision);
    if (edit) {
      edits.set(id, edit);
      writeUnsavedEdit(id, edit.revision, edit.text);
    } else {
      edits.delete(id);
    }
    for (const listener of listeners) listener();
  }

  const drop = (id: number) => edits.has(id) && put(id, null);

  return {
    of: (id: number): UnsavedEdit | undefined => edits.get(id),
    drop,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    type({ id, content, revision }: Subject, text: string): void {
      const before = edits.get(id);
      if (text === content) drop(id);
      else put(id, { text, revision: before?.revision ?? revision, base: before ? before.base : content });
    },

    /** Keeps the edit on top of the comment as it is now. */
    rebase({ id, content, revision }: Subject): void {
      const edit = edits.get(id);
      if (!edit) return;
      if (edit.text === content) drop(id);
      else put(id, { text: edit.text, revision, base: content });
    },
  };
}

export type UnsavedEdits = ReturnType<typeof createUnsavedEdits>;

/** Whether the stored text was changed elsewhere since: then the person chooses. */
export function isConflicting(edit: UnsavedEdit, { content, revision }: Subject): boolean {
  if (edit.text === content || edit.revision === revision) return false;
  return edit.base !== content;
}

/** Returns the text to show in a card. */
export function useUnsavedEdit(edits: UnsavedEdits, comment: CommentRow) {
  const edit = useSyncExternalStore(edits.subscribe, () => edits.of(comment.id));
  const conflict = edit !== undefined && isConflicting(edit, comment);
  const { id, content, revision } = comment;

  // Status changes bump the revision without changing the text; rebase silently.
  useEffect(() => {
    if (edit && !conflict && edit.revision !== revision) edits.rebase({ id, content, revision });
  }, [edits, edit, conflict, id, content, revision]);

  return {
    text: edit?.text ?? comment.content,
    edited: edit !== undefined && edit.text !== comment.content,
    conflict,
  };
}

interface CommentEditorProps {
  comment: CommentRow;
  /** Missing until the whole comment is loaded. */
  analysis: Comment['analysis'] | undefined;
  edits: UnsavedEdits;
  readOnly: boolean;
  onSave: () => Promise<void>;
  onVouch: (sentence: string) => void;
  /** After Escape and a save by key: the page has the keys again. */
  onLeave: () => void;
  /** Below the text. */
  children: ReactNode;
}

/** The text with its source marks. The notes stand beside it where there is room, else last: they come later than the text. */
export function CommentEditor({
  comment,
  analysis,
  edits,
  readOnly,
  onSave,
  onVouch,
  onLeave,
  children,
}: CommentEditorProps) {
  const id = useId();
  const { text, edited, conflict } = useUnsavedEdit(edits, comment);
  const [saving, setSaving] = useState(false);
  const savable = edited && !readOnly && !conflict && !saving && isSavableText(text);
  const marked = useMarkedText({
    text,
    setText: (next) => edits.type(comment, next),
    draftGaps: comment.gaps,
    grounding: typeof analysis === 'object' ? analysis : null,
    readOnly,
  });

  const save = async () => {
    if (!savable) return;
    setSaving(true);
    await onSave();
    setSaving(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    void save();
    if (savable || !edited) onLeave();
  };

  return (
    <div className="@container">
      <div className="grid max-w-[48.75rem] gap-y-2 @min-[36rem]:grid-cols-[minmax(0,1fr)_11.75rem]">
        <div
          className={classNames(
            'grid rounded-control border border-field-line outline-offset-2 outline-accent has-[textarea:focus-visible]:outline-2 @min-[36rem]:-outline-offset-2 @min-[36rem]:min-h-52 @min-[36rem]:rounded-r-none @min-[36rem]:border-r-line max-md:not-has-[textarea:focus]:border-transparent',
            readOnly && 'bg-sunken',
          )}
        >
          <MarkedText
            marked={marked}
            aria-label="Comment"
            aria-describedby={`${id}-count`}
            onKeyDown={onKeyDown}
            className="min-h-36 touch-pan-y font-voice text-voice-lg max-md:py-0.5 md:px-4 md:py-3"
          />
        </div>
        <div className="relative border-field-line @max-[36rem]:order-last @max-[36rem]:pt-2 @min-[36rem]:rounded-r-control @min-[36rem]:border @min-[36rem]:border-l-0">
          <div className="@min-[36rem]:absolute @min-[36rem]:inset-0 @min-[36rem]:overflow-y-auto @min-[36rem]:p-3.5 @min-[36rem]:pr-3">
            <SourceNotes marked={marked} youtubeId={comment.video.youtubeId} onVouch={onVouch} hasNoQuote />
          </div>
        </div>
        <div className="flex min-h-(--control) flex-wrap items-center gap-x-4 gap-y-2 @min-[36rem]:col-span-2">
          <CharacterCount id={`${id}-count`} length={text.length}>
            <span>{commentStyleLabels[comment.style]}</span>
          </CharacterCount>
          {edited && (
            <div className="ml-auto flex gap-2">
              <Button disabled={saving} onClick={() => edits.drop(comment.id)}>
                Cancel
              </Button>
              <Button disabled={!savable} onClick={() => void save()}>
                {saving ? 'Saving…' : 'Save'}
              </Button>
            </div>
          )}
        </div>
        {/* As high as the longest quote, so that pointing moves nothing. */}
        <div className="min-h-12 text-xs leading-4 text-soft @min-[36rem]:col-span-2">
          <LitQuote marked={marked} youtubeId={comment.video.youtubeId} className="[&>p]:line-clamp-2" />
        </div>
        {conflict && (
          <div className="@min-[36rem]:col-span-2">
            <ConflictChoice
              newer={comment.content}
              onKeep={() => edits.rebase(comment)}
              onUseNewer={() => edits.drop(comment.id)}
            />
          </div>
        )}
        <div className="@min-[36rem]:col-span-2">{children}</div>
      </div>
    </div>
  );
}

/** Returns the first gap of the text as it stands in the editor; null if it has none. */
export const openGapIn = (edits: UnsavedEdits, { id, content, gaps }: CommentRow): string | null =>
  openGaps(edits.of(id)?.text ?? content, gaps)[0]?.text ?? null;

/** Renders again only when the gap changes, not with each key. */
export const useOpenGap = (edits: UnsavedEdits, comment: CommentRow): string | null =>
  useSyncExternalStore(edits.subscribe, () => openGapIn(edits, comment));
