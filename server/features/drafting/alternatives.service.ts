import type { z } from 'zod';
import type {
  Alternative,
  alternativesRequestSchema,
  PickRequest,
} from '#shared/contracts/drafts.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { asAlternative } from '../comments/alternatives.rules.ts';
import { refuseRedraft } from '../comments/redraft.rules.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { DraftView } from './draft.view.ts';
import type { DraftOptions } from './draft-maker.ts';
import type { Prepared } from './draft-request.service.ts';
import type { DraftWriter } from './draft-writer.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import {
  changedMeanwhile,
  pickAlternative,
  refuseNoRecord,
  refuseOther,
} from './drafting.rules.ts';

interface Deps {
  repository: Pick<DraftingRepository, 'addAlternatives' | 'record'>;
  review: Pick<ReviewService, 'comment' | 'redraft'>;
  writer: Pick<DraftWriter, 'makeDraft' | 'reopen' | 'viewDraft'>;
  clock: Clock;
}

export function createAlternatives({ repository, review, writer, clock }: Deps) {
  /**
   * Writes drafts with other angles than the shown texts and each other. If one fails,
   * returns those before it; throws the failure if there are none.
   */
  async function write(
    count: number,
    shownTexts: readonly string[],
    prepared: Prepared,
    options: Pick<DraftOptions, 'videoId' | 'signal'>,
  ): Promise<Alternative[]> {
    const { videoId, signal } = options;
    const written: Alternative[] = [];
    while (written.length < count) {
      const shownDrafts = [...shownTexts, ...written.map(({ content }) => content)];
      try {
        const { draft } = await writer.makeDraft(prepared, {
          videoId,
          shownDrafts,
          anyway: true,
          signal,
        });
        written.push(asAlternative(draft, draft.content, ''));
      } catch (error) {
        signal?.throwIfAborted();
        if (written.length === 0 || !(error instanceof AppError)) throw error;
        return written;
      }
    }
    return written;
  }

  return {
    /**
     * Adds alternatives with other angles to the present draft, even if that was replaced
     * in the meantime. Throws 404, 409, and the model's failures.
     */
    async writeAlternatives(
      commentId: number,
      { revision, count }: z.infer<typeof alternativesRequestSchema>,
      signal: AbortSignal,
    ): Promise<DraftView> {
      const view = await review.comment(commentId);
      const { comment } = view;
      refuseRedraft(view);
      refuseOther(view, revision);
      refuseNoRecord(await repository.record(commentId));
      const { prepared, record, exceptVideoId } = await writer.reopen(
        view,
        comment.style,
      );
      const shownTexts = [
        comment.content,
        ...(record?.alternatives ?? []).map(({ content }) => content),
      ];
      const alternatives = await write(count, shownTexts, prepared, {
        videoId: exceptVideoId,
        signal,
      });
      const isAdded = await repository.addAlternatives(
        commentId,
        alternatives,
        clock.now(),
      );
      if (!isAdded) throw changedMeanwhile((await review.comment(commentId)).comment);
      return writer.viewDraft(commentId);
    },

    /**
     * Replaces the draft with an alternative. Throws 400 for an unknown one, 404, and 409
     * like `regenerate`.
     */
    async pick(
      commentId: number,
      { alternative, revision }: PickRequest,
    ): Promise<DraftView> {
      const { view, record } = await writer.viewDraft(commentId);
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
            alternatives: pickAlternative(replaced, alternatives, draft.content)
              .alternatives,
          };
        },
      });
      return writer.viewDraft(commentId, step);
    },
  };
}
