import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentQuery, materialQuery } from '../../api/drafts.ts';
import { CharacterCount, ConflictChoice, useUnsavedEdit } from '../../components/comment-editor.tsx';
import { MarkedText, type MarkedTextState, useMarkedText } from '../../components/marked-text.tsx';
import { useReviewActions } from '../../components/review.ts';
import { SourceNotes } from '../../components/source-notes.tsx';
import { classNames } from '../../lib/browser.ts';

interface CommentEditorProps {
  video: FoundVideo;
  editor: CommentEditorState;
  marked: MarkedTextState;
  label: string;
  live?: string | null;
  /** Stands in the place of the text. */
  instead?: ReactNode;
  /** Without it, no notes about the sources stand beside the text, on a phone below it. */
  onVouch?: (sentence: string) => void;
  children: ReactNode;
}

/** The draft with its source marks, over the count of its letters and a conflict. Its height is fixed, so that nothing moves. */
export function CommentEditor(props: CommentEditorProps) {
  const { video, editor, marked, label, live = null, instead, onVouch, children } = props;
  const id = useId();
  const { length } = live ?? editor.text;
  const { data } = useQuery({ ...materialQuery(video.id), enabled: onVouch !== undefined });
  const field = (
    <div
      className={classNames(
        'flex flex-col gap-3 outline-offset-2 outline-accent sm:grid sm:h-59 sm:gap-0 sm:rounded-control sm:border sm:border-field-line sm:bg-surface sm:has-[textarea:focus-visible]:outline-2',
        onVouch &&
          'sm:grid-cols-[minmax(0,1fr)_11.75rem] md:max-lg:h-90 md:max-lg:grid-cols-1 md:max-lg:grid-rows-[minmax(0,3fr)_minmax(0,2fr)]',
      )}
    >
      <div
        className={classNames(
          'rounded-control bg-surface outline-offset-2 outline-accent max-sm:border max-sm:border-field-line max-sm:has-[textarea:focus-visible]:outline-2 sm:overflow-y-auto',
          !onVouch && 'max-sm:h-59 max-sm:overflow-y-auto',
        )}
      >
        <MarkedText
          marked={marked}
          live={live}
          placeholder="The draft appears here, for you to make your own."
          aria-label={label}
          aria-describedby={`${id}-count`}
          className={classNames(
            'px-4 py-3 font-voice text-voice sm:text-voice-lg',
            onVouch && 'max-sm:min-h-64',
          )}
        />
      </div>
      {onVouch && (
        <div className="sm:overflow-y-auto sm:border-l sm:p-3.5 sm:pr-3 md:max-lg:border-t md:max-lg:border-l-0">
          <SourceNotes
            marked={marked}
            youtubeId={video.youtubeId}
            comments={data?.comments}
            onVouch={onVouch}
          />
        </div>
      )}
    </div>
  );
  return (
    <div className="flex flex-col gap-2">
      {instead || field}
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

const NO_COMMENT = { id: 0, content: '', revision: 0 };

/** Edits one comment, or none until a draft is shown. Unsaved text outlives failures, conflicts and closing. */
export function useCommentEditor(initial?: number) {
  const client = useQueryClient();
  const reviewing = useReviewActions();
  const { edits } = reviewing.review;
  const [id, show] = useState(initial);
  const comment = useQuery({ ...commentQuery(id ?? 0), enabled: id !== undefined }).data ?? null;
  const unsaved = useUnsavedEdit(edits, comment ?? NO_COMMENT);
  const saving = useMutation({ mutationFn: reviewing.actions.saved });

  /** Returns the comment as stored now; null if that failed. An emptied text is no edit. */
  async function save(): Promise<Comment | null> {
    if (!comment) return null;
    if (!unsaved.text.trim()) edits.drop(comment.id);
    if (!(await saving.mutateAsync(comment))) return null;
    return client.getQueryData(commentQuery(comment.id).queryKey) ?? null;
  }

  return { ...unsaved, ...reviewing, comment, show, save, isSaving: saving.isPending };
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
