import { type KeyboardEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { type CommentStyle, commentStyleLabels } from '#shared/contracts/primitives.ts';
import { isSavableText, openGaps } from '#shared/rules/comment-text.ts';
import { classNames } from '../lib/browser.ts';
import { CharacterCount, ConflictChoice, type UnsavedEdits, useUnsavedEdit } from './comment-editor.tsx';
import { MarkedText, useMarkedText } from './marked-text.tsx';
import { LitQuote, SourceNotes } from './source-notes.tsx';
import { Button } from './ui/button.tsx';

/** A comment, or an answer that is not stored yet. */
export type EditedText = Pick<CommentRow, 'id' | 'content' | 'revision' | 'gaps'> & {
  style?: CommentStyle;
  video: Pick<CommentRow['video'], 'youtubeId'>;
};

interface CommentEditorProps {
  comment: EditedText;
  analysis: Comment['analysis'] | undefined;
  edits: UnsavedEdits;
  readOnly: boolean;
  onSave: () => Promise<void>;
  onVouch: (sentence: string) => void;
  /** After Escape and a save by key: the page has the keys again. */
  onLeave: () => void;
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
  const unsaved = useUnsavedEdit(edits, comment);
  const { text, edited } = unsaved;
  const [saving, setSaving] = useState(false);
  const savable = edited && !readOnly && unsaved.conflict === null && !saving && isSavableText(text);
  const marked = useMarkedText({
    text,
    setText: unsaved.setText,
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
            {comment.style && <span>{commentStyleLabels[comment.style]}</span>}
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
        <div className="empty:hidden @min-[36rem]:col-span-2">
          <ConflictChoice {...unsaved} />
        </div>
        <div className="@min-[36rem]:col-span-2">{children}</div>
      </div>
    </div>
  );
}

/** Returns the first gap of the text as it stands in the editor; null if it has none. */
export const openGapIn = (edits: UnsavedEdits, { id, content, gaps }: EditedText): string | null =>
  openGaps(edits.of(id)?.text ?? content, gaps)[0]?.text ?? null;

/** Renders again only when the gap changes, not with each key. */
export const useOpenGap = (edits: UnsavedEdits, comment: EditedText): string | null =>
  useSyncExternalStore(edits.subscribe, () => openGapIn(edits, comment));
