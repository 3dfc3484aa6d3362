import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { Draft } from '../../../providers/language-model/language-model.ts';
import { withoutSentences } from '../../../text/without-sentences.rules.ts';
import { type CheckedAgainst, type CheckedDraft, checkDraft, isForeign } from '../checks/checks.rules.ts';
import type { ScoredAgainst } from '../scoring/score.rules.ts';
import { fitLength } from './fit-length.rules.ts';

/** What a draft is checked and scored against. */
export interface Against extends CheckedAgainst, ScoredAgainst {}

/** A draft of the model's with what our checks say about it. */
export interface Candidate extends CheckedDraft {
  draft: Draft;
  against: Against;
}

export function examine(draft: Draft, against: Against): Candidate {
  return { draft, against, ...checkDraft(draft.comment, against) };
}

/** The one with fewer faults; of equals the second, which was told what to mend. */
export function better(first: Candidate, second: Candidate): Candidate {
  return first.corrections.length < second.corrections.length ? first : second;
}

/** Without the sentences that strangers could have made the model write; null where nothing else is there. */
export function ownWordsOnly(candidate: Candidate): Candidate | null {
  const { draft, against } = candidate;
  if (!isForeign(draft.comment, against)) return candidate;
  const comment = withoutSentences(draft.comment, (sentence) => isForeign(sentence, against));
  if (comment === '' || isForeign(comment, against)) return null;
  return examine({ ...draft, comment }, against);
}

/** Drafts stay under 2,000 characters (DESIGN §6), even from a model that will not listen. */
export function withinLimit(candidate: Candidate): Candidate {
  const { draft, against } = candidate;
  if (draft.comment.length <= commentSoftLimit) return candidate;
  return examine({ ...draft, comment: fitLength(draft.comment, commentSoftLimit) }, against);
}
