import type { DraftRecord } from '#shared/contracts/draft-record.ts';
import type {
  GenerateBulkRequest,
  GenerateRequest,
  RegenerateRequest,
} from '#shared/contracts/draft-requests.ts';
import type { GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { Steer } from '#shared/contracts/grounding.ts';
import type { GivenMaterial } from '#shared/contracts/material.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { LanguageModel } from '../../providers/language-model/language-model.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import { refuseRedraft } from '../review/redraft.rules.ts';
import type { ReviewService } from '../review/review.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { SettingsService } from '../voice/profiles/settings.service.ts';
import type { VoiceService } from '../voice/profiles/voice.service.ts';
import type { AnsweredReply, DraftingRepository } from './drafting.repository.ts';
import { draftAll } from './drafts/bulk.ts';
import { createDraftMaker, type DraftOptions } from './drafts/draft-maker.ts';
import type { DraftedVideo, MaterialDeps } from './drafts/draft-material.ts';
import type { DraftStreamListener } from './drafts/live-draft.ts';
import { pickAlternative, type Steering, withVersionBefore } from './drafts/pick.rules.ts';
import { threadToAnswer } from './drafts/thread.rules.ts';
import type { MaterialService } from './material/material.service.ts';

interface Deps {
  repository: DraftingRepository;
  languageModel: Pick<LanguageModel, 'draft'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  settings: Pick<SettingsService, 'settings'>;
  styleProfiles: MaterialDeps['styleProfiles'];
  versions: MaterialDeps['versions'];
  materials: Pick<MaterialService, 'forDraft'>;
  comments: Pick<CommentsService, 'comment'>;
  review: Pick<ReviewService, 'redraft' | 'addToQueue'>;
  events: Events;
  clock: Clock;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
}

export interface DraftedComment {
  view: CommentView;
  record: DraftRecord;
}

const furtherDrafts = 2;
const defaultStyle: CommentStyle = 'insightful';

export function createDraftingService(deps: Deps) {
  const {
    repository,
    languageModel,
    modelSettings,
    videos,
    voice,
    settings,
    comments,
    review,
    events,
    clock,
    log,
    isStopping,
  } = deps;
  /** Bulk drafts continue without their client, so stopping waits for them. */
  const bulks = new Set<Promise<unknown>>();
  const { styleProfiles, versions, materials } = deps;
  const makeDraft = createDraftMaker({
    languageModel,
    modelSettings,
    voice,
    repository,
    styleProfiles,
    versions,
    materials,
  });

  async function refuseVideo(video: DraftedVideo): Promise<void> {
    if (!video.available) throw conflict('video_unavailable', postingReason('video_not_found'));
    if (video.commentsOff) throw conflict('comments_off', postingReason('comments_off'));
    const { blockedChannels } = await settings.settings();
    if (blockedChannels.includes(video.channelId))
      throw conflict(
        'channel_blocked',
        'This channel is on your blocked list, so no comment is written for it. Change the list in Settings.',
      );
  }

  /** Looks for a comment before it asks the model. Throws 404, 409 and the model's failures. */
  async function generate(videoId: number, style: CommentStyle, options: DraftOptions): Promise<number> {
    const video = await videos.get(videoId);
    if (await repository.hasComment(video.id)) throw commentExists();
    await refuseVideo(video);
    const { draft, ...record } = await makeDraft(video, style, options);
    // An abandoned draft would take the video's only place.
    options.listener?.signal.throwIfAborted();
    const now = clock.now();
    const id = await repository.insert(
      { ...draft, videoId: video.id, generatedContent: draft.content, createdAt: now, updatedAt: now },
      { ...record, quotedAt: now, createdAt: now },
    );
    if (id === null) throw commentExists();
    events.changed({ comment: id }, { video: video.id }, 'stats', 'analytics');
    return id;
  }

  async function drafted(commentId: number): Promise<DraftedComment> {
    const view = await comments.comment(commentId);
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

  /** Replaces a draft by another one, back to pending. */
  async function redraft(
    view: CommentView,
    { style, steer, instruction, ...given }: RegenerateRequest,
  ): Promise<void> {
    refuseRedraft(view);
    await refuseVideo(view.video);
    const { comment } = view;
    const thread =
      comment.replyId === null ? undefined : threadToAnswer(await answeredReply(comment.replyId));
    const kept = await repository.record(comment.id);
    const steering = steeringOf(steer, instruction);
    const { draft, ...record } = await makeDraft(view.video, style, {
      replaced: [comment.content],
      alternatives: steering ? 0 : furtherDrafts,
      thread,
      given: { ...kept?.material, ...given },
      steered: steering && { ...steering, text: comment.content },
    });
    await review.redraft(comment.id, {
      draft,
      revision: comment.revision,
      record: {
        ...record,
        ...(steering && { alternatives: withVersionBefore(comment, kept?.alternatives ?? [], steering) }),
        // What the kept versions quote is as old as they are (decision 009).
        quotedAt: (steering && kept?.quotedAt) ?? clock.now(),
      },
    });
  }

  /** Returns null if another request was first. */
  async function insertAnswer({ reply, comment, ...answered }: AnsweredReply): Promise<number | null> {
    const thread = threadToAnswer({ reply, comment, ...answered });
    const video = await videos.get(comment.videoId);
    await refuseVideo(video);
    const style = (await voice.activeProfile())?.defaultCommentStyle ?? defaultStyle;
    const { draft, ...record } = await makeDraft(video, style, { alternatives: furtherDrafts, thread });
    const now = clock.now();
    return repository.insert(
      {
        ...draft,
        videoId: video.id,
        replyId: reply.id,
        generatedContent: draft.content,
        createdAt: now,
        updatedAt: now,
      },
      { ...record, quotedAt: now, createdAt: now },
    );
  }

  async function queued(commentId: number): Promise<CommentView> {
    await review.addToQueue({ commentId, priority: 0, autoPost: false });
    return comments.comment(commentId);
  }

  /** The answer that there is: a rejected one is written anew. */
  async function keptAnswer(commentId: number): Promise<{ view: CommentView; isNew: boolean }> {
    const view = await comments.comment(commentId);
    if (view.comment.status === 'posted') return { view, isNew: false };
    const isNew = view.comment.status === 'rejected';
    if (isNew) await redraft(view, { style: view.comment.style });
    return { view: view.queueItem && !isNew ? view : await queued(commentId), isNew };
  }

  return {
    /** Throws 409 `comment_exists`. Keeps nothing if the listener leaves early. */
    async generate(
      { videoId, style, begun, ...given }: GenerateRequest,
      listener?: DraftStreamListener,
    ): Promise<DraftedComment> {
      return drafted(await generate(videoId, style, { alternatives: furtherDrafts, begun, listener, given }));
    },

    record: async (commentId: number): Promise<DraftRecord> => (await drafted(commentId)).record,

    /** Throws 400 for an unknown alternative, 404, and 409 as regenerating does. */
    async pick(commentId: number, place: number, revision: number | undefined): Promise<DraftedComment> {
      const { view, record } = await drafted(commentId);
      refuseRedraft(view);
      const current = view.comment;
      if (revision !== undefined && revision !== current.revision) throw changedMeanwhile(current);
      const { draft, alternatives } = pickAlternative(current, record.alternatives, place);
      await review.redraft(commentId, {
        draft,
        revision: current.revision,
        record: record.why ? { why: record.why, alternatives } : undefined,
      });
      return drafted(commentId);
    },

    /** Throws 409 `no_model`; other failures are reported per video. */
    async generateBulk({ videoIds, style, addToQueue }: GenerateBulkRequest): Promise<GenerateBulkResponse> {
      await modelSettings.requireModel();
      const bulk = draftAll([...new Set(videoIds)], {
        write: (videoId) => generate(videoId, style, {}),
        enqueue: addToQueue
          ? (commentId) => review.addToQueue({ commentId, priority: 0, autoPost: false })
          : null,
        isStopping,
        report: (error) => log.error({ err: error }, 'a draft of a bulk failed'),
      });
      bulks.add(bulk);
      return bulk.finally(() => bulks.delete(bulk));
    },

    async idle(): Promise<void> {
      await Promise.allSettled(bulks);
    },

    /** Replaces an unposted draft. Throws 404, 409, and the model's failures. */
    async regenerate(commentId: number, wanted: RegenerateRequest): Promise<DraftedComment> {
      await redraft(await comments.comment(commentId), wanted);
      return drafted(commentId);
    },

    /** Drafts an answer to a reply, into the review queue. Throws 404, 409 `reply_gone`, and the model's failures. */
    async answer(replyId: number): Promise<{ view: CommentView; isNew: boolean }> {
      const answered = await answeredReply(replyId);
      if (answered.answerId !== null) return keptAnswer(answered.answerId);
      const id = await insertAnswer(answered);
      if (id === null) {
        const { answerId } = await answeredReply(replyId);
        if (answerId === null) throw notFound('This reply');
        return keptAnswer(answerId);
      }
      events.changed({ comment: id }, 'replies', 'stats', 'analytics');
      return { view: await queued(id), isNew: true };
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

const changedMeanwhile = ({ content, status, revision }: CommentView['comment']) =>
  conflict(
    'revision_conflict',
    'This comment was changed elsewhere in the meantime. Look at it before you replace it with another draft.',
    { current: { content, status, revision }, yours: null },
  );
