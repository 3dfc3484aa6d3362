import { z } from 'zod';
import { sourceKinds } from '#shared/contracts/comment-detail.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import {
  answerScore,
  readableItems,
  responseSchema,
  tidyComment,
  withoutControls,
} from '../../../text/model-text.rules.ts';

const mostItems = 30;
/** In characters. Longer texts are cut here; a comment is later cut to 2,000. */
const longest = { comment: 10_000, sentence: 2000, quote: 500, note: 300 };

const passage = (most: number) =>
  z
    .string()
    .transform((text) => beginningOf(withoutControls(text.toWellFormed()).trim(), most));
const note = passage(longest.note).catch('');
const orNull = (text: string) => text || null;

const claimable = z.enum(sourceKinds).exclude(['person']);
/** Normalises kinds, since models write "Own knowledge" for own_knowledge. */
const plainKind = (kind: unknown) =>
  typeof kind === 'string'
    ? kind
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
    : kind;
/**
 * A sentence and its source as the model claims it. Nothing is believed before it is
 * looked up.
 */
const claim = z.object({
  sentence: passage(longest.sentence),
  kind: z.preprocess(plainKind, claimable),
  quote: passage(longest.quote),
});
const sources = readableItems(claim)
  .catch([])
  .transform((claims) => claims.slice(0, mostItems));

const comment = z
  .string()
  .transform((text) => tidyComment(beginningOf(tidyComment(text), longest.comment)));

/** Without `mayAddNothing`, an empty comment is invalid. */
function writing(mayAddNothing: boolean) {
  const nothingToAdd = mayAddNothing ? { nothingToAdd: note } : {};
  const answer = z
    .object({
      comment: comment.describe('The comment, ready to post'),
      sources,
      ...nothingToAdd,
    })
    .transform((read) => {
      const nothing = 'nothingToAdd' in read ? read.nothingToAdd : '';
      return {
        /** Empty if there is nothing to add. */
        comment: read.comment,
        // If the model wrote a comment and also says that there is nothing to add, the
        // comment counts.
        nothingToAdd: read.comment === '' ? orNull(String(nothing)) : null,
        claims: read.comment === '' ? [] : read.sources,
      };
    })
    .refine((read) => read.comment !== '' || read.nothingToAdd !== null);
  return responseSchema('comment_draft', answer);
}

const answers = { may: writing(true), must: writing(false) };

interface DraftDemands {
  anyway?: boolean;
  thread?: object;
  material: { point: string | null };
}

export const mayAddNothing = ({ anyway, thread, material }: DraftDemands): boolean =>
  !(anyway || thread || material.point);

export const writerAnswer = (asked: DraftDemands) =>
  mayAddNothing(asked) ? answers.may : answers.must;
export type WriterAnswer = NonNullable<ReturnType<typeof answers.may.read>>;

const words = passage(longest.quote).catch('').transform(orNull);

/**
 * What a wrong sentence is about. Unknown or missing values count as the video: only a
 * clear "other" excuses a sentence.
 */
const subject = z
  .preprocess(plainKind, z.enum(['video', 'person', 'other']))
  .catch('video');

/** Reasons come before the number, so that the model states them before it judges. */
export const readerAnswer = responseSchema(
  'comment_reading',
  z.object({
    wrong: readableItems(
      z.object({
        sentence: passage(longest.sentence).pipe(z.string().min(1)),
        about: subject,
        passage: words,
      }),
    )
      .catch([])
      .transform((wrong) => wrong.slice(0, mostItems)),
    alreadySaid: z
      .object({ author: note, words })
      .catch({ author: '', words: null })
      .transform(({ author, words: said }) =>
        said === null ? null : { author, words: said },
      ),
    for: words,
    against: words,
    /** How likely the owner is to post the comment unchanged, from 0 to 100. */
    signs: answerScore,
    engagementPotential: note,
    technicalAccuracy: note,
    tone: note,
  }),
);
export type ReadingAnswer = NonNullable<ReturnType<typeof readerAnswer.read>>;
