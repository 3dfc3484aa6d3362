import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import { patchComment, updateComment } from '../../api/comments.ts';
import { sendGuarded } from '../../api/revision-conflict.ts';

/** Saves a text over the comment it was typed on. The caller keeps what was typed until this has succeeded. */
export function useSaveComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, content }: { comment: Comment; content: string }) =>
      sendGuarded(client, comment, (revision) => updateComment(comment.id, { content, revision })),
    onSuccess: (saved) => patchComment(client, saved.id, saved),
  });
}
