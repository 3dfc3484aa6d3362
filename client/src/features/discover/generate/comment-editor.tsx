import { useId } from 'react';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { classNames } from '../../../lib/class-names.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

interface CommentEditorProps {
  editor: CommentEditorState;
  label: string;
  placeholder?: string;
  readOnly?: boolean;
  /** Streamed text, shown instead of the text while it is not null. */
  live?: string | null;
}

function lengthNote(length: number): string | null {
  if (length > commentHardLimit)
    return `Longer than ${commentHardLimit.toLocaleString('en-US')} characters cannot be saved.`;
  if (length > commentSoftLimit) return 'Long for a comment: most readers will only see its beginning.';
  return null;
}

export function CommentEditor({
  editor,
  label,
  placeholder,
  readOnly = false,
  live = null,
}: CommentEditorProps) {
  const id = useId();
  const { replaced, conflict } = editor;
  const text = live ?? editor.text;
  const note = lengthNote(text.length);
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Textarea
        id={id}
        rows={6}
        value={text}
        readOnly={readOnly}
        placeholder={placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => editor.setText(event.target.value)}
        className="max-w-measure text-lg"
      />
      <p
        id={`${id}-count`}
        className={classNames(
          'text-sm tabular-nums',
          text.length > commentSoftLimit ? 'text-failed' : 'text-muted',
        )}
      >
        {text.length}/{commentSoftLimit} {note}
      </p>
      {replaced !== null && (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          What you had typed was set aside.
          <Button size="sm" onClick={editor.restore}>
            Restore My Text
          </Button>
        </div>
      )}
      {conflict && (
        <div
          role="alert"
          className="flex max-w-measure flex-col gap-2 rounded-control border border-failed p-3"
        >
          <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
          <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
            {conflict.content}
          </blockquote>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => editor.resolve('mine')}>
              Keep My Text
            </Button>
            <Button size="sm" onClick={() => editor.resolve('newer')}>
              Use the Newer Text
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
