import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { GenerateResponse } from '#shared/contracts/comments.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { refreshComments } from '../../api/comments.ts';
import { BrokenDraft } from '../../api/draft-stream.ts';
import { useGenerateComment, useRegenerateComment } from '../../api/drafts.ts';
import { errorText } from '../../api/error-text.ts';
import { toast } from '../../lib/toast.ts';
import type { CommentDraft } from './use-comment-draft.ts';

const FALLBACK = 'Failed to generate comment';

interface Broken {
  reason: string;
  /** Whether words had come. */
  words: boolean;
}

/**
 * Drafts a comment for a video word by word, or drafts it anew, into the editor. Failures leave the text as it
 * is; what had come when the writing broke off is kept, and can be gone on from.
 */
export function useGenerate(
  video: FoundVideo,
  draft: CommentDraft,
  onDrafted: (answer: GenerateResponse) => void,
) {
  const client = useQueryClient();
  const generate = useGenerateComment();
  const regenerate = useRegenerateComment();
  const [live, setLive] = useState<string | null>(null);
  const [broken, setBroken] = useState<Broken | null>(null);
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);

  function failed(error: unknown) {
    const message = errorText(error, FALLBACK);
    if (message.includes('already exists')) {
      // Somebody was first, another tab or a bulk run: the row learns of that comment.
      void refreshComments(client);
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

  async function write(style: CommentStyle, begun: string): Promise<GenerateResponse | null> {
    const order = new AbortController();
    writing.current = order;
    let text = begun;
    const show = (next: string) => {
      text = next;
      setLive(next);
    };
    show(begun);
    try {
      return await generate.mutateAsync({
        request: { videoId: video.id, style, ...(begun && { begun }) },
        listener: { words: (more) => show(text + more), reset: () => show('') },
        signal: order.signal,
      });
    } catch (error) {
      if (!order.signal.aborted && !(error instanceof BrokenDraft)) throw error;
      if (text) draft.keep(text);
      const reason = order.signal.aborted ? 'You stopped the draft.' : errorText(error, FALLBACK);
      setBroken({ reason, words: text !== begun });
      return null;
    } finally {
      setLive(null);
    }
  }

  return {
    isPending: generate.isPending || regenerate.isPending,
    /** What has come of a draft that is being written; null while none is. */
    live,
    /** How the last one broke off. */
    broken,
    stop: () => writing.current?.abort(),
    /** `begun` is what the draft goes on from. */
    async run(style: CommentStyle, begun = '') {
      setBroken(null);
      try {
        const answer = draft.comment
          ? await regenerate.mutateAsync({ id: draft.comment.id, style })
          : await write(style, begun.trim());
        if (!answer) return;
        draft.adopt(answer.comment);
        onDrafted(answer);
      } catch (error) {
        failed(error);
      }
    },
  };
}
