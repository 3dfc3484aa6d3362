export interface Comment {
  id: string;
  videoId: string;
  videoChannelId: string;
  parentId: string | null;
  text: string;
  author: { channelId: string; handle: string };
  likes: number;
  publishedAt: Date;
  updatedAt: Date;
  isPublic: boolean;
}
