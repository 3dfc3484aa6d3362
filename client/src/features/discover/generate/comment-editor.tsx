import { type ReactNode, useId } from 'react';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

interface CommentEditorProps {
  editor: CommentEditorState;
  label: string;
  placeholder?: string;
  readOnly?: boolean;
  /** Streamed text, shown instead of the text while it is not null. */
  live?: string | null;
  /** Beside the counter. */
  children?: ReactNode;
}

function lengthNote(length: number): string | null {
  if (length > commentHardLimit)
    return `Longer than ${formatNumber(commentHardLimit)} characters cannot be saved.`;
  if (length > commentSoftLimit) return 'Long for a comment: most readers will only see its beginning.';
  return null;
}

export function CommentEditor({
  editor,
  label,
  placeholder,
  readOnly = false,
  live = null,
  children,
}: CommentEditorProps) {
  const id = useId();
  const { replaced, conflict } = editor;
  const text = live ?? editor.text;
  const note = lengthNote(text.length);
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        aria-label={label}
        value={text}
        readOnly={readOnly}
        placeholder={placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => editor.setText(event.target.value)}
        className="min-h-64 resize-none px-4 py-3 font-voice text-voice-lg read-only:bg-surface sm:h-59 sm:min-h-0 sm:[field-sizing:fixed]"
      />
      <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
        <p
          id={`${id}-count`}
          className={classNames(
            'font-medium tabular-nums',
            text.length > commentSoftLimit ? 'text-failed' : 'text-text',
          )}
        >
          {text.length}/{commentSoftLimit} {note}
        </p>
        {children}
      </div>
      {replaced !== null && (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          What you had typed was set aside.
          <Button onClick={editor.restore}>Restore My Text</Button>
        </div>
      )}
      {conflict && (
        <div
          role="alert"
          className="flex max-w-measure flex-col gap-2 rounded-control border border-failed p-3"
        >
          <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
          <blockquote className="border-l-2 border-line pl-3 font-voice text-voice whitespace-pre-wrap text-soft">
            {conflict.content}
          </blockquote>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => editor.resolve('mine')}>Keep My Text</Button>
            <Button onClick={() => editor.resolve('newer')}>Use the Newer Text</Button>
          </div>
        </div>
      )}
    </div>
  );
}
