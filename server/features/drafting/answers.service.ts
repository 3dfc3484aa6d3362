import { defaultCommentStyle } from '#shared/contracts/primitives.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { ChangedComment } from '../comments/comment.view.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { refuseEmpty, typedDraft } from './by-hand.service.ts';
import type { Prepared } from './draft-request.service.ts';
import {
  type DraftWriter,
  type GenerateListener,
  type RedraftOptions,
  repliedTo,
  type StoredDraft,
} from './draft-writer.ts';
import type { AnsweredReply, DraftingRepository } from './drafting.repository.ts';
import { threadToAnswer } from './drafting.rules.ts';

interface Deps extends ClockAndEvents {
  repository: Pick<DraftingRepository, 'answered' | 'earlierTexts' | 'insert'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  review: Pick<ReviewService, 'comment' | 'redraft' | 'addToQueue'>;
}

type Options = Pick<RedraftOptions, 'signal' | 'listener'>;

/**
 * The answer to a reply. `read` is null if the answer existed and nothing was written.
 */
type FoundAnswer = Omit<StoredDraft, 'read'> & { read: StoredDraft['read'] | null };

/**
 * Manages drafted and typed answers. Each reply has at most one answer, which goes into
 * the review queue.
 */
export function createAnswers(
  { repository, videos, voice, review, events, clock }: Deps,
  writer: Pick<DraftWriter, 'prepare' | 'writeNew' | 'redraft' | 'finish'>,
) {
  /**
   * Prepares the writing or checking of an answer. Throws 409 if nothing is left to
   * answer.
   */
  async function prepare(
    answered: AnsweredReply,
    options: { needsModel: boolean },
  ): Promise<Prepared> {
    const thread = threadToAnswer(answered);
    const video = await videos.get(answered.comment.videoId);
    const style =
      (await voice.activeProfile())?.defaultCommentStyle ?? defaultCommentStyle;
    return writer.prepare(video, { style, given: {}, thread }, options);
  }

  const rowOf = ({ reply, comment }: AnsweredReply) => ({
    videoId: comment.videoId,
    replyId: reply.id,
  });
  const announce = (id: number) =>
    events.changed({ comment: id }, 'replies', 'stats', 'analytics');

  /**
   * Returns the existing answer: redrafted if it was rejected, and put into the queue if
   * it is in none.
   */
  async function reviveAnswer(
    commentId: number,
    { signal, listener }: Options,
  ): Promise<FoundAnswer> {
    const view = await review.comment(commentId);
    const { status, style } = view.comment;
    if (status === 'rejected')
      return writer.redraft(view, { style }, { signal, listener, toQueue: true });
    if (status === 'posted' || view.queueItem)
      return { commentId, step: null, read: null };
    const { item } = await review.addToQueue({ commentId, priority: 0, autoPost: false });
    return { commentId, step: item.step, read: null };
  }

  async function findOrWrite(
    replyId: number,
    { signal, listener }: Options,
  ): Promise<FoundAnswer> {
    const answered = await repliedTo(repository, replyId);
    if (answered.answerId !== null)
      return reviveAnswer(answered.answerId, { signal, listener });
    const prepared = await prepare(answered, { needsModel: true });
    const options = { videoId: null, signal, listener };
    const place = { row: rowOf(answered), material: {}, toQueue: true };
    const stored = await writer.writeNew(prepared, options, place);
    if (stored) {
      announce(stored.commentId);
      return stored;
    }
    // Another request stored an answer first, or the reply was deleted.
    const { answerId } = await repliedTo(repository, replyId);
    if (answerId === null) throw notFound('This reply');
    return reviveAnswer(answerId, { signal, listener });
  }

  return {
    /**
     * Drafts an answer or returns the existing one. Stores nothing if the client
     * disconnects before the draft is written. Throws 404, 409 `reply_gone`, and the
     * model's failures.
     */
    async answer(
      replyId: number,
      signal: AbortSignal,
      listener?: GenerateListener,
    ): Promise<{ view: ChangedComment; isNew: boolean }> {
      const { commentId, step, read } = await findOrWrite(replyId, { signal, listener });
      if (listener) {
        const nothingRead = Promise.resolve(false);
        await writer.finish({ commentId, step, read: read ?? nothingRead }, listener);
      }
      return {
        view: { ...(await review.comment(commentId)), step },
        isNew: read !== null,
      };
    },

    /**
     * Stores an answer that the owner typed. Throws 400 for an empty text, 404, and 409
     * if there is an answer that was not rejected.
     */
    async typeAnswer(replyId: number, content: string): Promise<ChangedComment> {
      refuseEmpty(content, 'answer');
      const answered = await repliedTo(repository, replyId);
      const before =
        answered.answerId === null ? null : await review.comment(answered.answerId);
      if (before && before.comment.status !== 'rejected') throw answerExists();
      const prepared = await prepare(answered, { needsModel: false });
      const draft = await typedDraft(repository, {
        content,
        prepared,
        exceptVideoId: null,
      });
      const now = clock.now();
      if (before)
        return review.redraft(before.comment.id, {
          draft,
          revision: before.comment.revision,
          toQueue: true,
          // The record of the rejected draft says nothing about this text. Only the
          // material that the owner gave is kept.
          record: (present) => ({
            why: null,
            alternatives: [],
            material: present?.material ?? null,
            quotedAt: null,
          }),
        });
      const id = await repository.insert({
        comment: { ...rowOf(answered), ...draft, createdAt: now, updatedAt: now },
        record: { why: null, createdAt: now },
        toQueue: true,
      });
      if (id === null)
        throw (await repository.answered(replyId))
          ? answerExists()
          : notFound('This reply');
      announce(id);
      return { ...(await review.comment(id)), step: null };
    },
  };
}

const answerExists = () =>
  conflict(
    'comment_exists',
    'This reply has an answer already. Look at it before you write another one.',
  );
