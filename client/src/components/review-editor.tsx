import { type KeyboardEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type CommentRow, commentSoftLimit } from '#shared/contracts/comments.ts';
import { type CommentStyle, commentStyleLabels } from '#shared/contracts/primitives.ts';
import { isSavableText, openGaps } from '#shared/rules/comment-text.ts';
import { classNames } from '../lib/browser.ts';
import {
  CharacterCount,
  ConflictChoice,
  Steering,
  type UnsavedEdits,
  useUnsavedEdit,
  type Wish,
} from './comment-editor.tsx';
import { DraftChecksLine } from './draft-record.tsx';
import { MarkedText, useMarkedText } from './marked-text.tsx';
import { LitQuote, SourceNotes } from './source-notes.tsx';
import { Button, Kbd } from './ui/button.tsx';

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
  /** After Escape, Cancel and a save by key: the page has the keys again. */
  onLeave: () => void;
  /** Saves first; missing where approving has another way. */
  onApprove?: () => void;
  /** Another version of the text; missing where there is none to ask for. */
  redraft?: Redraft;
  children: ReactNode;
}

export interface Redraft {
  /** Whether the choices are shown. */
  isOpen: boolean;
  /** What is written so far; null while nothing is. */
  live: string | null;
  /** Brings back the text before; null without one. */
  undo: (() => void) | null;
  open: () => void;
  close: () => void;
  wish: (wish: Wish) => Promise<boolean>;
  stop: () => void;
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
  onApprove,
  redraft,
  children,
}: CommentEditorProps) {
  const live = redraft?.live ?? null;
  const id = useId();
  const unsaved = useUnsavedEdit(edits, comment);
  const { text, edited } = unsaved;
  const [saving, setSaving] = useState(false);
  const savable = edited && !readOnly && unsaved.conflict === null && !saving && isSavableText(text);
  const found = typeof analysis === 'object' ? analysis : null;
  const marked = useMarkedText({
    text,
    setText: unsaved.setText,
    draftGaps: comment.gaps,
    grounding: found,
    readOnly: readOnly || live !== null,
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
    if (edited && !savable) return;
    if (event.shiftKey && onApprove) return onApprove();
    void save();
    onLeave();
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
            live={live}
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
          <CharacterCount id={`${id}-count`} length={(live ?? text).length}>
            {comment.style && <span>{commentStyleLabels[comment.style]}</span>}
          </CharacterCount>
          {found && live === null && !edited && !redraft?.undo && (
            <div className="text-xs @max-[44rem]:hidden">
              <DraftChecksLine checks={found.checks} />
            </div>
          )}
          <div className="ml-auto flex items-center gap-2 text-xs text-muted">
            {live !== null ? (
              <>
                <span role="status">Writing…</span>
                <Button onClick={redraft?.stop}>Stop</Button>
              </>
            ) : edited ? (
              <>
                <Button
                  disabled={saving}
                  onClick={() => {
                    edits.drop(comment.id);
                    onLeave();
                  }}
                >
                  Cancel
                </Button>
                <Button disabled={!savable} onClick={() => void save()}>
                  {saving ? 'Saving…' : 'Save'}
                </Button>
              </>
            ) : (
              redraft &&
              !readOnly && (
                <>
                  {redraft.undo && (
                    <Button variant="ghost" onClick={redraft.undo}>
                      Old Text
                    </Button>
                  )}
                  <Button
                    variant="ghost"
                    aria-expanded={redraft.isOpen}
                    className="-mr-2"
                    onClick={redraft.isOpen ? redraft.close : redraft.open}
                  >
                    Redraft
                    <Kbd>G</Kbd>
                  </Button>
                </>
              )
            )}
          </div>
        </div>
        {/* As high as the longest quote, so that pointing moves nothing. */}
        <div className="min-h-12 text-xs leading-4 text-soft @min-[36rem]:col-span-2">
          {redraft?.isOpen && live === null ? (
            <Steering disabled={readOnly} onWish={redraft.wish} onClose={redraft.close} />
          ) : (
            <LitQuote marked={marked} youtubeId={comment.video.youtubeId} className="[&>p]:line-clamp-2" />
          )}
        </div>
        <div className="empty:hidden @min-[36rem]:col-span-2">
          <ConflictChoice {...unsaved} />
        </div>
        <div className="@min-[36rem]:col-span-2">{children}</div>
      </div>
    </div>
  );
}

const textOf = (edits: UnsavedEdits, { id, content }: EditedText) => edits.of(id)?.text ?? content;

/** Returns the first gap of the text as it stands in the editor; null if it has none. */
export const openGapIn = (edits: UnsavedEdits, comment: EditedText): string | null =>
  openGaps(textOf(edits, comment), comment.gaps)[0]?.text ?? null;

/** Renders again only when the gap changes, not with each key. */
export const useOpenGap = (edits: UnsavedEdits, comment: EditedText): string | null =>
  useSyncExternalStore(edits.subscribe, () => openGapIn(edits, comment));

/** Characters below the limit from which their number is in view. */
const NEAR_LIMIT = 100;

/** The length of the text as it stands in the editor; 0 while it is far from the limit. */
export function lengthNearLimit(edits: UnsavedEdits, comment: EditedText): number {
  const { length } = textOf(edits, comment);
  return length > commentSoftLimit - NEAR_LIMIT ? length : 0;
}

export const useLength = (edits: UnsavedEdits, comment: EditedText): number =>
  useSyncExternalStore(edits.subscribe, () => lengthNearLimit(edits, comment));
