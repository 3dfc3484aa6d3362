import type { FoundVideo } from '#shared/contracts/videos.ts';

export interface ResultHandlers {
  onGenerate: (video: FoundVideo) => void;
  onGenerateSelected: () => void;
  onView: (video: FoundVideo) => void;
  onAddToQueue: (video: FoundVideo) => void;
  onApproach: () => void;
}

export const canGenerate = (video: FoundVideo): boolean =>
  video.commentStatus === null && !video.commentsOff && video.available;

export const generateLabel = (count: number) => `Generate ${count} ${count === 1 ? 'Comment' : 'Comments'}`;
