import type { Comment } from '#shared/contracts/comments.ts';
import { Button } from '../../components/ui/button.tsx';
import type { Drafts } from './drafts.ts';

interface ConflictChoiceProps {
  comment: Comment;
  drafts: Drafts;
}

/** The text was changed elsewhere while something was typed here: nothing is lost, the person chooses. */
export function ConflictChoice({ comment, drafts }: ConflictChoiceProps) {
  return (
    <div role="alert" className="flex max-w-measure flex-col gap-2 rounded-control border border-failed p-3">
      <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
        {comment.content}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => drafts.rebase(comment)}>
          Keep My Text
        </Button>
        <Button size="sm" onClick={() => drafts.drop(comment.id)}>
          Use the Newer Text
        </Button>
      </div>
    </div>
  );
}
