import type { DraftRecord, GivenMaterial } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { conflict, invalid, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { CommentView } from '../comments/comment.view.ts';
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
  review: Pick<ReviewService, 'comment' | 'redraft'>;
}

export interface DraftedComment {
  view: CommentView;
  record: DraftRecord;
}

export interface GenerateListener extends DraftStreamListener {
  /** The draft is stored, and its reading is under way. */
  drafted(draft: DraftedComment): void;
  judged(draft: DraftedComment): void;
}

/** A stored draft; `read` tells whether its reading was kept. */
export interface Written {
  id: number;
  read: Promise<boolean>;
}

/** Of a row, what its draft does not tell. */
export type NewRow = Pick<NewComment, 'videoId' | 'replyId' | 'draftedForYou'>;

/** The stages of a draft, as drafting.service has them. */
interface Drafts {
  ready(video: DraftedVideo, wanted: Wanted, needsModel: boolean): Promise<Prepared>;
  writeNew(
    prepared: Prepared,
    options: DraftOptions,
    row: NewRow,
    material: GivenMaterial,
  ): Promise<Written | null>;
  redraft(view: CommentView, wanted: { style: CommentStyle }, ...asked: Asked): Promise<Written>;
  finished(written: Written, listener?: GenerateListener): Promise<DraftedComment>;
  queued(commentId: number): Promise<CommentView>;
}

/** The caller's leaving, and who hears of the words. */
type Asked = [signal?: AbortSignal, listener?: DraftStreamListener];

export const defaultStyle: CommentStyle = 'insightful';

/** Throws 404. */
export async function repliedTo(
  repository: Pick<DraftingRepository, 'answered'>,
  replyId: number,
): Promise<AnsweredReply> {
  const answered = await repository.answered(replyId);
  if (!answered) throw notFound('This reply');
  return answered;
}

/** Answers to replies, drafted or typed: one each, in the review queue. */
export function createAnswers(
  { repository, videos, voice, review, events, clock }: Deps,
  { ready, writeNew, redraft, finished, queued }: Drafts,
) {
  /** What an answer is written or looked up with. Throws 409 where nothing is left to answer. */
  async function prepared(answered: AnsweredReply, needsModel: boolean): Promise<Prepared> {
    const thread = threadToAnswer(answered);
    const video = await videos.get(answered.comment.videoId);
    const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
    return ready(video, { style, given: {}, thread }, needsModel);
  }

  const rowOf = ({ reply, comment: { videoId } }: AnsweredReply): NewRow => ({ videoId, replyId: reply.id });
  const tell = (id: number) => events.changed({ comment: id }, 'replies', 'stats', 'analytics');

  /** What the person wrote is theirs, sentence by sentence; the hard faults are told as after an edit. */
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

  /** The answer that there is: a rejected one is written anew. `read` is null where nothing was written. */
  async function kept(commentId: number, ...asked: Asked) {
    const view = await review.comment(commentId);
    const { status, style } = view.comment;
    const written = status === 'rejected' ? await redraft(view, { style }, ...asked) : null;
    if (status !== 'posted' && (written || !view.queueItem)) await queued(commentId);
    return { id: commentId, read: written?.read ?? null };
  }

  async function written(replyId: number, ...asked: Asked) {
    const answered = await repliedTo(repository, replyId);
    if (answered.answerId !== null) return kept(answered.answerId, ...asked);
    const [signal, listener] = asked;
    const options = { videoId: null, signal, listener };
    const draft = await writeNew(await prepared(answered, true), options, rowOf(answered), {});
    if (draft) {
      tell(draft.id);
      await queued(draft.id);
      return draft;
    }
    const { answerId } = await repliedTo(repository, replyId);
    if (answerId === null) throw notFound('This reply');
    return kept(answerId, ...asked);
  }

  return {
    /** Keeps nothing if the caller leaves before it is written. Throws 404, 409 `reply_gone`, and the model's failures. */
    async answer(
      replyId: number,
      signal: AbortSignal,
      listener?: GenerateListener,
    ): Promise<{ view: CommentView; isNew: boolean }> {
      const { id, read } = await written(replyId, signal, listener);
      if (listener) await finished({ id, read: read ?? Promise.resolve(false) }, listener);
      return { view: await review.comment(id), isNew: read !== null };
    },

    /** Keeps the person's own answer. Throws 400, 404, and 409 where there is one that is not rejected. */
    async typeAnswer(replyId: number, content: string): Promise<CommentView> {
      if (content.trim() === '') throw invalid('The answer is empty. Write something first.', 'empty_text');
      const answered = await repliedTo(repository, replyId);
      const before = answered.answerId === null ? null : await review.comment(answered.answerId);
      if (before && before.comment.status !== 'rejected') throw answerExists();
      const draft = { ...(await typed(answered, content)), generatedContent: '' };
      if (before) {
        await review.redraft(before.comment.id, { draft, revision: before.comment.revision });
        return queued(before.comment.id);
      }
      const now = clock.now();
      const row = { ...rowOf(answered), ...draft, createdAt: now, updatedAt: now };
      const id = await repository.insert(row, null);
      if (id === null) throw (await repository.answered(replyId)) ? answerExists() : notFound('This reply');
      tell(id);
      return queued(id);
    },
  };
}

const answerExists = () =>
  conflict('comment_exists', 'This reply has an answer already. Look at it before you write another one.');
