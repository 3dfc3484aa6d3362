import { z } from 'zod';

export const commentStateSchema = z.enum(['published', 'heldForReview', 'likelySpam', 'rejected', 'deleted']);
export type CommentState = z.infer<typeof commentStateSchema>;

export interface Fate {
  state: CommentState;
  later: { state: CommentState; afterSeconds: number } | null;
}

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
];

export const fateOf = (text: string): Fate =>
  moderationRules.find((rule) => rule.applies(text))?.fate ?? { state: 'published', later: null };
