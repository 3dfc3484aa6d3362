import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
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
      <ConflictChoice {...editor} />
    </div>
  );
}

export const DRAFT_PLACEHOLDER = 'The draft appears here, for you to make your own.';

const NO_COMMENT = { id: 0, content: '', revision: 0 };

/** Edits one comment, or none until a draft is shown. Unsaved text outlives failures, conflicts and closing. */
export function useCommentEditor(initial?: number) {
  const client = useQueryClient();
  const [edits] = useState(createUnsavedEdits);
  const [id, show] = useState(initial);
  const comment = useQuery({ ...commentQuery(id ?? 0), enabled: id !== undefined }).data ?? null;
  const unsaved = useUnsavedEdit(edits, comment ?? NO_COMMENT);
  const { text, edited, conflict } = unsaved;
  const saving = useMutation({
    mutationFn: (seen: Comment) =>
      sendGuarded(client, seen, (revision) => updateComment(seen.id, { content: text, revision })),
    onSuccess: (saved) => patchComment(client, saved.id, saved),
  });

  /** Returns the comment as stored now; null if that failed. An emptied text is no edit. */
  async function save(): Promise<Comment | null> {
    try {
      if (!comment) throw new Error('No comment to save');
      if (conflict !== null) throw new Error(CHOOSE_FIRST);
      if (!text.trim()) edits.drop(comment.id);
      if (!edited || !text.trim()) return comment;
      const saved = await saving.mutateAsync(comment);
      edits.rebase(saved);
      return { ...comment, ...saved, video: comment.video };
    } catch (error) {
      toastFailure('Save Failed', error, 'Failed to save comment');
      return null;
    }
  }

  return { ...unsaved, comment, show, save, isSaving: saving.isPending };
}

export type CommentEditorState = ReturnType<typeof useCommentEditor>;

export const analysisOf = ({ analysis }: Comment): CommentAnalysis | null =>
  typeof analysis === 'string' ? null : analysis;

/** The editor's text with the marks of what its sentences rest on. */
export const useEditorMarks = ({ text, setText, comment }: CommentEditorState, readOnly: boolean) =>
  useMarkedText({
    text,
    setText,
    draftGaps: comment?.gaps,
    grounding: comment && analysisOf(comment),
    readOnly: readOnly || !comment,
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
