import { z } from 'zod';
import { sourceKinds } from '#shared/contracts/comment-detail.ts';
import {
  answerScore,
  type ResponseSchema,
  readableItems,
  responseSchema,
  tidyComment,
  withoutControls,
} from '../../text/model-text.rules.ts';
import type { Draft, DraftRequest, ReaderAnswer, SourceClaim } from './language-model.ts';

const mostItems = 30;
const longest = { sentence: 2000, quote: 500, note: 300 };

const passage = (most: number) =>
  z.string().transform((text) =>
    withoutControls(text.toWellFormed())
      .trim()
      .slice(0, most)
      .replace(/[\ud800-\udbff]$/, ''),
  );
const note = passage(longest.note).catch('');
const orNull = (text: string) => text || null;

const isClaimable = (kind: string): kind is SourceClaim['kind'] => kind !== 'person';
/** Models write "Own knowledge" for own_knowledge. */
const plainKind = (kind: unknown) =>
  typeof kind === 'string'
    ? kind
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
    : kind;
const claim = z.object({
  sentence: passage(longest.sentence),
  kind: z.preprocess(plainKind, z.enum(sourceKinds.filter(isClaimable))),
  quote: passage(longest.quote),
});
const sources = readableItems(claim)
  .catch([])
  .transform((claims) => claims.slice(0, mostItems));

const comment = z.string().transform(tidyComment);

export type WriterAnswer = Pick<Draft, 'comment' | 'nothingToAdd' | 'claims'>;

/** Without `mayAddNothing` an empty comment is no answer. */
function writing(mayAddNothing: boolean): ResponseSchema<WriterAnswer> {
  const nothingToAdd = mayAddNothing ? { nothingToAdd: note } : {};
  const answer = z
    .object({ comment: comment.describe('The comment, ready to post'), sources, ...nothingToAdd })
    .transform((read): WriterAnswer => {
      const nothing = 'nothingToAdd' in read ? read.nothingToAdd : '';
      return {
        comment: read.comment,
        // A model that wrote and says this as well has written.
        nothingToAdd: read.comment === '' ? orNull(String(nothing)) : null,
        claims: read.comment === '' ? [] : read.sources,
      };
    })
    .refine((read) => read.comment !== '' || read.nothingToAdd !== null);
  return responseSchema('comment_draft', answer);
}

const answers = { may: writing(true), must: writing(false) };

export const writerAnswer = ({ anyway, thread, material }: DraftRequest): ResponseSchema<WriterAnswer> =>
  anyway || thread || material.point ? answers.must : answers.may;

export type ReadingAnswer = Omit<ReaderAnswer, 'model' | 'call'>;

const words = passage(longest.quote).catch('').transform(orNull);

/** Reasons come before the number. */
export const readerAnswer: ResponseSchema<ReadingAnswer> = responseSchema(
  'comment_reading',
  z.object({
    wrong: readableItems(
      z.object({ sentence: passage(longest.sentence).pipe(z.string().min(1)), passage: words }),
    )
      .catch([])
      .transform((wrong) => wrong.slice(0, mostItems)),
    alreadySaid: z
      .object({ author: note, words })
      .catch({ author: '', words: null })
      .transform(({ author, words: said }) => (said === null ? null : { author, words: said })),
    for: words,
    against: words,
    signs: answerScore,
    engagementPotential: note,
    technicalAccuracy: note,
    tone: note,
  }),
);
