import { type KeyboardEvent, useId, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { CharacterCount } from '../../components/character-count.tsx';
import { ConflictChoice } from '../../components/conflict-choice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import type { UnsavedEdits } from './unsaved-edits.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';

interface CommentEditorProps {
  comment: CommentRow;
  edits: UnsavedEdits;
  readOnly: boolean;
  onSave: () => Promise<void>;
  /** Escape: the page has the keys again. */
  onLeave: () => void;
}

const CHARACTERS_A_LINE = 58;

export function CommentEditor({ comment, edits, readOnly, onSave, onLeave }: CommentEditorProps) {
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
        // For browsers that do not size a field by its content.
        rows={Math.max(4, Math.ceil(text.length / CHARACTERS_A_LINE))}
        value={text}
        readOnly={readOnly}
        aria-describedby={`${id}-count`}
        onChange={(event) => edits.type(comment, event.target.value)}
        onKeyDown={onKeyDown}
        className="max-w-measure touch-pan-y font-voice text-voice-lg max-md:resize-none max-md:px-0 max-md:py-0.5 max-md:not-focus:border-transparent md:px-4 md:py-3"
      />
      <div className="flex min-h-(--control) max-w-[37rem] flex-wrap items-center gap-x-4 gap-y-2">
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
      {conflict && (
        <ConflictChoice
          newer={comment.content}
          onKeep={() => edits.rebase(comment)}
          onUseNewer={() => edits.drop(comment.id)}
        />
      )}
    </div>
  );
}
