import type { DraftRecord, GivenMaterial } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { conflict, invalid, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { ChangedComment, CommentView } from '../comments/comment.view.ts';
import type { NewDraft } from '../comments/review.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { comparedTexts, type DraftOptions, type DraftStreamListener } from './draft-maker.ts';
import type { DraftedVideo, Prepared, Wanted } from './draft-request.service.ts';
import type { AnsweredReply, DraftingRepository, NewComment } from './drafting.repository.ts';
import { threadToAnswer } from './drafting.rules.ts';

interface Deps extends ClockAndEvents {
  repository: Pick<DraftingRepository, 'answered' | 'earlierTexts' | 'insert'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  review: Pick<ReviewService, 'comment' | 'redraft' | 'addToQueue'>;
}

export interface DraftedComment {
  view: CommentView;
  record: DraftRecord;
  /** The step that changed the comment; null for a new comment, and where nothing was written. */
  step: string | null;
}

export interface GenerateListener extends DraftStreamListener {
  /** Called when the draft is stored, while its reading is in progress. */
  drafted(draft: DraftedComment): void;
  judged(draft: DraftedComment): void;
}

/**
 * A stored draft. `step` is the step that replaced another draft; null for a new comment. `read` resolves to
 * true if the draft's reading was stored.
 */
export interface Written {
  id: number;
  step: string | null;
  read: Promise<boolean>;
}

/** Values of a new comment that do not come from its draft. */
export interface NewPlace {
  row: Pick<NewComment, 'videoId' | 'replyId' | 'draftedForYou'>;
  material: GivenMaterial;
  toQueue: boolean;
}

export interface RedraftOptions {
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
  listener?: DraftStreamListener | undefined;
  /** Also puts the comment into the review queue if it isn't there. */
  toQueue?: boolean;
}

interface Drafts {
  ready(video: DraftedVideo, wanted: Wanted, needsModel: boolean): Promise<Prepared>;
  writeNew(prepared: Prepared, options: DraftOptions, place: NewPlace): Promise<Written | null>;
  redraft(view: CommentView, wanted: { style: CommentStyle }, options: RedraftOptions): Promise<Written>;
  finished(written: Written, listener?: GenerateListener): Promise<DraftedComment>;
}

type Asked = Pick<RedraftOptions, 'signal' | 'listener'>;

export const defaultStyle: CommentStyle = 'insightful';

/** Throws 404 if there is no such reply. */
export async function repliedTo(
  repository: Pick<DraftingRepository, 'answered'>,
  replyId: number,
): Promise<AnsweredReply> {
  const answered = await repository.answered(replyId);
  if (!answered) throw notFound('This reply');
  return answered;
}

/** Manages drafted and typed answers. Each reply has at most one answer, which goes into the review queue. */
export function createAnswers(
  { repository, videos, voice, review, events, clock }: Deps,
  { ready, writeNew, redraft, finished }: Drafts,
) {
  /** Prepares the writing or checking of an answer. Throws 409 if nothing is left to answer. */
  async function prepared(answered: AnsweredReply, needsModel: boolean): Promise<Prepared> {
    const thread = threadToAnswer(answered);
    const video = await videos.get(answered.comment.videoId);
    const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
    return ready(video, { style, given: {}, thread }, needsModel);
  }

  const rowOf = ({ reply, comment }: AnsweredReply) => ({ videoId: comment.videoId, replyId: reply.id });
  const tell = (id: number) => events.changed({ comment: id }, 'replies', 'stats', 'analytics');

  /** Counts every sentence as the owner's own, and reports hard faults as after an edit. */
  async function typed(answered: AnsweredReply, content: string): Promise<NewDraft> {
    const { lookups, request, profile } = await prepared(answered, false);
    const { checks } = lookups.check(content, await repository.earlierTexts(null, comparedTexts));
    const { sentences, ...grounding } = lookups.ground(content, []);
    const source = { kind: 'person' as const, quote: null, at: null };
    const own = sentences.map(({ text }) => ({ text, source, unsupported: [] }));
    return {
      content,
      style: request.style,
      ...lookups.judge(content, { ...grounding, sentences: own }, checks, null),
      voiceProfileId: profile?.id ?? null,
      model: null,
    };
  }

  /** Returns the existing answer, redrafted if it was rejected. `read` is null if nothing was written. */
  async function kept(
    commentId: number,
    asked: Asked,
  ): Promise<Omit<Written, 'read'> & { read: Promise<boolean> | null }> {
    const view = await review.comment(commentId);
    const { status, style } = view.comment;
    if (status === 'rejected') return redraft(view, { style }, { ...asked, toQueue: true });
    if (status === 'posted' || view.queueItem) return { id: commentId, step: null, read: null };
    const { item } = await review.addToQueue({ commentId, priority: 0, autoPost: false });
    return { id: commentId, step: item.step, read: null };
  }

  async function written(replyId: number, asked: Asked) {
    const answered = await repliedTo(repository, replyId);
    if (answered.answerId !== null) return kept(answered.answerId, asked);
    const options = { videoId: null, ...asked };
    const place = { row: rowOf(answered), material: {}, toQueue: true };
    const draft = await writeNew(await prepared(answered, true), options, place);
    if (draft) {
      tell(draft.id);
      return draft;
    }
    const { answerId } = await repliedTo(repository, replyId);
    if (answerId === null) throw notFound('This reply');
    return kept(answerId, asked);
  }

  return {
    /**
     * Drafts an answer or returns the existing one. Stores nothing if the client disconnects before the draft
     * is written. Throws 404, 409 `reply_gone`, and the model's failures.
     */
    async answer(
      replyId: number,
      signal: AbortSignal,
      listener?: GenerateListener,
    ): Promise<{ view: ChangedComment; isNew: boolean }> {
      const { id, step, read } = await written(replyId, { signal, listener });
      if (listener) await finished({ id, step, read: read ?? Promise.resolve(false) }, listener);
      return { view: { ...(await review.comment(id)), step }, isNew: read !== null };
    },

    /**
     * Stores an answer that the owner typed. Throws 400 for an empty text, 404, and 409 if there is an answer
     * that was not rejected.
     */
    async typeAnswer(replyId: number, content: string): Promise<ChangedComment> {
      if (content.trim() === '') throw invalid('The answer is empty. Write something first.', 'empty_text');
      const answered = await repliedTo(repository, replyId);
      const before = answered.answerId === null ? null : await review.comment(answered.answerId);
      if (before && before.comment.status !== 'rejected') throw answerExists();
      const draft = { ...(await typed(answered, content)), generatedContent: '' };
      const now = clock.now();
      if (before)
        return review.redraft(before.comment.id, {
          draft,
          revision: before.comment.revision,
          toQueue: true,
          // The record of the rejected draft says nothing about this text. Only the material that the user gave is kept.
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
      if (id === null) throw (await repository.answered(replyId)) ? answerExists() : notFound('This reply');
      tell(id);
      return { ...(await review.comment(id)), step: null };
    },
  };
}

const answerExists = () =>
  conflict('comment_exists', 'This reply has an answer already. Look at it before you write another one.');
