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
  hasCaptions: boolean;
  commentsOff: boolean;
  madeForKids: boolean;
  eventualViews: number;
  likesPerView: number;
  commentsPerView: number;
}
