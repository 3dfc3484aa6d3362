import type { Clock } from '../../core/clock.ts';
import type { CommentedChannel, CommentState, CommentStateRepository } from './comment-state.repository.ts';

interface Deps {
  repository: CommentStateRepository;
  clock: Clock;
}

/** How long a comment on a channel counts as recent. */
const recentMs = 7 * 86_400_000;

/** What a page of found videos asks for again when comments change: no search, and no quota. */
export function createCommentStateService({ repository, clock }: Deps) {
  return {
    /** By the video's id; a video without a comment is missing. */
    ofVideos: (videoIds: readonly number[]): Promise<Map<number, CommentState>> =>
      repository.ofVideos(videoIds),

    /** Channels that were posted on in the last seven days. */
    commentedChannels: (): Promise<CommentedChannel[]> =>
      repository.channelsPostedOn(new Date(clock.now().getTime() - recentMs)),
  };
}

export type CommentStateService = ReturnType<typeof createCommentStateService>;
