import type { Comment } from '#shared/contracts/comments.ts';
import { Button } from '../../components/ui/button.tsx';
import type { UnsavedEdits } from './unsaved-edits.ts';

interface ConflictChoiceProps {
  comment: Comment;
  edits: UnsavedEdits;
}

/** The text was changed elsewhere during an unsaved edit: the person chooses (rule 2.20). */
export function ConflictChoice({ comment, edits }: ConflictChoiceProps) {
  return (
    <div role="alert" className="flex max-w-measure flex-col gap-2 rounded-control border border-failed p-3">
      <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
        {comment.content}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => edits.rebase(comment)}>
          Keep My Text
        </Button>
        <Button size="sm" onClick={() => edits.drop(comment.id)}>
          Use the Newer Text
        </Button>
      </div>
    </div>
  );
}
