/**
 * The content that a sandbox serves as YouTube: channels, their videos, and strangers'
 * comments on them.
 */
export interface Catalogue {
  channels: readonly Channel[];
  /**
   * Searches that find videos, offered to users who do not know what the sandbox
   * contains.
   */
  topics: readonly string[];
  /** Returns the published videos that a search may find. */
  searchable(now: Date): readonly Video[];
  find(videoId: string, now: Date): Video | undefined;
  /** Returns the published videos of a channel, in any order. */
  uploadsOf(channelId: string, now: Date): readonly Video[];
  /**
   * Returns the comments that strangers have written under a video by now, in any order.
   */
  commentsOn(video: Video, now: Date): readonly WrittenComment[];
  /**
   * Returns a stranger's reply to the owner's comment on this video, or undefined if
   * nobody replies.
   */
  replyOn?(videoId: string): PreparedReply | undefined;
}

/**
 * Ages are relative to the first start of the sandbox; a restart does not change them.
 */
export type CreateCatalogue = (startedAt: Date) => Catalogue;

export interface Channel {
  id: string;
  title: string;
  handle: string;
  /** True if YouTube no longer has the channel; subscriptions to it still exist. */
  isGone: boolean;
}

export interface Video {
  id: string;
  channelId: string;
  channelTitle: string;
  title: string;
  description: string;
  tags: readonly string[];
  /** Everyday words for the subject; a search for one of them finds the video too. */
  subjectWords: readonly string[];
  language: string;
  publishedAt: Date;
  /**
   * Earlier than `publishedAt` for a scheduled video. Lists of uploads are sorted by it.
   */
  uploadedAt?: Date;
  /** The stream is announced at `publishedAt`. */
  live?: { startsAt: Date; endsAt: Date };
  durationSeconds: number;
  thumbnail: { text: string; motif: string };
  hasCaptions: boolean;
  commentsOff: boolean;
  madeForKids: boolean;
  eventualViews: number;
  likesPerView: number;
  commentsPerView: number;
}

export interface PreparedReply {
  /** The stranger's handle. */
  by: string;
  text: string;
}

export interface WrittenComment {
  /** Unique within the sandbox. */
  id: string;
  by: string;
  text: string;
  likes: number;
  publishedAt: Date;
}

const DAY = 86_400_000;

/**
 * Returns the share of its eventual views that a video of this age has: a third comes
 * within two days, the rest over months.
 */
export const shareOfViewsAt = (ageMs: number): number => {
  const days = Math.max(0, ageMs) / DAY;
  return 0.35 * (1 - Math.exp(-days * 2)) + 0.65 * (1 - Math.exp(-days / 45));
};

export const statisticsOf = (video: Video, now: Date) => {
  const share = shareOfViewsAt(now.getTime() - video.publishedAt.getTime());
  const views = Math.round(video.eventualViews * share);
  return {
    views,
    likes: Math.round(views * video.likesPerView),
    comments: Math.round(views * video.commentsPerView),
  };
};

export const acceptsComments = (video: Video): boolean =>
  !video.commentsOff && !video.madeForKids;
