import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { Grounding } from '#shared/contracts/grounding.ts';
import type { Draft } from '../../../providers/language-model/language-model.ts';
import { segmentsOf } from '../../../text/segments.rules.ts';
import { type CheckContext, type CheckedDraft, checkDraft, isForeign } from '../checks/checks.rules.ts';
import type { GroundDraft } from '../grounding/ground-draft.rules.ts';
import { type ScoreContext, scoreDraft } from '../scoring/score.rules.ts';

export interface DraftContext extends CheckContext, ScoreContext {
  ground: GroundDraft;
}

export interface Candidate extends CheckedDraft {
  draft: Draft;
  context: DraftContext;
  grounding: Grounding;
}

export function examine(draft: Draft, context: DraftContext): Candidate {
  const grounding = context.ground(draft.comment, draft.claims);
  return { draft, context, grounding, ...checkDraft(draft.comment, grounding, context) };
}

/** What is kept beside a draft's text. */
export function measured({ draft, context, grounding, checks }: Candidate) {
  const { comment: text, rating } = draft;
  const { score, parts } = scoreDraft({ text, rating, checks, grounding }, context);
  return {
    qualityScore: score,
    analysis: {
      platformCompliance: checks.every(({ passed }) => passed),
      checks,
      scoreParts: parts,
      ...grounding,
    },
  };
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
