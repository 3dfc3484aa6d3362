import type { CommentState } from './comment-state.repository.ts';
import type { VideoRow } from './video.repository.ts';

/** A search result: the video, and where its comment stands. */
export interface FoundVideoView {
  video: VideoRow;
  comment: CommentState | null;
}
