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
import { asAlternative } from '../comments/alternatives.rules.ts';
import type { CommentView } from '../comments/comment.view.ts';
import { refuseRedraft } from '../comments/review.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import { isModelAway } from '../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import {
  createAnswers,
  type DraftedComment,
  defaultStyle,
  type GenerateListener,
  type NewPlace,
  type RedraftOptions,
  repliedTo,
  type Written,
} from './answers.service.ts';
import { createBulkRuns } from './bulk.ts';
import { createDraftMaker, createReader, type DraftOptions } from './draft-maker.ts';
import {
  createPreparation,
  type DraftedVideo,
  type PrepareDeps,
  type Prepared,
  type Wanted,
} from './draft-request.service.ts';
import type { BulkVideo, DraftingRepository } from './drafting.repository.ts';
import {
  addedSince,
  changedMeanwhile,
  commentExists,
  pickAlternative,
  recordOf,
  refuseNoDraft,
  refuseNoRecord,
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

interface GenerateOptions extends RedraftOptions {
  /** Marks the comment as drafted without a request from the owner. */
  draftedForYou?: boolean;
  siblings?: DraftOptions['siblings'];
}

/** Concurrent drafts of a bulk, on a server that answers several calls at a time. */
const draftsAtOnce = 4;

export function createDraftingService(deps: Deps) {
  const { repository, languageModel, modelSettings, videos, voice, review, events, clock, log, isStopping } =
    deps;
  /** Bulk drafts and readings continue without their client, so a shutdown waits for them. */
  const underWay = new Set<Promise<unknown>>();
  const prepare = createPreparation(deps);
  const makeDraft = createDraftMaker({ languageModel, repository, voice });
  const bulkRuns = createBulkRuns(repository.bulk, events);
  const reader = createReader({ languageModel, repository, voice, clock });

  function continued<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  /** Reads a draft in the background, even if no client waits for it. */
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

  /** Refuses before it gathers the material, which may cost a unit of YouTube's quota. */
  async function ready(video: DraftedVideo, wanted: Wanted, needsModel = true): Promise<Prepared> {
    refuseNoDraft(video, (await voice.settings()).blockedChannels);
    if (needsModel) await modelSettings.requireModel();
    return prepare(video, wanted);
  }

  /** Checks for an existing comment before it asks the model. Throws 404, 409 and the model's failures. */
  async function generate(
    { videoId, style, begun, anyway = false, ...given }: GenerateRequest,
    { signal, listener, draftedForYou = false, siblings, toQueue = false }: GenerateOptions = {},
  ): Promise<Written> {
    const video = await videos.get(videoId);
    if (await repository.hasComment(video.id)) throw commentExists();
    const prepared = await ready(video, { style, given });
    const options = { videoId: video.id, begun, anyway, siblings, signal, listener };
    const row = { videoId: video.id, draftedForYou };
    const written = await writeNew(prepared, options, { row, material: given, toQueue });
    if (!written) throw commentExists();
    events.changed({ comment: written.id }, { video: video.id }, 'stats', 'analytics');
    return written;
  }

  /** Writes and stores a draft and starts its reading. Returns null if another request stored one first. */
  async function writeNew(
    prepared: Prepared,
    options: DraftOptions,
    { row, material, toQueue }: NewPlace,
  ): Promise<Written | null> {
    const { draft, why } = await makeDraft(prepared, options);
    // A video or reply can have only one comment, so an abandoned draft is not stored.
    options.signal?.throwIfAborted();
    const now = clock.now();
    const id = await repository.insert({
      comment: { ...row, ...draft, generatedContent: draft.content, createdAt: now, updatedAt: now },
      record: { why, material, quotedAt: now, createdAt: now },
      toQueue,
    });
    return id === null ? null : { id, step: null, read: readBehind(id, draft.content, prepared) };
  }

  /** `step` is the step that made the draft; null if no existing comment changed. */
  async function drafted(commentId: number, step: string | null = null): Promise<DraftedComment> {
    const view = await review.comment(commentId);
    return { view, record: recordOf(view, await repository.record(commentId)), step };
  }

  /** Prepares a comment to be written or read again with the material that the owner gave for it. */
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

  /** Replaces a draft with another one and makes the comment pending again. */
  async function redraft(
    view: CommentView,
    { style, steer, instruction, ...more }: RegenerateRequest,
    { signal, listener, toQueue = false }: RedraftOptions = {},
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
      // Another draft in the same style has to take another angle.
      ...(!steering && style === comment.style && { others: [comment.content] }),
    });
    signal?.throwIfAborted();
    const { step } = await review.redraft(comment.id, {
      draft,
      revision: comment.revision,
      toQueue,
      record: (present, replaced) => ({
        why,
        material: given,
        // Earlier versions belong to another draft, but takes added while this one was being written stay.
        alternatives: steering
          ? withVersionBefore(replaced, present?.alternatives ?? [], steering)
          : addedSince(kept, present),
        // Quotes in the kept versions are as old as those versions (decision 009).
        quotedAt: (steering && present?.quotedAt) ?? clock.now(),
      }),
    });
    return { id: comment.id, step, read: readBehind(comment.id, draft.content, prepared) };
  }

  /** Reports the stored draft, and resolves once its reading has ended. */
  async function finished({ id, step, read }: Written, listener?: GenerateListener): Promise<DraftedComment> {
    listener?.drafted(await drafted(id, step));
    const isRead = await read;
    const draft = await drafted(id, step);
    if (isRead) listener?.judged(draft);
    return draft;
  }

  /** Drafts the videos that `choose` returns. Calls it only once a model is connected. */
  async function draftBulk(choose: () => Promise<BulkVideo[]>): Promise<GenerateBulkResponse> {
    await modelSettings.requireModel();
    const atOnce = (await languageModel.profile()).isLocal ? 1 : draftsAtOnce;
    const siblings = new Map<number, string>();
    const bulk = bulkRuns.draft(await choose(), {
      write: ({ videoId, style, addToQueue }) =>
        generate({ videoId, style }, { toQueue: addToQueue, siblings }),
      atOnce,
      isStopping,
      report: (error) => log.error({ err: error }, 'a draft of a bulk failed'),
    });
    return continued(bulk);
  }

  return {
    /**
     * Stores nothing if the client disconnects before the draft is written. Throws 409 `comment_exists` and
     * `nothing_to_add`.
     */
    async generate(request: GenerateRequest, signal: AbortSignal, listener?: GenerateListener) {
      return finished(await generate(request, { signal, listener }), listener);
    },

    /**
     * Writes a draft without a request from the owner and puts it into the review queue. Returns false if
     * this video gets no draft, for example because the model refuses it. Throws if the model cannot write
     * about any other video either.
     */
    async draftForYou(videoId: number): Promise<boolean> {
      const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
      const options = { draftedForYou: true, toQueue: true };
      try {
        const { read } = await continued(generate({ videoId, style }, options));
        await read;
        return true;
      } catch (error) {
        if (isModelAway(error)) throw error;
        if (!(error instanceof AppError)) log.error({ err: error }, 'a morning draft failed');
        return false;
      }
    },

    /**
     * Adds alternatives with other angles to the present draft, even if that was replaced in the meantime.
     * Throws 404, 409, and the model's failures.
     */
    async writeOthers(
      commentId: number,
      { revision, count }: z.infer<typeof takesRequestSchema>,
      signal: AbortSignal,
    ): Promise<DraftedComment> {
      const view = await review.comment(commentId);
      const { comment } = view;
      refuseRedraft(view);
      refuseOther(view, revision);
      refuseNoRecord(await repository.record(commentId));
      const { prepared, kept, comparedVideo } = await reopened(view, {}, comment.style);
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
      if (!(await repository.addAlternatives(commentId, takes, clock.now())))
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
      refuseRedraft(view);
      refuseOther(view, revision);
      const { prepared, comparedVideo } = await reopened(view, {}, comment.style);
      if (!(await reader.readAgain(commentId, comparedVideo, comment.content, prepared, signal)))
        throw changedMeanwhile((await review.comment(commentId)).comment);
      events.changed({ comment: commentId });
      return drafted(commentId);
    },

    /**
     * Returns how much of a transcript a draft's prompt would contain. Throws 404, and 400 for a transcript
     * that cannot be parsed.
     */
    async planTranscript(videoId: number, given: TranscriptPlanRequest): Promise<TranscriptPlan> {
      const video = await videos.get(videoId);
      const { request, transcript } = await prepare(video, { style: defaultStyle, given });
      if (!transcript) throw invalid('There is no transcript in this text yet. Paste one, or drop a file.');
      const room = await languageModel.transcriptTokens(request).catch((error: unknown) => {
        // Without a model there is no known limit, so the whole transcript counts as fitting.
        if (error instanceof LanguageModelError) return Number.POSITIVE_INFINITY;
        throw error;
      });
      const { text: _, ...plan } = transcript(room);
      return plan;
    },

    record: async (commentId: number): Promise<DraftRecord> => (await drafted(commentId)).record,

    /**
     * Replaces the draft with an alternative. Throws 400 for an unknown one, 404, and 409 like `regenerate`.
     */
    async pick(commentId: number, { alternative, revision }: PickRequest): Promise<DraftedComment> {
      const { view, record } = await drafted(commentId);
      refuseRedraft(view);
      refuseOther(view, revision);
      const { draft } = pickAlternative(view.comment, record.alternatives, alternative);
      const { step } = await review.redraft(commentId, {
        draft,
        revision: view.comment.revision,
        record(present, replaced) {
          refuseNoRecord(present);
          const { why, alternatives } = present;
          return {
            why,
            alternatives: pickAlternative(replaced, alternatives, draft.content).alternatives,
          };
        },
      });
      return drafted(commentId, step);
    },

    /** Throws 409 `no_model`; other failures are reported per video. */
    generateBulk({ videoIds, style, addToQueue }: GenerateBulkRequest): Promise<GenerateBulkResponse> {
      const distinct = [...new Set(videoIds)];
      return draftBulk(async () => distinct.map((videoId) => ({ videoId, style, addToQueue })));
    },

    /** Drafts the rest of the last bulk, each video as it was requested. Throws 409 `no_model`. */
    generateRest: (): Promise<GenerateBulkResponse> => draftBulk(bulkRuns.left),

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
      const view = await review.comment(commentId);
      return finished(await redraft(view, wanted, { signal, listener }), listener);
    },

    ...createAnswers(deps, { ready, writeNew, redraft, finished }),
  };
}

export type DraftingService = ReturnType<typeof createDraftingService>;
