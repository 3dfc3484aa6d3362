import type {
  DraftRecord,
  GenerateBulkRequest,
  GenerateBulkResponse,
  GenerateRequest,
  RegenerateRequest,
  TranscriptPlan,
  TranscriptPlanRequest,
} from '#shared/contracts/drafts.ts';
import { defaultCommentStyle } from '#shared/contracts/primitives.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { refuseRedraft } from '../comments/redraft.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import { isModelAway } from '../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { createAlternatives } from './alternatives.service.ts';
import { createAnswers } from './answers.service.ts';
import { createBackgroundWork } from './background-work.ts';
import type { BulkRepository } from './bulk.repository.ts';
import { createBulkDrafts, createBulkRuns } from './bulk.ts';
import { createByHand } from './by-hand.service.ts';
import type { DraftView } from './draft.view.ts';
import type { DraftOptions } from './draft-maker.ts';
import { createDraftReader } from './draft-reader.ts';
import {
  createPreparation,
  type PrepareDeps,
  refuseUnknownVoice,
} from './draft-request.service.ts';
import {
  createDraftWriter,
  type DraftWriter,
  type GenerateListener,
  mannerIn,
  materialIn,
  type RedraftOptions,
  type StoredDraft,
} from './draft-writer.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import { changedMeanwhile, commentExists, refuseOther } from './drafting.rules.ts';
import type { DraftModel } from './prompts/draft-model.service.ts';
import type { DraftRequest } from './prompts/requests.ts';

