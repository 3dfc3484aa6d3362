import {
  type Comment,
  type Steer,
  steerLabels,
} from '#shared/contracts/comment-detail.ts';
import type { Alternative, DraftRecord, DraftWhy } from '#shared/contracts/drafts.ts';
import { truncate } from '#shared/rules/format.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { draftRecords, replies, videos } from '#shared/schema.ts';
import { conflict, invalid } from '../../core/errors.ts';
import {
  asAlternative,
  type DraftFields,
  exchangeDraft,
} from '../comments/alternatives.rules.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { Draft } from '../comments/redraft.rules.ts';
import { changedMeanwhile as changedSince } from '../comments/review.rules.ts';
import type { DraftRequest, DraftThread } from './prompts/requests.ts';

export const mostAlternatives = 8;
const shownWish = 40;

export type Steering = Pick<
  NonNullable<DraftRequest['steered']>,
  'steer' | 'instruction'
>;

/** Exchanges the draft with one of its alternatives. Throws 400 for an unknown one. */
export function pickAlternative(
  comment: DraftFields,
  alternatives: readonly Alternative[],
  wanted: number | string,
): { draft: Draft; alternatives: Alternative[] } {
  const exchanged = exchangeDraft(comment, alternatives, wanted);
  if (exchanged) return exchanged;
  throw invalid(
    'This version is no longer among the comment’s alternatives, so nothing was changed. Reload the page to see which there are; replaced texts are kept under Earlier versions.',
  );
}

/** Throws 409 if no comment may be written under the video. */
export function refuseNoDraft(
  {
    available,
    commentsOff,
    channelId,
  }: Pick<typeof videos.$inferSelect, 'available' | 'commentsOff' | 'channelId'>,
  blockedChannels: readonly string[],
): void {
  if (!available) throw conflict('video_unavailable', postingReason('video_not_found'));
  if (commentsOff) throw conflict('comments_off', postingReason('comments_off'));
  if (blockedChannels.includes(channelId))
    throw conflict(
      'channel_blocked',
      'This channel is on your blocked list, so no comment is written for it. Change the list in Settings.',
    );
}

/**
 * Adds the previous version as the first alternative, so that the owner can return to it.
 */
export function withVersionBefore(
  comment: DraftFields & Pick<Comment, 'content'>,
  alternatives: readonly Alternative[],
  { steer, instruction }: Steering,
): Alternative[] {
  const wish = steer
    ? steerLabels[steer]
    : truncate((instruction ?? '').replace(/\s+/g, ' '), shownWish);
  const before = asAlternative(comment, comment.content, `Before: ${wish}`);
  return [before, ...alternatives].slice(0, mostAlternatives);
}

/** Returns the alternatives that were added since the record was read as `before`. */
export function addedSince(
  before: Pick<RecordRow, 'alternatives'> | null,
  now: Pick<RecordRow, 'alternatives'> | null,
): Alternative[] {
  const known = new Set(before?.alternatives.map(({ content }) => content));
  return (now?.alternatives ?? []).filter(({ content }) => !known.has(content));
}

type Spent = Pick<DraftWhy, 'tokens' | 'costUsd'>;

/** Adds up the tokens and costs of calls. Each sum is null if no server reported it. */
export function spent(calls: readonly Spent[]): Spent {
  const tokens = calls.flatMap((call) => call.tokens ?? []);
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = (values: readonly number[]) =>
    values.reduce((total, value) => total + value, 0);
  return {
    tokens:
      tokens.length === 0
        ? null
        : {
            input: sum(tokens.map(({ input }) => input)),
            output: sum(tokens.map(({ output }) => output)),
          },
    costUsd: costs.length === 0 ? null : sum(costs),
  };
}

/** How many texts of a thread before the reply the prompt of an answer contains. */
export const mostEarlierTexts = 5;

interface Answered {
  reply: Pick<typeof replies.$inferSelect, 'authorName' | 'text' | 'hasPicture'>;
  comment: { content: string; withdrawnAt: Date | null };
  others: readonly {
    authorName: string | null;
    text: string | null;
    hasPicture: boolean;
    at: Date;
  }[];
  own: readonly { text: string; at: Date | null }[];
}

/** Throws 409 if the comment was withdrawn or the reply has no content. */
export function threadToAnswer({ reply, comment, others, own }: Answered): DraftThread {
  if (comment.withdrawnAt)
    throw conflict(
      'reply_gone',
      'You withdrew the comment that this reply stands under, so it cannot be answered.',
    );
  const text = reply.text?.trim() ?? '';
  const { hasPicture } = reply;
  if (text === '' && !hasPicture)
    throw conflict(
      'reply_gone',
      'The text of this reply is gone. Check now for replies; if it comes back, draft the answer then.',
    );
  const earlier = [
    ...others.flatMap((other) =>
      other.text === null
        ? []
        : [
            {
              ...other,
              text: other.text || (other.hasPicture ? '(a picture)' : ''),
              isOurs: false,
            },
          ],
    ),
    ...own.map((answer) => ({ ...answer, authorName: null, isOurs: true })),
  ]
    .sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
    .slice(-mostEarlierTexts)
    .map((each) => ({
      authorName: each.isOurs ? null : (each.authorName ?? unnamed),
      text: each.text,
    }));
  return {
    comment: comment.content,
    earlier,
    reply: { authorName: reply.authorName ?? unnamed, text, hasPicture },
  };
}

const unnamed = 'somebody';

export function steeringOf(
  steer: Steer | undefined,
  instruction: string | undefined,
): Steering | undefined {
  const wish = instruction?.trim() || null;
  return steer || wish ? { steer: steer ?? null, instruction: wish } : undefined;
}

type RecordRow = Pick<
  typeof draftRecords.$inferSelect,
  'why' | 'alternatives' | 'material'
>;

/**
 * Throws 409 if the comment has no draft written by the model, since alternatives are
 * only added to such drafts.
 */
export function refuseNoRecord<Row extends { why: DraftWhy | null }>(
  record: Row | null,
): asserts record is Row & { why: DraftWhy } {
  if (!record?.why)
    throw conflict(
      'no_draft',
      'The language model did not write this text, so other versions cannot be added to it. Redraft the comment first.',
    );
}

export function recordOf({ comment }: CommentView, row: RecordRow | null): DraftRecord {
  const { why = null, alternatives = [], material = null } = row ?? {};
  // The transcript is the owner's, but it is too long to be sent with each record.
  const { transcript: _, ...given } = material ?? {};
  const kept = material && { ...given, transcriptWords: why?.transcript?.words ?? null };
  return { why, alternatives, previousTexts: comment.previousTexts, material: kept };
}

/** The client recognises this error by the words "already exists" (rule 8.3). */
export const commentExists = () =>
  conflict(
    'comment_exists',
    'A comment for this video already exists. Find it in History or in the Review Queue.',
  );

export function refuseOther(
  { comment }: CommentView,
  revision: number | undefined,
): void {
  if (revision !== undefined && revision !== comment.revision)
    throw changedMeanwhile(comment);
}

export const changedMeanwhile = (comment: CommentView['comment']) =>
  changedSince(
    comment,
    'This comment was changed elsewhere in the meantime. Look at it before you go on.',
    null,
  );
