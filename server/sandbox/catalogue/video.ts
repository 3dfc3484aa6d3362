export interface Video {
  id: string;
  topic: string;
  channelId: string;
  channelTitle: string;
  title: string;
  description: string;
  tags: readonly string[];
  language: string;
  publishedAt: Date;
  durationSeconds: number;
  commentsOff: boolean;
  madeForKids: boolean;
  eventualViews: number;
  likesPerView: number;
  commentsPerView: number;
}
