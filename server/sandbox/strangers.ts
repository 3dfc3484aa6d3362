import { z } from 'zod';
import type { Video, WrittenComment } from './catalogue.ts';
import { between, idFrom, pick, unit } from './random.ts';
import allTexts from './texts.json' with { type: 'json' };

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

const texts = allTexts.strangers;

/** A few within minutes, the rest over days. */
export const likesOf = (seed: string, publishedAt: Date, now: Date): number => {
  const eventual = between(`likes/${seed}`, 0, 12);
  const minutes = Math.max(0, now.getTime() - publishedAt.getTime()) / 60_000;
  return Math.floor(eventual * (1 - 0.3 * Math.exp(-minutes / 5) - 0.7 * Math.exp(-minutes / 1_200)));
};

const personOf = (handle: string): Comment['author'] => ({
  channelId: `UC${idFrom(`person/${handle}`, 22)}`,
  handle,
});

/** As it stands in a list of comments. */
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
  /** Between one reply and the next; 0 lets all appear at once. */
  everySeconds: z.number().min(0).default(0),
  /** Anyone: strangers, with the video's channel and deleted accounts among them. */
  by: z.enum(['anyone', 'stranger', 'video-channel', 'deleted-account']).default('anyone'),
  /** Default: mostly friendly words, every seventh text with something nasty in it. */
  text: z.string().optional(),
  /** A picture, alone unless there is a text. */
  hasPicture: z.boolean().default(false),
});
export type ReplyOrder = z.output<typeof replyOrderSchema>;

const kindOf = (by: ReplyOrder['by'], index: number): Exclude<ReplyOrder['by'], 'anyone'> => {
  if (by !== 'anyone') return by;
  if (index % 10 === 3) return 'video-channel';
  return index % 12 === 7 ? 'deleted-account' : 'stranger';
};

const friendlyTexts: Record<string, readonly string[]> = texts.friendly;

/** The same for the same seed; `from` is how many replies there are already. */
export const writeReplies = (
  seed: string,
  parent: { id: string; videoChannelId: string; language: string },
  from: number,
  order: ReplyOrder,
  now: number,
) =>
  Array.from({ length: order.count }, (_, step) => {
    const index = from + step;
    const own = `${seed}/${index}`;
    const kind = kindOf(order.by, index);
    const isNasty = order.text === undefined && index % 7 === 5;
    const friendly = friendlyTexts[parent.language] ?? texts.friendly.en;
    const authors: Record<typeof kind, () => Comment['author']> = {
      stranger: () => personOf(pick(`${own}/who`, isNasty ? texts.nastyHandles : texts.handles)),
      'video-channel': () => ({ channelId: parent.videoChannelId, handle: '@the-channel' }),
      'deleted-account': () => ({ channelId: null, handle: '' }),
    };
    const words = isNasty ? texts.nasty : kind === 'video-channel' ? texts.fromTheChannel : friendly;
    return {
      id: `${parent.id}.${idFrom(own, 22)}`,
      author: authors[kind](),
      text: order.text ?? (order.hasPicture ? '' : pick(`${own}/text`, words)),
      hasPicture: order.hasPicture,
      publishedAt: now + (order.afterSeconds + step * order.everySeconds) * 1_000,
    };
  });

/** What strangers reply by themselves to the nth comment; the first is always answered, within minutes. */
export const usualReplies = (seed: string, number: number): ReplyOrder[] => {
  const first = { count: 1, everySeconds: 0, by: 'stranger' as const, text: undefined, hasPicture: false };
  if (number === 1) return [{ ...first, afterSeconds: 150 }];
  if (unit(`${seed}/replies`) < 0.5) return [];
  const soon = { ...first, afterSeconds: between(`${seed}/soon`, 150, 900) };
  const later = {
    ...first,
    by: 'anyone' as const,
    hasPicture: unit(`${seed}/picture`) < 0.25,
    afterSeconds: between(`${seed}/later`, 3_600, 100_000),
  };
  return unit(`${seed}/more`) < 0.3 ? [soon, later] : [soon];
};

export const commentStateSchema = z.enum([
  'published',
  'heldForReview',
  'likelySpam',
  'rejected',
  /** For its author it looks published, in lists too. */
  'shadowHidden',
  'deleted',
]);
export type CommentState = z.infer<typeof commentStateSchema>;

export interface Fate {
  state: CommentState;
  later: { state: CommentState; afterSeconds: number } | null;
}

const rule = (says: string, pattern: RegExp, state: CommentState, later: Fate['later'] = null) => ({
  says,
  pattern,
  fate: { state, later },
});

export const moderationRules: readonly { says: string; pattern: RegExp; fate: Fate }[] = [
  rule('Five or more exclamation marks: held for review at once', /([!！][^!！]*){5}/, 'heldForReview'),
  rule('A link, or “free money”: likely spam at once', /https?:\/\/|www\.|free money/i, 'likelySpam'),
  rule('“clickbait”: published, deleted by the channel ten minutes later', /\bclickbait\b/i, 'published', {
    state: 'deleted',
    afterSeconds: 600,
  }),
  rule('“my channel”: held for review, published half an hour later', /\bmy channel\b/i, 'heldForReview', {
    state: 'published',
    afterSeconds: 1_800,
  }),
  rule('“sub4sub”: hidden from all but its author, at once', /\bsub4sub\b/i, 'shadowHidden'),
];

export const fateByText = (text: string): Fate =>
  moderationRules.find(({ pattern }) => pattern.test(text))?.fate ?? { state: 'published', later: null };
