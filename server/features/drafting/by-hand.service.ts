import type { WriteComment } from '#shared/contracts/drafts.ts';
import { invalid } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { Draft } from '../comments/redraft.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import { comparedTexts } from './draft-maker.ts';
import type { Prepared } from './draft-request.service.ts';
import type { DraftWriter } from './draft-writer.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import { commentExists } from './drafting.rules.ts';

type EarlierTexts = Pick<DraftingRepository, 'earlierTexts'>;

interface Typed {
  content: string;
  prepared: Prepared;
  /**
   * Excludes texts under this video from the similarity check; null compares with every
   * text.
   */
  exceptVideoId: number | null;
}

/**
 * Checks a text that the owner typed, without a model. Counts every sentence as the
 * owner's own, and reports hard faults as after an edit.
 */
export async function typedDraft(
  repository: EarlierTexts,
  { content, prepared, exceptVideoId }: Typed,
): Promise<Draft & { generatedContent: '' }> {
  const { lookups, request, profile } = prepared;
  const earlierTexts = await repository.earlierTexts(exceptVideoId, comparedTexts);
  const { checks } = lookups.check(content, earlierTexts);
  const { sentences, cannotCheck } = lookups.ground(content, []);
  const source = { kind: 'person' as const, quote: null, at: null };
  const grounding = {
    sentences: sentences.map(({ text }) => ({ text, source, unsupported: [] })),
    cannotCheck,
    alreadySaid: lookups.saidInComments(content),
  };
  return {
    content,
    generatedContent: '',
    style: request.style,
    ...lookups.judge(content, grounding, checks, null),
    voiceProfileId: profile?.id ?? null,
    model: null,
  };
}

export function refuseEmpty(content: string, what: 'comment' | 'answer'): void {
  if (content.trim() === '')
    throw invalid(`The ${what} is empty. Write something first.`, 'empty_text');
}

interface Deps extends ClockAndEvents {
  repository: Pick<DraftingRepository, 'earlierTexts' | 'hasComment' | 'insert'>;
  videos: Pick<VideoService, 'get'>;
  review: Pick<ReviewService, 'comment'>;
}

/** Stores comments that the owner writes without a draft (rule 8.27). */
export function createByHand(
  { repository, videos, review, events, clock }: Deps,
  writer: Pick<DraftWriter, 'prepare'>,
) {
  return {
    /**
     * Stores the owner's own comment as a pending one, outside the queue. Asks no model.
     * Throws 400 for an empty text, 404, and 409 if the video has a comment or takes
     * none.
     */
    async writeByHand({ videoId, style, content }: WriteComment): Promise<CommentView> {
      refuseEmpty(content, 'comment');
      const video = await videos.get(videoId);
      if (await repository.hasComment(video.id)) throw commentExists();
      const prepared = await writer.prepare(
        video,
        { style, given: {} },
        { needsModel: false },
      );
      const draft = await typedDraft(repository, {
        content,
        prepared,
        exceptVideoId: video.id,
      });
      const now = clock.now();
      const id = await repository.insert({
        comment: { ...draft, videoId: video.id, createdAt: now, updatedAt: now },
        record: { why: null, createdAt: now },
        toQueue: false,
      });
      if (id === null) throw commentExists();
      events.changed({ comment: id }, { video: video.id }, 'stats', 'analytics');
      return review.comment(id);
    },
  };
}
