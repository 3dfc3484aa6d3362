import type { VideoRow } from '../videos/video-row.rules.ts';
import type { CommentState } from './comment-state.repository.ts';

/** A search result: the video, and where its comment stands. */
export interface FoundVideoView {
  video: VideoRow;
  comment: CommentState | null;
}
