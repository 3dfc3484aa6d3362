import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { Draft } from '../../../providers/language-model/language-model.ts';
import { segmentsOf } from '../../../text/segments.rules.ts';
import { type CheckContext, type CheckedDraft, checkDraft, isForeign } from '../checks/checks.rules.ts';
import type { ScoreContext } from '../scoring/score.rules.ts';

export interface DraftContext extends CheckContext, ScoreContext {}

export interface Candidate extends CheckedDraft {
  draft: Draft;
  context: DraftContext;
}

export function examine(draft: Draft, context: DraftContext): Candidate {
  return { draft, context, ...checkDraft(draft.comment, context) };
}

/** Returns the one with fewer faults; of equals the second, which was told what to mend. */
export function better(first: Candidate, second: Candidate): Candidate {
  return first.corrections.length < second.corrections.length ? first : second;
}

/** Removes sentences with links or copied profile text; null where nothing else is left (rule 8.2). */
export function withoutForeignText(candidate: Candidate): Candidate | null {
  const { draft, context } = candidate;
  if (!isForeign(draft.comment, context)) return candidate;
  const comment = sentencesOf(draft.comment)
    .filter((sentence) => !isForeign(sentence, context))
    .join('')
    .trim();
  if (comment === '' || isForeign(comment, context)) return null;
  return examine({ ...draft, comment }, context);
}

/** Cuts to the longest draft allowed (rule 5.2). */
export function withinLimit(candidate: Candidate): Candidate {
  const { draft, context } = candidate;
  if (draft.comment.length <= commentSoftLimit) return candidate;
  return examine({ ...draft, comment: fitLength(draft.comment, commentSoftLimit) }, context);
}

export function fitLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let fitting = '';
  for (const sentence of sentencesOf(text)) {
    if (fitting.length + sentence.trimEnd().length > limit) break;
    fitting += sentence;
  }
  if (fitting.trim() !== '') return fitting.trim();
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

const sentencesOf = (text: string) => segmentsOf(text, 'sentence').map(({ segment }) => segment);
