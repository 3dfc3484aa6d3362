import { z } from 'zod';

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

/** What may become of a comment; `afterSeconds` is when the passing ones turn. */
export const fates: readonly ((afterSeconds: number) => Fate)[] = [
  () => ({ state: 'published', later: null }),
  () => ({ state: 'heldForReview', later: null }),
  (afterSeconds) => ({ state: 'heldForReview', later: { state: 'published', afterSeconds } }),
  (afterSeconds) => ({ state: 'published', later: { state: 'deleted', afterSeconds } }),
  () => ({ state: 'shadowHidden', later: null }),
];

export const moderationSchema = z.object({
  /** In turn: public, held, held then published, removed, hidden from all but its author, public… */
  fates: z.enum(['by-text', 'in-turn']),
  /** In turn only: when a held comment is published, and a removed one removed. */
  afterSeconds: z.number().int().min(0),
  /** Whether reads by id show strangers what is held or hidden. */
  leaksHeld: z.boolean(),
});
export const moderationChangeSchema = z.object({
  fates: moderationSchema.shape.fates.exactOptional(),
  afterSeconds: moderationSchema.shape.afterSeconds.exactOptional(),
  leaksHeld: moderationSchema.shape.leaksHeld.exactOptional(),
});
export type Moderation = z.infer<typeof moderationSchema>;
export const usualModeration: Moderation = { fates: 'by-text', afterSeconds: 1_800, leaksHeld: false };

const capitals = (text: string) => text.match(/\p{Lu}/gu)?.length ?? 0;

export const moderationRules: readonly { says: string; applies: (text: string) => boolean; fate: Fate }[] = [
  {
    says: 'Five or more exclamation marks: held for review at once',
    applies: (text) => (text.match(/[!！]/g)?.length ?? 0) >= 5,
    fate: { state: 'heldForReview', later: null },
  },
  {
    says: 'A link, or the words "free money": likely spam at once',
    applies: (text) => /https?:\/\/|www\.|free money/i.test(text),
    fate: { state: 'likelySpam', later: null },
  },
  {
    says: 'Mostly capital letters (20 or more): published, removed an hour later',
    applies: (text) => capitals(text) >= 20 && capitals(text) > 0.6 * (text.match(/\p{L}/gu)?.length ?? 0),
    fate: { state: 'published', later: { state: 'rejected', afterSeconds: 3_600 } },
  },
  {
    says: 'The word "clickbait": published, deleted by the channel ten minutes later',
    applies: (text) => /\bclickbait\b/i.test(text),
    fate: { state: 'published', later: { state: 'deleted', afterSeconds: 600 } },
  },
  {
    says: 'The words "my channel": held for review, published half an hour later',
    applies: (text) => /\bmy channel\b/i.test(text),
    fate: { state: 'heldForReview', later: { state: 'published', afterSeconds: 1_800 } },
  },
  {
    says: 'The word "sub4sub": hidden from all but its author, at once',
    applies: (text) => /\bsub4sub\b/i.test(text),
    fate: { state: 'shadowHidden', later: null },
  },
];

export const fateByText = (text: string): Fate =>
  moderationRules.find((rule) => rule.applies(text))?.fate ?? { state: 'published', later: null };
