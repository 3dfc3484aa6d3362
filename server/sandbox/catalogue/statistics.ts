import type { Video } from './video.ts';

const DAY = 86_400_000;

export const statisticsOf = (video: Video, now: Date) => {
  const days = Math.max(0, now.getTime() - video.publishedAt.getTime()) / DAY;
  const share = 0.35 * (1 - Math.exp(-days * 2)) + 0.65 * (1 - Math.exp(-days / 45));
  const views = Math.floor(video.eventualViews * share);
  return {
    views,
    likes: Math.floor(views * video.likesPerView),
    comments: Math.floor(views * video.commentsPerView),
  };
};

export const acceptsComments = (video: Video): boolean => !video.commentsOff && !video.madeForKids;
