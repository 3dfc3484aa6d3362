import type {
  GenerateBulkRequest,
  GenerateBulkResponse,
  GenerateRequest,
} from '#shared/contracts/comments.ts';
import type { DraftRecord } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { conflict } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { LanguageModel } from '../../providers/language-model/language-model.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import { refuseRedraft } from '../review/redraft.rules.ts';
import type { ReviewService } from '../review/review.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { SettingsService } from '../voice/settings.service.ts';
import type { VoiceService } from '../voice/voice.service.ts';
import { draftAll } from './bulk.ts';
import { createDraftMaker, type DraftOptions } from './draft-maker.ts';
import type { MaterialDeps } from './draft-material.ts';
import type { DraftedVideo } from './drafted-video.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import type { DraftStreamListener } from './live-draft.ts';
import { pickAlternative } from './pick.rules.ts';

interface Deps {
  repository: DraftingRepository;
  languageModel: Pick<LanguageModel, 'draft'>;
  videos: Pick<VideoService, 'get'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  settings: Pick<SettingsService, 'settings'>;
  styleProfiles: MaterialDeps['styleProfiles'];
  versions: MaterialDeps['versions'];
  comments: Pick<CommentsService, 'comment'>;
  review: Pick<ReviewService, 'redraft' | 'addToQueue'>;
  events: Events;
  clock: Clock;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
}

/** A comment with the record of its draft. */
export interface DraftedComment {
  view: CommentView;
  record: DraftRecord;
}

/** What there is to choose from, beside the draft itself (a bulk gives one draft for each video). */
const furtherDrafts = 2;

/** Writing drafts with the language model (DESIGN §6, §8). */
export function createDraftingService(deps: Deps) {
  const {
    repository,
    languageModel,
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
  /** They go on without their client, so a stop waits for them. */
  const bulks = new Set<Promise<unknown>>();
  const { styleProfiles, versions } = deps;
  const makeDraft = createDraftMaker({ languageModel, voice, repository, styleProfiles, versions });

  /** 409 where nothing may be written for this video. */
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

  /** Throws 404, 409, and what went wrong with the model. The model is not asked where a comment exists. */
  async function generate(videoId: number, style: CommentStyle, options: DraftOptions): Promise<number> {
    const video = await videos.get(videoId);
    if (await repository.hasComment(video.id)) throw commentExists();
    await refuseVideo(video);
    const { draft, ...record } = await makeDraft(video, style, options);
    // A draft that nobody waits for any more would take the video's only place.
    options.onlooker?.signal.throwIfAborted();
    const now = clock.now();
    const id = await repository.insert(
      { ...draft, videoId: video.id, generatedContent: draft.content, createdAt: now, updatedAt: now },
      { ...record, createdAt: now },
    );
    if (id === null) throw commentExists();
    events.changed('comments', 'stats', 'analytics');
    return id;
  }

  async function drafted(commentId: number): Promise<DraftedComment> {
    const view = await comments.comment(commentId);
    const row = await repository.record(commentId);
    const { previousTexts } = view.comment;
    return { view, record: { why: row?.why ?? null, alternatives: row?.alternatives ?? [], previousTexts } };
  }

  return {
    /**
     * One comment per video: throws 409 `comment_exists` where there is one, also one made meanwhile. An onlooker
     * sees it grow; nothing is kept when they go before it is whole.
     */
    async generate(
      { videoId, style, begun }: GenerateRequest,
      onlooker?: DraftStreamListener,
    ): Promise<DraftedComment> {
      return drafted(await generate(videoId, style, { alternatives: furtherDrafts, begun, onlooker }));
    },

    /** How a comment's draft came about, and what else there was. Throws 404. */
    record: async (commentId: number): Promise<DraftRecord> => (await drafted(commentId)).record,

    /** Throws 400 without such an alternative, 404, and 409 as a regeneration does. */
    async pick(commentId: number, place: number, revision: number | undefined): Promise<DraftedComment> {
      const { view, record } = await drafted(commentId);
      refuseRedraft(view);
      const current = view.comment;
      if (revision !== undefined && revision !== current.revision) throw changedMeanwhile(current);
      const { draft, alternatives } = pickAlternative(current, record.alternatives, place);
      await review.redraft(commentId, { draft, revision: current.revision });
      if (record.why)
        await repository.keepRecord(commentId, { why: record.why, alternatives, createdAt: clock.now() });
      return drafted(commentId);
    },

    /** Never throws for one video: what failed, was left out or done is told for each. */
    async generateBulk({ videoIds, style, addToQueue }: GenerateBulkRequest): Promise<GenerateBulkResponse> {
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

    /** Resolves when no bulk is at work. */
    async idle(): Promise<void> {
      await Promise.allSettled(bulks);
    },

    /** A new draft in place of an unposted one. Throws 404, 409, and what went wrong with the model. */
    async regenerate(commentId: number, style: CommentStyle): Promise<DraftedComment> {
      const view = await comments.comment(commentId);
      refuseRedraft(view);
      await refuseVideo(view.video);
      const { comment } = view;
      const replaced = [comment.content];
      const { draft, ...record } = await makeDraft(view.video, style, {
        replaced,
        alternatives: furtherDrafts,
      });
      await review.redraft(commentId, { draft, revision: comment.revision });
      await repository.keepRecord(commentId, { ...record, createdAt: clock.now() });
      return drafted(commentId);
    },
  };
}

export type DraftingService = ReturnType<typeof createDraftingService>;

/** The client looks for "already exists" (SPEC §8). */
const commentExists = () =>
  conflict(
    'comment_exists',
    'A comment for this video already exists. Find it in History or in the Review Queue.',
  );

const changedMeanwhile = ({ content, status, revision }: CommentView['comment']) =>
  conflict(
    'revision_conflict',
    'This comment was changed somewhere else meanwhile. Look at it before you put another draft in its place.',
    { current: { content, status, revision }, yours: null },
  );
