import { type KeyboardEvent, useId, useState } from 'react';
import { type Comment, commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { Button } from '../../components/ui/button.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { classNames } from '../../lib/class-names.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { UnsavedEdits } from './unsaved-edits.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';

interface CardEditorProps {
  comment: Comment;
  edits: UnsavedEdits;
  readOnly: boolean;
  onSave: () => Promise<void>;
  /** Escape: the card has the keys again. */
  onLeave: () => void;
}

export function CardEditor({ comment, edits, readOnly, onSave, onLeave }: CardEditorProps) {
  const id = useId();
  const { text, edited, conflict } = useUnsavedEdit(edits, comment);
  const [saving, setSaving] = useState(false);
  const savable = edited && !readOnly && !conflict && !saving && isSavableText(text);

  const save = async () => {
    if (!savable) return;
    setSaving(true);
    await onSave();
    setSaving(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        Comment
      </label>
      <Textarea
        id={id}
        data-editor
        rows={4}
        value={text}
        readOnly={readOnly}
        aria-describedby={`${id}-count`}
        onChange={(event) => edits.type(comment, event.target.value)}
        onKeyDown={onKeyDown}
        className="max-w-measure text-lg"
      />
      <div className="flex max-w-measure flex-wrap items-center gap-x-4 gap-y-2 text-lg">
        <p id={`${id}-count`} className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{commentStyleLabels[comment.style]}</span>
          <span
            className={classNames(
              'tabular-nums',
              text.length > commentSoftLimit && 'font-medium text-failed',
            )}
          >
            {text.length}/{commentSoftLimit}
          </span>
          {text.length > commentHardLimit && (
            <span className="text-failed">
              Longer than {commentHardLimit.toLocaleString('en-US')} characters cannot be saved.
            </span>
          )}
        </p>
        {edited && (
          <div className="ml-auto flex gap-2">
            <Button size="sm" disabled={saving} onClick={() => edits.drop(comment.id)}>
              Cancel
            </Button>
            <Button size="sm" disabled={!savable} onClick={() => void save()}>
              {saving ? 'Saving…' : 'Save'}
            </Button>
          </div>
        )}
      </div>
      {conflict && <ConflictChoice comment={comment} edits={edits} />}
    </div>
  );
}
