import type { Trait, TraitName } from '#shared/contracts/style-profile.ts';

export interface StyleSentence {
  /** What the person does. */
  told: string;
  /** The same as a style rule for drafts. */
  rule: string;
  /** The person's own words it is read from. */
  quote: string | null;
  detail: string;
}

type Wording = Pick<StyleSentence, 'told' | 'rule'>;

const mostSentences = 5;
const shortSentence = 12;
const longSentence = 20;

/** In the order of how much they shape a draft; null where the habit is not marked enough to speak of. */
const wordings: Partial<Record<TraitName, (value: number, trait: Trait) => Wording | null>> = {
  openings(value, { unit }) {
    const how = unit.replace(/^% of comments /, '');
    return value < 40 ? null : { told: `You mostly ${how}.`, rule: `Mostly ${how}.` };
  },
  sentence_length(value) {
    const kind = value <= shortSentence ? 'short ' : value >= longSentence ? 'long ' : '';
    const words = Math.round(value);
    return {
      told: kind ? `You write ${kind}sentences: ${words} words.` : `Your sentences have ${words} words.`,
      rule: `Write ${kind}sentences of about ${words} words.`,
    };
  },
  questions(value) {
    if (value === 0) return { told: 'You ask no questions.', rule: 'Ask no questions.' };
    return value < 10 ? null : { told: 'You ask something back.', rule: 'Ask something back where it fits.' };
  },
  first_person: (value) =>
    value < 40 ? null : { told: 'You say “I” or “we”.', rule: 'Speak as “I” or “we”.' },
  hedging: (value) =>
    value < 20 ? null : { told: 'You leave room for doubt.', rule: 'Leave room for doubt.' },
  exclamations(value) {
    if (value === 0) return { told: 'You use no exclamation marks.', rule: 'Use no exclamation marks.' };
    return value < 20
      ? null
      : { told: 'You like exclamation marks.', rule: 'Use an exclamation mark now and then.' };
  },
  emoji: (value) =>
    value === 0
      ? { told: 'You use no emoji.', rule: 'Use no emoji.' }
      : { told: 'You use an emoji now and then.', rule: 'Use an emoji now and then.' },
  contractions: (value) =>
    value < 15
      ? null
      : { told: 'You write “don’t” and “it’s”.', rule: 'Use contractions such as “don’t” and “it’s”.' },
};

/** What a style profile says, in sentences, the most telling first. */
export function styleSentences(traits: readonly Trait[]): StyleSentence[] {
  return Object.entries(wordings)
    .flatMap(([name, wording]) => {
      const trait = traits.find((each) => each.name === name);
      const worded = trait && wording(trait.value, trait);
      return worded ? [{ ...worded, quote: trait.quote, detail: trait.detail }] : [];
    })
    .slice(0, mostSentences);
}

const shapeOf = (text: string) => text.replace(/\d+/g, '#').toLowerCase();

/** Whether two rules say the same, whatever their figures. */
export const isSameRule = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other);
