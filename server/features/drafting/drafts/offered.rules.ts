import type { Alternative } from '#shared/contracts/draft-record.ts';
import type { Draft } from '../../../providers/language-model/language-model.ts';
import { checkDraft, isForeign } from '../checks/checks.rules.ts';
import { scoreDraft } from '../scoring/score.rules.ts';
import { distinct } from './alternatives.rules.ts';
import type { Against } from './candidate.rules.ts';

/** The further drafts that pass every check and differ from the draft and each other, scored like it. */
export function offeredAlternatives(draft: Draft, against: Against): Alternative[] {
  const sound = draft.alternatives.flatMap(({ comment, angle }) => {
    const { checks, corrections } = checkDraft(comment, against);
    return corrections.length === 0 ? [{ comment, angle, checks }] : [];
  });
  return distinct(draft.comment, sound, against.video.title).map(({ comment, angle, checks }) => {
    // The model rates its answer as a whole.
    const { score, parts } = scoreDraft({ text: comment, rating: draft.rating, checks }, against);
    return {
      content: comment,
      angle: isForeign(angle, against) ? '' : angle,
      qualityScore: score,
      platformCompliance: true,
      checks,
      scoreParts: parts,
    };
  });
}
