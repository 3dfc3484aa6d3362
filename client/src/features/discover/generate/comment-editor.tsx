import { type ReactNode, useId } from 'react';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { CharacterCount, ConflictChoice } from '../../../components/comment-editor.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Textarea } from '../../../components/ui/fields.tsx';
import type { CommentEditorState } from './use-comment-editor.ts';

export interface FieldControl {
  'aria-label': string;
  'aria-describedby': string;
}

interface CommentEditorProps {
  editor: CommentEditorState;
  label: string;
  readOnly?: boolean;
  /** Streamed text, shown instead of the text while it is not null. */
  live?: string | null;
  /** Replaces the plain field. */
  field?: (control: FieldControl) => ReactNode;
  /** Beside the counter. */
  children?: ReactNode;
}

export function CommentEditor({
  editor,
  label,
  readOnly = false,
  live = null,
  field,
  children,
}: CommentEditorProps) {
  const id = useId();
  const control = { 'aria-label': label, 'aria-describedby': `${id}-count` };
  const { replaced, conflict } = editor;
  const text = live ?? editor.text;
  const isLong = text.length > commentSoftLimit && text.length <= commentHardLimit;
  return (
    <div className="flex flex-col gap-2">
      {field?.(control) ?? (
        <Textarea
          {...control}
          value={text}
          readOnly={readOnly}
          onChange={(event) => editor.setText(event.target.value)}
          className="min-h-64 resize-none px-4 py-3 font-voice text-voice-lg read-only:bg-surface sm:h-59 sm:min-h-0 sm:[field-sizing:fixed]"
        />
      )}
      <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
        <CharacterCount id={`${id}-count`} length={text.length}>
          {isLong && <span>Long for a comment: most readers will only see its beginning.</span>}
        </CharacterCount>
        {children}
      </div>
      {replaced !== null && (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          What you had typed was set aside.
          <Button onClick={editor.restore}>Restore My Text</Button>
        </div>
      )}
      {conflict && (
        <ConflictChoice
          newer={conflict.content}
          onKeep={() => editor.resolve('mine')}
          onUseNewer={() => editor.resolve('newer')}
        />
      )}
    </div>
  );
}
