import { useQueryClient } from '@tanstack/react-query';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import {
  commentsQuery,
  noteCommentOnVideo,
  useGenerateComment,
  useRegenerateComment,
} from '../../api/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { toast } from '../../lib/toast.ts';
import type { CommentDraft } from './use-comment-draft.ts';

const FALLBACK = 'Failed to generate comment';

/** Drafts a comment for a video, or drafts it anew, into the editor. Failures leave the text as it is. */
export function useGenerate(video: FoundVideo, draft: CommentDraft) {
  const client = useQueryClient();
  const generate = useGenerateComment();
  const regenerate = useRegenerateComment();

  /** Somebody (another tab, a bulk run) was first: the row learns of that comment. */
  async function noteExisting() {
    const comments = await client.fetchQuery({ ...commentsQuery, staleTime: 0 });
    const existing = comments.find((comment) => comment.videoId === video.id);
    if (existing) noteCommentOnVideo(client, existing);
  }

  function failed(error: unknown) {
    const message = errorText(error, FALLBACK);
    if (message.includes('already exists')) {
      noteExisting().catch(() => undefined);
      toast({
        title: 'Comment Already Exists',
        description:
          'A comment has already been generated for this video. Check your History page to see it.',
        variant: 'destructive',
      });
      return;
    }
    toast({ title: 'Error', description: message, variant: 'destructive' });
  }

  return {
    isPending: generate.isPending || regenerate.isPending,
    async run(style: CommentStyle) {
      try {
        const { comment } = draft.comment
          ? await regenerate.mutateAsync({ id: draft.comment.id, style })
          : await generate.mutateAsync({ videoId: video.id, style });
        draft.adopt(comment);
      } catch (error) {
        failed(error);
      }
    },
  };
}
