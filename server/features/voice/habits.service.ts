import { z } from 'zod';
import type { ProposedHabits } from '#shared/contracts/voice.ts';
import { habitLimit, mostHabits } from '#shared/contracts/voice-fields.ts';
import type {
  LanguageModel,
  Prompt,
  Question,
} from '../../providers/language-model/language-model.ts';
import {
  fenced,
  fenceRule,
  list,
  longestFittingPrompt,
  promptText,
  type ResponseSchema,
  readableItems,
  repeatsOne,
  responseSchema,
  withinBudget,
} from '../../text/model-text.rules.ts';
import { comparable } from '../../text/transcript.rules.ts';
import { wordsOf } from '../../text/words.rules.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { OwnCommentsService } from './own-comments.service.ts';
import type { VoiceRepository } from './profiles.repository.ts';
import { requireProfile } from './style-rules.service.ts';

type Habit = ProposedHabits['habits'][number];

interface Deps {
  profiles: Pick<VoiceRepository, 'profile'>;
  ownComments: Pick<OwnCommentsService, 'texts'>;
  languageModel: Pick<LanguageModel, 'answer'>;
}

/** The most comments that are examined, newest first. */
const mostTexts = 30;
/** Fewer comments are too few to show a habit. */
const fewestTexts = 5;
/** A pattern in only one or two comments may be chance. */
const fewestQuotes = 3;

export function createHabitsService({ profiles, ownComments, languageModel }: Deps) {
  return {
    /**
     * Asks the model for habits in the owner's comments, and drops each one that their
     * words do not prove. Stores nothing: a habit only counts once the owner adds it to
     * the profile. Throws 404 and the model's failures.
     */
    async propose(profileId: number): Promise<ProposedHabits> {
      await requireProfile(profiles, profileId);
      const newest = (await ownComments.texts(profileId)).slice(0, mostTexts);
      const texts = newest.map(({ content }) => content);
      if (texts.length < fewestTexts)
        return {
          habits: [],
          texts: texts.length,
          detail: `Habits are found in at least ${fewestTexts} comments of yours. So far there ${texts.length === 1 ? 'is one' : `are ${texts.length || 'none'}`}.`,
        };
      const named = await toUserError(languageModel.answer(habitsQuestion(texts)));
      const habits = provedHabits(named, texts);
      const detail =
        habits.length > 0
          ? null
          : 'Your comments show no habit that comes back often enough.';
      return { habits, texts: texts.length, detail };
    },
  };
}

export type HabitsService = ReturnType<typeof createHabitsService>;

/**
 * Keeps quotes that occur in a comment, at most one per comment, and habits with enough
 * of them. The strongest habits come first.
 */
function provedHabits(named: readonly Habit[], texts: readonly string[]): Habit[] {
  const proved = named
    .map(({ text, quotes }) => ({ text, quotes: foundQuotes(quotes, texts) }))
    .filter(({ quotes }) => quotes.length >= fewestQuotes)
    .sort((a, b) => b.quotes.length - a.quotes.length);
  const kept: Habit[] = [];
  for (const habit of proved) {
    const others = kept.map(({ text }) => text);
    if (!repeatsOne(habit.text, others)) kept.push(habit);
  }
  return kept.slice(0, mostHabits);
}

function foundQuotes(quotes: readonly string[], texts: readonly string[]): string[] {
  const left = new Set(texts);
  return quotes.filter((quote) => {
    // A single word proves nothing.
    if (wordsOf(quote).length < 2) return false;
    const comment = [...left].find((text) =>
      comparable(text).includes(comparable(quote)),
    );
    if (comment === undefined) return false;
    return left.delete(comment);
  });
}

const answerTokens = 1200;

/**
 * Asks for habits in the comments. Leaves out the oldest comments if the prompt gets too
 * long.
 */
function habitsQuestion(texts: readonly string[]): Question<Habit[]> {
  return {
    prompt: (tokens) =>
      longestFittingPrompt(tokens, { most: texts.length, fewest: fewestTexts }, (count) =>
        habitsPrompt(texts.slice(0, count)),
      ),
    schema: habitsAnswer,
    answerTokens,
    waitsForDrafts: false,
  };
}

const task =
  'You read YouTube comments that one person wrote. You name the two or three habits that show most in them: what this person does again and again to make a point, such as telling a concrete scene, giving a number of their own, or naming a thing to try.';

const demands = [
  'Each habit is a short phrase in plain English that tells a writer what to do: “Tell one concrete scene from their own work.”',
  'A habit is about manner, never about the content of one comment. It names no video, person or product.',
  `At least ${fewestQuotes} comments show it. Leave out what only happened once or twice.`,
  `At most ${mostHabits}, the strongest first. An empty list is a good answer where nothing repeats.`,
];

const answerForm = [
  'text: the habit.',
  'quotes: of each comment that shows it, the words that do, letter for letter.',
];

const textBudget = 700;

export function habitsPrompt(texts: readonly string[]): Prompt {
  const numbered = texts.map(
    (text, index) =>
      `Comment ${index + 1}\n${withinBudget(promptText(text), textBudget)}`,
  );
  return {
    system: [
      task,
      `# Demands\n${list(demands)}`,
      `# Untrusted text\n${fenceRule}`,
      `# Form of the answer\nOne JSON object with the member habits: a list of objects with these members, and nothing else:\n${list(answerForm)}`,
    ].join('\n\n'),
    user: ['Name the habits in these comments.', fenced(numbered.join('\n\n'))].join(
      '\n\n',
    ),
  };
}

const mostQuotes = 30;
const longestQuote = 500;

const habitSchema = z.object({
  text: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed())
    .refine(
      (text) => text !== '' && text.length <= habitLimit && !text.includes('\u0000'),
    ),
  quotes: z
    .array(z.string())
    .transform((quotes) =>
      quotes.slice(0, mostQuotes).filter(({ length }) => length <= longestQuote),
    ),
});

export const habitsAnswer: ResponseSchema<Habit[]> = responseSchema(
  'habits',
  z.object({ habits: readableItems(habitSchema) }).transform(({ habits }) => habits),
);
