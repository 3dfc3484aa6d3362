/** A video as the world knows it; what the API says of it is made from this and the time (growth.ts). */
export interface WorldVideo {
  id: string;
  topic: string;
  channelId: string;
  channelTitle: string;
  title: string;
  description: string;
  tags: readonly string[];
  categoryId: string;
  language: string;
  publishedAt: Date;
  durationSeconds: number;
  commentsOff: boolean;
  madeForKids: boolean;
  /** Views it will have when it is old. */
  eventualViews: number;
  likesPerView: number;
  commentsPerView: number;
}
