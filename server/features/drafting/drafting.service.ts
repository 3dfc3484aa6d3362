import type { z } from 'zod';
import type {
  Alternative,
  DraftRecord,
  GenerateBulkRequest,
  GenerateBulkResponse,
  GenerateRequest,
  GivenMaterial,
  PickRequest,
  RegenerateRequest,
  TranscriptPlan,
  TranscriptPlanRequest,
  takesRequestSchema,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { type LanguageModel, LanguageModelError } from '../../providers/language-model/language-model.ts';
import type { CommentView } from '../comments/comment.view.ts';
import { refuseRedraft } from '../comments/review.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import {
  createAnswers,
  type DraftedComment,
  defaultStyle,
  type GenerateListener,
  type NewRow,
  repliedTo,
  type Written,
} from './answers.service.ts';
import { createBulkRuns } from './bulk.ts';
import {
  createDraftMaker,
  createReader,
  type DraftOptions,
  type DraftStreamListener,
} from './draft-maker.ts';
import {
  createPreparation,
  type DraftedVideo,
  type PrepareDeps,
  type Prepared,
  type Wanted,
} from './draft-request.service.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import {
  asAlternative,
  changedMeanwhile,
  commentExists,
  pickAlternative,
  recordOf,
  refuseNoDraft,
  refuseOther,
  steeringOf,
  threadToAnswer,
  withVersionBefore,
} from './drafting.rules.ts';

interface Deps extends PrepareDeps, ClockAndEvents {
  repository: DraftingRepository;
  languageModel: Pick<LanguageModel, 'draft' | 'read' | 'profile' | 'transcriptTokens'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile' | 'profiles' | 'settings'>;
  review: Pick<ReviewService, 'comment' | 'redraft' | 'addToQueue'>;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
}

/** Of a bulk, at a server that answers several calls at a time. */
const draftsAtOnce = 4;

export function createDraftingService(deps: Deps) {
  const { repository, languageModel, modelSettings, videos, voice, review, events, clock, log, isStopping } =
    deps;
  /** Bulk drafts and readings continue without their client, so stopping waits for them. */
  const underWay = new Set<Promise<unknown>>();
  const prepare = createPreparation(deps);
  const makeDraft = createDraftMaker({ languageModel, repository, voice });
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

  /** Refuses first: gathering the material may cost a unit of YouTube's. */
  async function ready(video: DraftedVideo, wanted: Wanted, needsModel = true): Promise<Prepared> {
    refuseNoDraft(video, (await voice.settings()).blockedChannels);
    if (needsModel) await modelSettings.requireModel();
    return prepare(video, wanted);
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
    const prepared = await ready(video, { style, given });
    const options = { videoId: video.id, begun, anyway, signal, listener };
    const written = await writeNew(prepared, options, { videoId: video.id, draftedForYou }, given);
    if (!written) throw commentExists();
    events.changed({ comment: written.id }, { video: video.id }, 'stats', 'analytics');
    return written;
  }

  /** Writes and stores a draft, and has it read; null if another request was first. */
  async function writeNew(
    prepared: Prepared,
    options: DraftOptions,
    row: NewRow,
    material: GivenMaterial,
  ): Promise<Written | null> {
    const { draft, why } = await makeDraft(prepared, options);
    // An abandoned draft would take the only place.
    options.signal?.throwIfAborted();
    const now = clock.now();
    const id = await repository.insert(
      { ...row, ...draft, generatedContent: draft.content, createdAt: now, updatedAt: now },
      { why, material, quotedAt: now, createdAt: now },
    );
    return id === null ? null : { id, read: readBehind(id, draft.content, prepared) };
  }

  async function drafted(commentId: number): Promise<DraftedComment> {
    const view = await review.comment(commentId);
    return { view, record: recordOf(view, await repository.record(commentId)) };
  }

  /** The comment, ready to be written or read again with what was given for it. */
  async function reopened(view: CommentView, more: GivenMaterial, style: CommentStyle) {
    refuseRedraft(view);
    const { comment, video } = view;
    const thread =
      comment.replyId === null ? undefined : threadToAnswer(await repliedTo(repository, comment.replyId));
    const kept = await repository.record(comment.id);
    const given = { ...kept?.material, ...more };
    const prepared = await ready(video, { style, given, thread, except: [comment.content] });
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

  async function queued(commentId: number): Promise<CommentView> {
    await review.addToQueue({ commentId, priority: 0, autoPost: false });
    return review.comment(commentId);
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
    async pick(commentId: number, { alternative, revision }: PickRequest): Promise<DraftedComment> {
      const { view, record } = await drafted(commentId);
      refuseRedraft(view);
      refuseOther(view, revision);
      const { draft, alternatives } = pickAlternative(view.comment, record.alternatives, alternative);
      await review.redraft(commentId, {
        draft,
        revision: view.comment.revision,
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
          write: (videoId) => generate({ videoId, style }),
          enqueue: addToQueue ? queued : null,
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

    ...createAnswers(deps, { ready, writeNew, redraft, finished, queued }),
  };
}

export type DraftingService = ReturnType<typeof createDraftingService>;
