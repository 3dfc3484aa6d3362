import type { QueryClient } from '@tanstack/react-query';
import { toastFailure } from '../../api/http.ts';
import type { TextId } from '../../lib/unsaved.ts';
import { liveTextKey } from './comment-editor.tsx';

export type Titled = { video: { title: string } };

/**
 * Shows the text that `write` streams in place of the comment's text, until it ends or is
 * stopped. Returns null if no text was written, or if another text is already being
 * written for this comment.
 */
export async function streamText<Written>(
  client: QueryClient,
  writing: Map<TextId, AbortController>,
  { id, video }: { id: TextId } & Titled,
  write: (show: (text: string) => void, signal: AbortSignal) => Promise<Written | null>,
): Promise<Written | null> {
  if (writing.has(id)) return null;
  const stop = new AbortController();
  const show = (text: string | null) => client.setQueryData(liveTextKey(id), text);
  writing.set(id, stop);
  show('');
  try {
    return await write(show, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) {
      toastFailure('Drafting Failed', error, 'Failed to generate comment', video.title);
    }
    return null;
  } finally {
    writing.delete(id);
    show(null);
  }
}
