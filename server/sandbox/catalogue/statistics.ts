import type { Video } from './video.ts';

const DAY = 86_400_000;

/** What a video has gathered by then: fast at first, slower with age, never shrinking. */
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

/** YouTube turns comments off for children's content, whatever the uploader chose. */
export const acceptsComments = (video: Video): boolean => !video.commentsOff && !video.madeForKids;
