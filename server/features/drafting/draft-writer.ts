import {
  type DraftManner,
  draftMannerSchema,
  type GivenMaterial,
  givenMaterialSchema,
  type RegenerateRequest,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import { notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';

import type { CommentView } from '../comments/comment.view.ts';
import { refuseRedraft } from '../comments/redraft.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import type { BackgroundWork } from './background-work.ts';
import type { DraftView } from './draft.view.ts';
import {
  createDraftMaker,
  type DraftOptions,
  type DraftStreamListener,
} from './draft-maker.ts';
import { createDraftReader } from './draft-reader.ts';
import {
  createPreparation,
  type DraftedVideo,
  type DraftInput,
  type PrepareDeps,
  type Prepared,
} from './draft-request.service.ts';
import type {
  AnsweredReply,
  DraftingRepository,
  NewComment,
} from './drafting.repository.ts';
import {
  addedSince,
  recordOf,
  refuseNoDraft,
  steeringOf,
  threadToAnswer,
  withVersionBefore,
} from './drafting.rules.ts';
import type { DraftModel } from './prompts/draft-model.service.ts';

export interface DraftWriterDeps extends PrepareDeps, ClockAndEvents {
  repository: Pick<
    DraftingRepository,
    'answered' | 'earlierTexts' | 'insert' | 'keepReading' | 'record'
  >;
  languageModel: Pick<DraftModel, 'draft' | 'read'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
  voice: Pick<VoiceService, 'activeProfile' | 'profiles' | 'settings'>;
  review: Pick<ReviewService, 'comment' | 'redraft'>;
  log: Pick<Log, 'error'>;
  background: BackgroundWork;
}

export interface GenerateListener extends DraftStreamListener {
  /** Called when the draft is stored, while its reading is in progress. */
  drafted(draft: DraftView): void;
  judged(draft: DraftView): void;
}

/** A draft that was just stored. */
export interface StoredDraft {
  commentId: number;
  /** The step that replaced another draft; null for a new comment. */
  step: string | null;
  /** Resolves to true if the draft's reading was stored. */
  read: Promise<boolean>;
}

/** Values of a new comment that do not come from its draft. */
export interface NewPlace {
  row: Pick<NewComment, 'videoId' | 'replyId' | 'draftedForYou'>;
  /** What the owner gave for the draft. It is stored with the comment. */
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

/**
 * Returns the material in a request, which is stored with the draft, without the
 * request's other fields.
 */
export const materialIn = (request: GivenMaterial): GivenMaterial =>
  givenMaterialSchema.parse(request);

/** Returns how a request wants its drafts written, without the request's other fields. */
export const mannerIn = (request: DraftManner): DraftManner =>
  draftMannerSchema.parse(request);

/** Throws 404 if there is no such reply. */
export async function repliedTo(
  repository: Pick<DraftingRepository, 'answered'>,
  replyId: number,
): Promise<AnsweredReply> {
  const answered = await repository.answered(replyId);
  if (!answered) throw notFound('This reply');
  return answered;
}

/**
 * Prepares the draft of a video, after it has checked that a comment may be written
 * there.
 */
function createCheckedPreparation({ modelSettings, voice, ...deps }: DraftWriterDeps) {
  const prepare = createPreparation({ ...deps, voice });

  /** Refuses before it gathers the material, which may cost a unit of YouTube's quota. */
  return async function prepareChecked(
    video: DraftedVideo,
    input: DraftInput,
    { needsModel }: { needsModel: boolean },
  ): Promise<Prepared> {
    refuseNoDraft(video, (await voice.settings()).blockedChannels);
    if (needsModel) await modelSettings.requireModel();
    return prepare(video, input);
  };
}

/**
 * Returns a function that reads a stored draft in the background, even if no client waits
 * for it.
 */
function createBackgroundReader({
  languageModel,
  repository,
  voice,
  clock,
  events,
  log,
  background,
}: DraftWriterDeps) {
  const reader = createDraftReader({ languageModel, repository, voice, clock });

  async function readAndTell(
    commentId: number,
    text: string,
    prepared: Prepared,
  ): Promise<boolean> {
    try {
      const isKept = await reader.readDraft(commentId, text, prepared);
      if (isKept) events.changed({ comment: commentId });
      return isKept;
    } catch (error) {
      log.error({ err: error }, 'a draft could not be read a second time');
      return false;
    }
  }

  return (commentId: number, text: string, prepared: Prepared): Promise<boolean> =>
    background.track(readAndTell(commentId, text, prepared));
}

/** Writes drafts, stores them, and starts their readings. */
export function createDraftWriter(deps: DraftWriterDeps) {
  const { repository, languageModel, voice, review, clock } = deps;
  const prepare = createCheckedPreparation(deps);
  const makeDraft = createDraftMaker({ languageModel, repository, voice });
  const readInBackground = createBackgroundReader(deps);

  /** `step` is the step that made the draft; null if no existing comment changed. */
  async function viewDraft(
    commentId: number,
    step: string | null = null,
  ): Promise<DraftView> {
    const view = await review.comment(commentId);
    return { view, record: recordOf(view, await repository.record(commentId)), step };
  }

  /**
   * Prepares a comment to be written or read again with the material that the owner gave
   * for it.
   */
  async function reopen(
    view: CommentView,
    style: CommentStyle,
    newMaterial: GivenMaterial = {},
  ) {
    refuseRedraft(view);
    const { comment, video } = view;
    const thread =
      comment.replyId === null
        ? undefined
        : threadToAnswer(await repliedTo(repository, comment.replyId));
    const record = await repository.record(comment.id);
    const given = { ...record?.material, ...newMaterial };
    const input = { style, given, thread, except: [comment.content] };
    const prepared = await prepare(video, input, { needsModel: true });
    return { prepared, record, given, exceptVideoId: thread ? null : video.id };
  }

  return {
    prepare,
    makeDraft,
    viewDraft,
    reopen,

    /**
     * Writes and stores a draft and starts its reading. Returns null if another request
     * stored one first.
     */
    async writeNew(
      prepared: Prepared,
      options: DraftOptions,
      { row, material, toQueue }: NewPlace,
    ): Promise<StoredDraft | null> {
      const { draft, why } = await makeDraft(prepared, options);
      // A video or reply can have only one comment, so an abandoned draft is not stored.
      options.signal?.throwIfAborted();
      const now = clock.now();
      const commentId = await repository.insert({
        comment: {
          ...row,
          ...draft,
          generatedContent: draft.content,
          createdAt: now,
          updatedAt: now,
        },
        record: { why, material, quotedAt: now, createdAt: now },
        toQueue,
      });
      if (commentId === null) return null;
      return {
        commentId,
        step: null,
        read: readInBackground(commentId, draft.content, prepared),
      };
    },

    /** Replaces a draft with another one and makes the comment pending again. */
    async redraft(
      view: CommentView,
      request: RegenerateRequest,
      { signal, listener, toQueue = false }: RedraftOptions = {},
    ): Promise<StoredDraft> {
      const { comment } = view;
      const { style } = request;
      const { prepared, record, given, exceptVideoId } = await reopen(
        view,
        style,
        materialIn(request),
      );
      const steering = steeringOf(request.steer, request.instruction);
      // Without an instruction, another draft in the same style has to take another
      // angle.
      const needsOtherAngle = !steering && style === comment.style;
      const { draft, why } = await makeDraft(prepared, {
        videoId: exceptVideoId,
        replaced: [comment.content],
        anyway: true,
        signal,
        listener,
        ...(steering && { steered: { ...steering, text: comment.content } }),
        ...(needsOtherAngle && { shownDrafts: [comment.content] }),
      });
      signal?.throwIfAborted();
      const { step } = await review.redraft(comment.id, {
        draft,
        revision: comment.revision,
        toQueue,
        record: (present, replaced) => ({
          why,
          material: given,
          // Earlier versions belong to another draft, but alternatives added while this
          // draft was being written stay.
          alternatives: steering
            ? withVersionBefore(replaced, present?.alternatives ?? [], steering)
            : addedSince(record, present),
          // Quotes in the kept versions are as old as those versions (decision 009).
          quotedAt: (steering && present?.quotedAt) ?? clock.now(),
        }),
      });
      return {
        commentId: comment.id,
        step,
        read: readInBackground(comment.id, draft.content, prepared),
      };
    },

    /**
     * Reports the stored draft to the listener, and resolves once its reading has ended.
     */
    async finish(
      { commentId, step, read }: StoredDraft,
      listener?: GenerateListener,
    ): Promise<DraftView> {
      listener?.drafted(await viewDraft(commentId, step));
      const isRead = await read;
      const draft = await viewDraft(commentId, step);
      if (isRead) listener?.judged(draft);
      return draft;
    },
  };
}

export type DraftWriter = ReturnType<typeof createDraftWriter>;
