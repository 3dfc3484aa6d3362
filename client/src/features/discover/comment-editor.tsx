import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { patchComment, sendGuarded } from '../../api/comments.ts';
import { commentQuery, materialQuery } from '../../api/drafts.ts';
import { toastFailure } from '../../api/http.ts';
import { updateComment } from '../../api/review-verbs.ts';
import {
  CHOOSE_FIRST,
  CharacterCount,
  ConflictChoice,
  createUnsavedEdits,
  useUnsavedEdit,
} from '../../components/comment-editor.tsx';
import { MarkedText, type MarkedTextState, useMarkedText } from '../../components/marked-text.tsx';
import { SourceNotes } from '../../components/source-notes.tsx';
import { Button } from '../../components/ui/button.tsx';
import { discardUnsavedEdits, readUnsavedText, writeUnsavedText } from '../../lib/storage.ts';

type FieldControl = { 'aria-label': string; 'aria-describedby': string };

interface CommentEditorProps {
  editor: CommentEditorState;
  label: string;
  live?: string | null;
  field: (control: FieldControl) => ReactNode;
  children: ReactNode;
}

export function CommentEditor({ editor, label, live = null, field, children }: CommentEditorProps) {
  const id = useId();
  const { length } = live ?? editor.text;
  return (
    <div className="flex flex-col gap-2">
      {field({ 'aria-label': label, 'aria-describedby': `${id}-count` })}
      <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
        <CharacterCount id={`${id}-count`} length={length}>
          {length > commentSoftLimit && length <= commentHardLimit && (
            <span>Long for a comment: most readers will only see its beginning.</span>
          )}
        </CharacterCount>
        {children}
      </div>
      {editor.replaced !== null && (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          What you had typed was set aside.
          <Button onClick={editor.restore}>Restore My Text</Button>
        </div>
      )}
      <ConflictChoice {...editor.choice} />
    </div>
  );
}

export const DRAFT_PLACEHOLDER = 'The draft appears here, for you to make your own.';

const NO_COMMENT = { id: 0, content: '', revision: 0 };

/** Edits one comment, or the first one for a video, from what a draft left that broke off. Unsaved text outlives failures, conflicts, new drafts and closing. */
export function useCommentEditor(videoId: number, initial: Comment | null, brokenOff = '') {
  const firstText = `comment-on.${videoId}`;
  const client = useQueryClient();
  const [edits] = useState(createUnsavedEdits);
  const [id, setId] = useState(initial?.id);
  const comment = useQuery({ ...commentQuery(id ?? 0), enabled: id !== undefined }).data ?? null;
  const unsaved = useUnsavedEdit(edits, comment ?? NO_COMMENT);
  const [first, setFirst] = useState(brokenOff);
  const [replaced, setReplaced] = useState(() => readUnsavedText(firstText) || null);
  const text = comment ? unsaved.text : first;
  const edited = comment ? unsaved.edited : first !== '';
  const saving = useMutation({
    mutationFn: (seen: Comment) =>
      sendGuarded(client, seen, (revision) => updateComment(seen.id, { content: text, revision })),
    onSuccess: (saved) => patchComment(client, saved.id, saved),
  });

  function setText(next: string) {
    if (comment) return unsaved.setText(next);
    setFirst(next);
    // The dialog opens with an empty field, which must not erase the text it offers to restore.
    if (next) writeUnsavedText(firstText, next);
  }

  function setAside(next: string) {
    // A text that continues the typed one contains all of it.
    if (edited && text.trim() && !next.startsWith(text.trim())) setReplaced(text);
    if (comment) edits.setAside(comment.id);
  }

  function failed(error: unknown): null {
    toastFailure('Save Failed', error, 'Failed to save comment');
    return null;
  }

  async function save(): Promise<Comment | null> {
    if (!comment) return failed(new Error('No comment to save'));
    if (unsaved.conflict !== null) return failed(new Error(CHOOSE_FIRST));
    try {
      const saved = edited ? await saving.mutateAsync(comment) : comment;
      discardUnsavedEdits(comment.id);
      writeUnsavedText(firstText, '');
      edits.rebase(saved);
      return { ...comment, ...saved, video: comment.video };
    } catch (error) {
      return failed(error);
    }
  }

  return {
    comment,
    text,
    setText,
    edited,
    savable: isSavableText(text),
    save,
    isSaving: saving.isPending,
    /** Unsaved text that a draft or a newer version replaced. */
    replaced,
    restore() {
      if (replaced === null) return;
      setText(replaced);
      setReplaced(null);
    },
    /** Shows a drafted comment; an unsaved edit can be restored. */
    replaceWith(next: Comment) {
      setAside(next.content);
      client.setQueryData(commentQuery(next.id).queryKey, next);
      setId(next.id);
    },
    keepBroken(words: string) {
      setAside(words);
      setFirst(words);
    },
    choice: unsaved,
  };
}

export type CommentEditorState = ReturnType<typeof useCommentEditor>;

export const analysisOf = ({ analysis }: Comment): CommentAnalysis | null =>
  typeof analysis === 'string' ? null : analysis;

/** The editor's text with the marks of what its sentences rest on. */
export const useEditorMarks = (editor: CommentEditorState, readOnly: boolean, comment = editor.comment) =>
  useMarkedText({
    text: editor.text,
    setText: editor.setText,
    draftGaps: comment?.gaps,
    grounding: comment && analysisOf(comment),
    readOnly,
  });

interface GroundedFieldProps {
  video: FoundVideo;
  marked: MarkedTextState;
  live?: string | null;
  control: FieldControl;
  onVouch: (sentence: string) => void;
}

/** The draft with its source marks; the notes stand beside it, on a phone below. */
export function GroundedField({ video, marked, live = null, control, onVouch }: GroundedFieldProps) {
  const comments = useQuery(materialQuery(video.id)).data?.comments;
  return (
    <div className="flex flex-col gap-3 sm:bg-surface outline-offset-2 outline-accent sm:grid sm:h-59 sm:grid-cols-[minmax(0,1fr)_11.75rem] sm:gap-0 md:max-lg:h-90 md:max-lg:grid-cols-1 md:max-lg:grid-rows-[minmax(0,3fr)_minmax(0,2fr)] sm:rounded-control sm:border sm:border-field-line sm:has-[textarea:focus-visible]:outline-2">
      <div className="rounded-control bg-surface outline-offset-2 outline-accent max-sm:border max-sm:border-field-line max-sm:has-[textarea:focus-visible]:outline-2 sm:overflow-y-auto">
        <MarkedText
          marked={marked}
          live={live}
          placeholder={DRAFT_PLACEHOLDER}
          {...control}
          className="px-4 py-3 font-voice text-voice max-sm:min-h-64 sm:text-voice-lg"
        />
      </div>
      <div className="sm:overflow-y-auto sm:border-l sm:p-3.5 sm:pr-3 md:max-lg:border-t md:max-lg:border-l-0">
        <SourceNotes marked={marked} youtubeId={video.youtubeId} comments={comments} onVouch={onVouch} />
      </div>
    </div>
  );
}
