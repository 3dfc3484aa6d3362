import type { z } from 'zod';
import type { Steer } from '#shared/contracts/comment-detail.ts';
import type {
  Alternative,
  DraftRecord,
  DraftWhy,
  GenerateBulkRequest,
  GenerateBulkResponse,
  GenerateRequest,
  GivenMaterial,
  RegenerateRequest,
  TranscriptPlan,
  TranscriptPlanRequest,
  takesRequestSchema,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { type LanguageModel, LanguageModelError } from '../../providers/language-model/language-model.ts';
import type { CommentView } from '../comments/comment.view.ts';
import { type NewDraft, refuseRedraft } from '../comments/review.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { createBulkRuns } from './bulk.ts';
import { comparedTexts, createDraftMaker, createReader, type DraftStreamListener } from './draft-maker.ts';
import { createPreparation, type DraftedVideo, type PrepareDeps } from './draft-request.service.ts';
import type { AnsweredReply, DraftingRepository } from './drafting.repository.ts';
import {
  asAlternative,
  pickAlternative,
  type Steering,
  threadToAnswer,
  withVersionBefore,
} from './drafting.rules.ts';

interface Deps extends PrepareDeps, ClockAndEvents {
  repository: DraftingRepository;
  languageModel: Pick<LanguageModel, 'draft' | 'read' | 'profile' | 'transcriptTokens'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile' | 'settings'>;
  review: Pick<ReviewService, 'comment' | 'redraft' | 'addToQueue'>;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
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
interface Written {
  id: number;
  read: Promise<boolean>;
}

/** `read` is null where nothing was written. */
interface Answer {
  id: number;
  read: Promise<boolean> | null;
}

/** The caller's leaving, and who hears of the words. */
type Asked = [signal?: AbortSignal, listener?: DraftStreamListener];

/** Of a bulk, at a server that answers several calls at a time. */
const draftsAtOnce = 4;
const defaultStyle: CommentStyle = 'insightful';

export function createDraftingService(deps: Deps) {
  const { repository, languageModel, modelSettings, videos, voice, review, events, clock, log, isStopping } =
    deps;
  /** Bulk drafts and readings continue without their client, so stopping waits for them. */
  const underWay = new Set<Promise<unknown>>();
  const prepare = createPreparation(deps);
  const makeDraft = createDraftMaker({ languageModel, repository });
  const bulkRuns = createBulkRuns(repository.bulk, events);
  const reader = createReader({ languageModel, repository, voice, clock });

  function continued<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  /** Goes on when nobody waits for it. */
  function readBehind(...draft: Parameters<typeof reader.readDraft>): Promise<boolean> {
    const reading = reader.readDraft(...draft).then((isKept) => {
      if (isKept) events.changed({ comment: draft[0] });
      return isKept;
    });
    return continued(
      reading.catch((error: unknown) => {
        log.error({ err: error }, 'a draft could not be read a second time');
        return false;
      }),
    );
  }

  async function refuseVideo(video: DraftedVideo): Promise<void> {
    if (!video.available) throw conflict('video_unavailable', postingReason('video_not_found'));
    if (video.commentsOff) throw conflict('comments_off', postingReason('comments_off'));
    const { blockedChannels } = await voice.settings();
    if (blockedChannels.includes(video.channelId))
      throw conflict(
        'channel_blocked',
        'This channel is on your blocked list, so no comment is written for it. Change the list in Settings.',
      );
  }

  /** Looks for a comment before it asks the model. Throws 404, 409 and the model's failures. */
  async function generate(
    { videoId, style, begun, anyway = false, ...given }: GenerateRequest,
    signal?: AbortSignal,
    listener?: DraftStreamListener,
    draftedForYou = false,
  ): Promise<Written> {
    const video = await videos.get(videoId);
    if (await repository.hasComment(video.id)) throw commentExists();
    await refuseVideo(video);
    // Gathering the material may cost a unit of YouTube's.
    await modelSettings.requireModel();
    const prepared = await prepare(video, { style, given });
    const options = { videoId: video.id, begun, anyway, signal, listener };
    const { draft, why } = await makeDraft(prepared, options);
    // An abandoned draft would take the video's only place.
    signal?.throwIfAborted();
    const now = clock.now();
    const id = await repository.insert(
      {
        ...draft,
        videoId: video.id,
        draftedForYou,
        generatedContent: draft.content,
        createdAt: now,
        updatedAt: now,
      },
      { why, material: given, quotedAt: now, createdAt: now },
    );
    if (id === null) throw commentExists();
    events.changed({ comment: id }, { video: video.id }, 'stats', 'analytics');
    return { id, read: readBehind(id, draft.content, prepared) };
  }

  async function drafted(commentId: number): Promise<DraftedComment> {
    const view = await review.comment(commentId);
    const row = await repository.record(commentId);
    const { previousTexts } = view.comment;
    return {
      view,
      record: {
        why: row?.why ?? null,
        alternatives: row?.alternatives ?? [],
        previousTexts,
        material: row?.material ? keptMaterial(row.material, row.why) : null,
      },
    };
  }

  async function answeredReply(replyId: number): Promise<AnsweredReply> {
    const answered = await repository.answered(replyId);
    if (!answered) throw notFound('This reply');
    return answered;
  }

  /** The comment, ready to be written or read again with what was given for it. */
  async function reopened(view: CommentView, more: GivenMaterial, style: CommentStyle) {
    refuseRedraft(view);
    await refuseVideo(view.video);
    await modelSettings.requireModel();
    const { comment, video } = view;
    const thread =
      comment.replyId === null ? undefined : threadToAnswer(await answeredReply(comment.replyId));
    const kept = await repository.record(comment.id);
    const given = { ...kept?.material, ...more };
    const prepared = await prepare(video, { style, given, thread, except: [comment.content] });
    return { prepared, kept, given, comparedVideo: thread ? null : video.id };
  }

  /** Replaces a draft by another one, back to pending. */
  async function redraft(
    view: CommentView,
    { style, steer, instruction, ...more }: RegenerateRequest,
    signal?: AbortSignal,
    listener?: DraftStreamListener,
  ): Promise<Written> {
    const { comment } = view;
    const { prepared, kept, given, comparedVideo } = await reopened(view, more, style);
    const steering = steeringOf(steer, instruction);
    const { draft, why } = await makeDraft(prepared, {
      videoId: comparedVideo,
      replaced: [comment.content],
      anyway: true,
      signal,
      listener,
      ...(steering && { steered: { ...steering, text: comment.content } }),
    });
    signal?.throwIfAborted();
    await review.redraft(comment.id, {
      draft,
      revision: comment.revision,
      record: {
        why,
        material: given,
        alternatives: steering ? withVersionBefore(comment, kept?.alternatives ?? [], steering) : [],
        // What the kept versions quote is as old as they are (decision 009).
        quotedAt: (steering && kept?.quotedAt) ?? clock.now(),
      },
    });
    return { id: comment.id, read: readBehind(comment.id, draft.content, prepared) };
  }

  /** Resolves when the draft is read as well. */
  async function finished({ id, read }: Written, listener?: GenerateListener): Promise<DraftedComment> {
    listener?.drafted(await drafted(id));
    const isRead = await read;
    const draft = await drafted(id);
    if (isRead) listener?.judged(draft);
    return draft;
  }

  /** What an answer to this reply is written or looked up with. Throws 409 where nothing is left to answer. */
  async function preparedAnswer(answered: AnsweredReply, needsModel: boolean) {
    const thread = threadToAnswer(answered);
    const video = await videos.get(answered.comment.videoId);
    await refuseVideo(video);
    if (needsModel) await modelSettings.requireModel();
    const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
    return prepare(video, { style, given: {}, thread });
  }

  /** Returns null if another request was first. */
  async function insertAnswer(
    { reply, comment: { videoId } }: AnsweredReply,
    { draft, generatedContent, why }: { draft: NewDraft; generatedContent: string; why: DraftWhy | null },
  ): Promise<number | null> {
    const now = clock.now();
    const row = { ...draft, videoId, replyId: reply.id, generatedContent, createdAt: now, updatedAt: now };
    const record = why && { why, material: {}, quotedAt: now, createdAt: now };
    const id = await repository.insert(row, record);
    if (id !== null) events.changed({ comment: id }, 'replies', 'stats', 'analytics');
    return id;
  }

  /** Returns null if another request was first. */
  async function draftAnswer(answered: AnsweredReply, ...asked: Asked): Promise<Written | null> {
    const [signal, listener] = asked;
    const prepared = await preparedAnswer(answered, true);
    const { draft, why } = await makeDraft(prepared, { videoId: null, signal, listener });
    signal?.throwIfAborted();
    const id = await insertAnswer(answered, { draft, generatedContent: draft.content, why });
    return id === null ? null : { id, read: readBehind(id, draft.content, prepared) };
  }

  /** What the person wrote is theirs, sentence by sentence; the hard faults are told as after an edit. */
  async function typedAnswer(answered: AnsweredReply, content: string): Promise<NewDraft> {
    const { lookups, request, profile } = await preparedAnswer(answered, false);
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

  async function queued(commentId: number): Promise<CommentView> {
    await review.addToQueue({ commentId, priority: 0, autoPost: false });
    return review.comment(commentId);
  }

  /** The answer that there is: a rejected one is written anew. */
  async function keptAnswer(commentId: number, ...asked: Asked): Promise<Answer> {
    const view = await review.comment(commentId);
    const { status, style } = view.comment;
    const written = status === 'rejected' ? await redraft(view, { style }, ...asked) : null;
    if (status !== 'posted' && (written || !view.queueItem)) await queued(commentId);
    return { id: commentId, read: written?.read ?? null };
  }

  /** An answer to a reply, in the review queue. Keeps nothing if the caller leaves before it is written. */
  async function writtenAnswer(replyId: number, ...asked: Asked): Promise<Answer> {
    const answered = await answeredReply(replyId);
    if (answered.answerId !== null) return keptAnswer(answered.answerId, ...asked);
    const written = await draftAnswer(answered, ...asked);
    if (written) {
      await queued(written.id);
      return written;
    }
    const { answerId } = await answeredReply(replyId);
    if (answerId === null) throw notFound('This reply');
    return keptAnswer(answerId, ...asked);
  }

  return {
    /** Keeps nothing if the caller leaves before the draft is stored. Throws 409 `comment_exists` and `nothing_to_add`. */
    async generate(request: GenerateRequest, signal: AbortSignal, listener?: GenerateListener) {
      return finished(await generate(request, signal, listener), listener);
    },

    /** By itself, into the review queue and no further. Throws as generate does. */
    async draftForYou(videoId: number): Promise<void> {
      const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
      const { id, read } = await continued(generate({ videoId, style }, undefined, undefined, true));
      await queued(id);
      await read;
    },

    /** Adds drafts with other angles beside the present one. Throws 404, 409, and the model's failures. */
    async writeOthers(
      commentId: number,
      { revision, count }: z.infer<typeof takesRequestSchema>,
      signal: AbortSignal,
    ): Promise<DraftedComment> {
      const view = await review.comment(commentId);
      const { comment } = view;
      const { prepared, kept, comparedVideo } = await reopened(view, {}, comment.style);
      refuseOther(view, revision);
      const shown = [comment.content, ...(kept?.alternatives ?? []).map(({ content }) => content)];
      const takes: Alternative[] = [];
      while (takes.length < count) {
        const others = [...shown, ...takes.map(({ content }) => content)];
        try {
          const options = { videoId: comparedVideo, others, anyway: true, signal };
          const { draft } = await makeDraft(prepared, options);
          takes.push(asAlternative(draft, draft.content, ''));
        } catch (error) {
          signal.throwIfAborted();
          if (takes.length === 0 || !(error instanceof AppError)) throw error;
          break;
        }
      }
      if (!(await repository.addAlternatives(commentId, comment.generatedContent, takes)))
        throw changedMeanwhile((await review.comment(commentId)).comment);
      return drafted(commentId);
    },

    /** Reads the present text a second time. Throws 404, 409, and the model's failures. */
    async readAgain(
      commentId: number,
      revision: number | undefined,
      signal: AbortSignal,
    ): Promise<DraftedComment> {
      const view = await review.comment(commentId);
      const { comment } = view;
      const { prepared, comparedVideo } = await reopened(view, {}, comment.style);
      refuseOther(view, revision);
      if (!(await reader.readAgain(commentId, comparedVideo, comment.content, prepared, signal)))
        throw changedMeanwhile((await review.comment(commentId)).comment);
      events.changed({ comment: commentId });
      return drafted(commentId);
    },

    /** Tells what of a transcript a draft would know. Throws 404, and 400 for one that cannot be understood. */
    async planTranscript(videoId: number, given: TranscriptPlanRequest): Promise<TranscriptPlan> {
      const video = await videos.get(videoId);
      const { request, transcript } = await prepare(video, { style: defaultStyle, given });
      if (!transcript) throw invalid('There is no transcript in this text yet. Paste one, or drop a file.');
      const room = await languageModel.transcriptTokens(request).catch((error: unknown) => {
        // Before a model is connected, nothing says that it would not fit.
        if (error instanceof LanguageModelError) return Number.POSITIVE_INFINITY;
        throw error;
      });
      const { text: _, ...plan } = transcript(room);
      return plan;
    },

    record: async (commentId: number): Promise<DraftRecord> => (await drafted(commentId)).record,

    /** Throws 400 for an unknown alternative, 404, and 409 as regenerating does. */
    async pick(commentId: number, place: number, revision: number | undefined): Promise<DraftedComment> {
      const { view, record } = await drafted(commentId);
      refuseRedraft(view);
      refuseOther(view, revision);
      const current = view.comment;
      const { draft, alternatives } = pickAlternative(current, record.alternatives, place);
      await review.redraft(commentId, {
        draft,
        revision: current.revision,
        record: record.why ? { why: record.why, alternatives } : undefined,
      });
      return drafted(commentId);
    },

    /** Throws 409 `no_model`; other failures are reported per video. */
    async generateBulk(asked: GenerateBulkRequest): Promise<GenerateBulkResponse> {
      await modelSettings.requireModel();
      const { style, addToQueue } = asked;
      const videoIds = [...new Set(asked.videoIds)];
      const atOnce = (await languageModel.profile()).isLocal ? 1 : draftsAtOnce;
      const bulk = bulkRuns.draft(
        { videoIds, style, addToQueue },
        {
          async write(videoId) {
            const { id, read } = await generate({ videoId, style });
            await read;
            return id;
          },
          enqueue: addToQueue
            ? (commentId) => review.addToQueue({ commentId, priority: 0, autoPost: false })
            : null,
          atOnce,
          isStopping,
          report: (error) => log.error({ err: error }, 'a draft of a bulk failed'),
        },
      );
      return continued(bulk);
    },

    bulkRuns,

    async idle(): Promise<void> {
      await Promise.allSettled(underWay);
    },

    /** Replaces an unposted draft. Throws 404, 409, and the model's failures. */
    async regenerate(
      commentId: number,
      wanted: RegenerateRequest,
      signal: AbortSignal,
      listener?: GenerateListener,
    ) {
      return finished(await redraft(await review.comment(commentId), wanted, signal, listener), listener);
    },

    /** Drafts an answer to a reply, into the review queue. Throws 404, 409 `reply_gone`, and the model's failures. */
    async answer(
      replyId: number,
      signal: AbortSignal,
      listener?: GenerateListener,
    ): Promise<{ view: CommentView; isNew: boolean }> {
      const { id, read } = await writtenAnswer(replyId, signal, listener);
      if (listener) await finished({ id, read: read ?? Promise.resolve(false) }, listener);
      return { view: await review.comment(id), isNew: read !== null };
    },

    /** Keeps the person's own answer, pending, in the review queue. Throws 400, 404, and 409 where there is one that is not rejected. */
    async typeAnswer(replyId: number, content: string): Promise<CommentView> {
      if (content.trim() === '') throw invalid('The answer is empty. Write something first.', 'empty_text');
      const answered = await answeredReply(replyId);
      const before = answered.answerId === null ? null : await review.comment(answered.answerId);
      if (before && before.comment.status !== 'rejected') throw answerExists();
      const draft = await typedAnswer(answered, content);
      if (before) {
        await review.redraft(before.comment.id, { draft, revision: before.comment.revision });
        return queued(before.comment.id);
      }
      const id = await insertAnswer(answered, { draft, generatedContent: '', why: null });
      if (id === null) throw answerExists();
      return queued(id);
    },
  };
}

export type DraftingService = ReturnType<typeof createDraftingService>;

function steeringOf(steer: Steer | undefined, instruction: string | undefined): Steering | undefined {
  const wish = instruction?.trim() || null;
  return steer || wish ? { steer: steer ?? null, instruction: wish } : undefined;
}

/** The transcript is the person's, but too long to be sent with each record. */
const keptMaterial = ({ transcript, ...given }: GivenMaterial, why: DraftRecord['why']) => ({
  ...given,
  transcriptWords: why?.transcript?.words ?? null,
});

/** The client looks for "already exists" (rule 8.3). */
const commentExists = () =>
  conflict(
    'comment_exists',
    'A comment for this video already exists. Find it in History or in the Review Queue.',
  );

const answerExists = () =>
  conflict('comment_exists', 'This reply has an answer already. Look at it before you write another one.');

function refuseOther({ comment }: CommentView, revision: number | undefined): void {
  if (revision !== undefined && revision !== comment.revision) throw changedMeanwhile(comment);
}

const changedMeanwhile = ({ content, status, revision }: CommentView['comment']) =>
  conflict(
    'revision_conflict',
    'This comment was changed elsewhere in the meantime. Look at it before you go on.',
    { current: { content, status, revision }, yours: null },
  );
