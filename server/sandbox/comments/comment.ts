export interface Comment {
  id: string;
  videoId: string;
  videoChannelId: string;
  parentId: string | null;
  text: string;
  hasPicture?: boolean;
  /** A deleted account has neither a channel nor a handle. */
  author: { channelId: string | null; handle: string };
  likes: number;
  publishedAt: Date;
  updatedAt: Date;
  isPublic: boolean;
}
