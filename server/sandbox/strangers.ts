import { z } from 'zod';
import type { PreparedReply, Video, WrittenComment } from './catalogue.ts';
import { between, idFrom } from './random.ts';

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

/** Returns the likes at this time: some come within minutes, the rest over days. */
export const likesOf = (seed: string, publishedAt: Date, now: Date): number => {
  const eventual = between(`likes/${seed}`, 0, 12);
  const minutes = Math.max(0, now.getTime() - publishedAt.getTime()) / 60_000;
  return Math.floor(
    eventual * (1 - 0.3 * Math.exp(-minutes / 5) - 0.7 * Math.exp(-minutes / 1_200)),
  );
};

const personOf = (handle: string): Comment['author'] => ({
  channelId: `UC${idFrom(`person/${handle}`, 22)}`,
  handle,
});

export const commentOfOther = (video: Video, comment: WrittenComment): Comment => ({
  id: comment.id,
  videoId: video.id,
  videoChannelId: video.channelId,
  parentId: null,
  text: comment.text,
  author: personOf(comment.by),
  likes: comment.likes,
  publishedAt: comment.publishedAt,
  updatedAt: comment.publishedAt,
  isPublic: true,
});

export const replyOrderSchema = z.object({
  count: z.int().min(0).max(250).default(1),
  afterSeconds: z.number().min(0).default(0),
  /** Time from one reply to the next; 0 makes all appear at once. */
  everySeconds: z.number().min(0).default(0),
  /**
   * `anyone` means mostly strangers, and sometimes the video's channel or a deleted
   * account.
   */
  by: z
    .enum(['anyone', 'stranger', 'video-channel', 'deleted-account'])
    .default('anyone'),
  /** Several texts are used in turn. Default: "Reply" and a number. */
  text: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** The stranger's handle. Default: a different one for each reply. */
  handle: z.string().optional(),
  /** True adds a picture, without text unless one is given. */
  hasPicture: z.boolean().default(false),
});
export type ReplyOrder = z.output<typeof replyOrderSchema>;

const kindOf = (
  by: ReplyOrder['by'],
  index: number,
): Exclude<ReplyOrder['by'], 'anyone'> => {
  if (by !== 'anyone') return by;
  if (index % 10 === 3) return 'video-channel';
  return index % 12 === 7 ? 'deleted-account' : 'stranger';
};

const textFor = ({ text, hasPicture }: ReplyOrder, index: number): string => {
  if (text === undefined) return hasPicture ? '' : `Reply ${index + 1}`;
  const texts = [text].flat();
  return texts[index % texts.length] ?? '';
};

const authorFor = (
  order: ReplyOrder,
  index: number,
  videoChannelId: string,
): Comment['author'] => {
  switch (kindOf(order.by, index)) {
    case 'video-channel':
      return { channelId: videoChannelId, handle: '@the-channel' };
    case 'deleted-account':
      return { channelId: null, handle: '' };
    default:
      return personOf(order.handle ?? `@stranger-${index + 1}`);
  }
};

interface RepliesToWrite {
  seed: string;
  parent: { id: string; videoChannelId: string };
  /** Number of existing replies. */
  from: number;
  order: ReplyOrder;
  /** Milliseconds since 1970. */
  now: number;
}

/** Returns the same replies for the same seed. */
export const writeReplies = ({ seed, parent, from, order, now }: RepliesToWrite) =>
  Array.from({ length: order.count }, (_, step) => {
    const index = from + step;
    return {
      id: `${parent.id}.${idFrom(`${seed}/${index}`, 22)}`,
      author: authorFor(order, index, parent.videoChannelId),
      text: textFor(order, index),
      hasPicture: order.hasPicture,
      publishedAt: now + (order.afterSeconds + step * order.everySeconds) * 1_000,
    };
  });

/**
 * Returns the reply that the video's stranger writes without being told to, 150 to 600
 * seconds after the comment.
 */
export const preparedReply = (seed: string, { by, text }: PreparedReply): ReplyOrder =>
  replyOrderSchema.parse({
    by: 'stranger',
    handle: by,
    text,
    afterSeconds: between(`${seed}/soon`, 150, 600),
  });

export const commentStateSchema = z.enum([
  'published',
  'heldForReview',
  'likelySpam',
  'rejected',
  /** Looks published to its author, also in lists. */
  'shadowHidden',
  'deleted',
]);
export type CommentState = z.infer<typeof commentStateSchema>;

export interface Fate {
  state: CommentState;
  later: { state: CommentState; afterSeconds: number } | null;
}

const rule = (
  says: string,
  pattern: RegExp,
  state: CommentState,
  later: Fate['later'] = null,
) => ({
  says,
  pattern,
  fate: { state, later },
});

export const moderationRules: readonly { says: string; pattern: RegExp; fate: Fate }[] = [
  rule(
    'Five or more exclamation marks: held for review at once',
    /([!！][^!！]*){5}/,
    'heldForReview',
  ),
  rule(
    'A link, or “free money”: likely spam at once',
    /https?:\/\/|www\.|free money/i,
    'likelySpam',
  ),
  rule(
    '“clickbait”: published, deleted by the channel ten minutes later',
    /\bclickbait\b/i,
    'published',
    {
      state: 'deleted',
      afterSeconds: 600,
    },
  ),
  rule(
    '“my channel”: held for review, published half an hour later',
    /\bmy channel\b/i,
    'heldForReview',
    {
      state: 'published',
      afterSeconds: 1_800,
    },
  ),
  rule(
    '“sub4sub”: hidden from all but its author, at once',
    /\bsub4sub\b/i,
    'shadowHidden',
  ),
];

export const fateByText = (text: string): Fate =>
  moderationRules.find(({ pattern }) => pattern.test(text))?.fate ?? {
    state: 'published',
    later: null,
  };