interface Deps extends PrepareDeps, ClockAndEvents {
  repository: DraftingRepository;
  bulkRepository: BulkRepository;
  languageModel: Pick<DraftModel, 'draft' | 'read' | 'profile' | 'transcriptTokens'>;
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

/** Returns a function that drafts a comment on a video that has none yet. */
function createGenerate({ repository, videos, events }: Deps, writer: DraftWriter) {
  /**
   * Checks for an existing comment before it asks the model. Throws 404, 409 and the
   * model's failures.
   */
  return async function generate(
    request: GenerateRequest,
    {
      signal,
      listener,
      draftedForYou = false,
      siblings,
      toQueue = false,
    }: GenerateOptions = {},
  ): Promise<StoredDraft> {
    const video = await videos.get(request.videoId);
    if (await repository.hasComment(video.id)) throw commentExists();
    const { style, begun, anyway = false } = request;
    const material = materialIn(request);
    const prepared = await writer.prepare(
      video,
      { style, given: material },
      { needsModel: true },
    );
    const options = { videoId: video.id, begun, anyway, siblings, signal, listener };
    const row = { videoId: video.id, draftedForYou };
    const stored = await writer.writeNew(prepared, options, { row, material, toQueue });
    if (!stored) throw commentExists();
    events.changed(
      { comment: stored.commentId },
      { video: video.id },
      'stats',
      'analytics',
    );
    return stored;
  };
}

/**
 * Returns a function that says how much of a transcript a draft's prompt would contain.
 */
function createTranscriptPlan(deps: Deps) {
  const { videos, languageModel } = deps;
  const prepare = createPreparation(deps);

  async function tokensForTranscript(request: DraftRequest) {
    try {
      return await languageModel.transcriptTokens(request);
    } catch (error) {
      // Without a model there is no known limit, so the whole transcript counts as
      // fitting.
      if (error instanceof LanguageModelError) return Number.POSITIVE_INFINITY;
      throw error;
    }
  }

  /** Throws 404, and 400 for a transcript that cannot be parsed. */
  return async function planTranscript(
    videoId: number,
    given: TranscriptPlanRequest,
  ): Promise<TranscriptPlan> {
    const video = await videos.get(videoId);
    const { request, transcript } = await prepare(video, {
      style: defaultCommentStyle,
      given,
    });
    if (!transcript)
      throw invalid(
        'There is no transcript in this text yet. Paste one, or drop a file.',
      );
    const { text: _, ...plan } = transcript(await tokensForTranscript(request));
    return plan;
  };
}

export function createDraftingService(deps: Deps) {
  const {
    repository,
    languageModel,
    modelSettings,
    voice,
    review,
    events,
    clock,
    log,
    isStopping,
  } = deps;
  const background = createBackgroundWork();
  const writer = createDraftWriter({ ...deps, background });
  const generate = createGenerate(deps, writer);
  const reader = createDraftReader({ languageModel, repository, voice, clock });
  const alternatives = createAlternatives({ repository, review, writer, clock });
  const answers = createAnswers(deps, writer);
  const byHand = createByHand(deps, writer);
  const bulkRuns = createBulkRuns(deps.bulkRepository, events);
  const bulkDrafts = createBulkDrafts({
    runs: bulkRuns,
    generate,
    languageModel,
    modelSettings,
    background,
    log,
    isStopping,
  });

  return {
    /**
     * Stores nothing if the client disconnects before the draft is written. Throws 409
     * `comment_exists` and `nothing_to_add`.
     */
    async generate(
      request: GenerateRequest,
      signal: AbortSignal,
      listener?: GenerateListener,
    ) {
      await refuseUnknownVoice(voice, request);
      return writer.finish(await generate(request, { signal, listener }), listener);
    },

    /** Replaces an unposted draft. Throws 404, 409, and the model's failures. */
    async regenerate(
      commentId: number,
      request: RegenerateRequest,
      signal: AbortSignal,
      listener?: GenerateListener,
    ) {
      await refuseUnknownVoice(voice, request);
      const view = await review.comment(commentId);
      return writer.finish(
        await writer.redraft(view, request, { signal, listener }),
        listener,
      );
    },

    /**
     * Writes a draft without a request from the owner and puts it into the review queue.
     * Returns false if this video gets no draft, for example because the model refuses
     * it. Throws if the model cannot write about any other video either.
     */
    async draftForYou(videoId: number): Promise<boolean> {
      const style =
        (await voice.activeProfile())?.defaultCommentStyle ?? defaultCommentStyle;
      const options = { draftedForYou: true, toQueue: true };
      try {
        const { read } = await background.track(generate({ videoId, style }, options));
        await read;
        return true;
      } catch (error) {
        if (isModelAway(error)) throw error;
        if (!(error instanceof AppError))
          log.error({ err: error }, 'a morning draft failed');
        return false;
      }
    },

    /**
     * Reads the present text a second time. Throws 404, 409, and the model's failures.
     */
    async readAgain(
      commentId: number,
      revision: number | undefined,
      signal: AbortSignal,
    ): Promise<DraftView> {
      const view = await review.comment(commentId);
      const { comment } = view;
      refuseRedraft(view);
      refuseOther(view, revision);
      const { prepared, exceptVideoId } = await writer.reopen(view, comment.style);
      const text = { commentId, text: comment.content, exceptVideoId };
      const isKept = await reader.readAgain(text, prepared, signal);
      if (!isKept) throw changedMeanwhile((await review.comment(commentId)).comment);
      events.changed({ comment: commentId });
      return writer.viewDraft(commentId);
    },

    record: async (commentId: number): Promise<DraftRecord> =>
      (await writer.viewDraft(commentId)).record,

    planTranscript: createTranscriptPlan(deps),

    writeAlternatives: alternatives.writeAlternatives,
    pick: alternatives.pick,

    answer: answers.answer,
    typeAnswer: answers.typeAnswer,
    writeByHand: byHand.writeByHand,

    /**
     * Throws 404 for an unknown voice profile, and 409 `no_model`; other failures are
     * reported per video.
     */
    async generateBulk(request: GenerateBulkRequest): Promise<GenerateBulkResponse> {
      await refuseUnknownVoice(voice, request);
      const { videoIds, style, addToQueue } = request;
      const manner = mannerIn(request);
      const distinct = [...new Set(videoIds)];
      return bulkDrafts(async () =>
        distinct.map((videoId) => ({ videoId, style, addToQueue, manner })),
      );
    },

    /**
     * Drafts the rest of the last bulk, each video as it was requested. Throws 409
     * `no_model`.
     */
    generateRest: (): Promise<GenerateBulkResponse> => bulkDrafts(bulkRuns.left),

    bulkRuns,

    /** Resolves when no reading and no bulk is in progress. */
    idle: background.idle,
  };
}

export type DraftingService = ReturnType<typeof createDraftingService>;
