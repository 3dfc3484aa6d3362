import type { VouchRequest } from '#shared/contracts/grounding.ts';
import { notFound } from '../../core/errors.ts';
import type { CommentChange, CommentView } from '../comments/comment.view.ts';
import { refuseEdit, refuseOlderView } from './review.rules.ts';

/** Makes a sentence the person's own. Returns null when it is so already. */
export function vouch(view: CommentView, { sentence, revision }: VouchRequest): CommentChange | null {
  refuseEdit(view);
  const { analysis, revision: current } = view.comment;
  // Drafts of older versions were stored without sentences.
  const sentences = analysis?.sentences ?? [];
  const reading = analysis?.reading ?? null;
  const named = sentences.filter(({ text }) => text === sentence);
  if (!analysis || named.length === 0) throw notFound('This sentence');
  if (named.every(({ source }) => source?.kind === 'person')) return null;
  refuseOlderView(view, revision, null);
  const source = { kind: 'person' as const, quote: null, at: null };
  const own = { text: sentence, source, unsupported: [] };
  return {
    comment: {
      analysis: {
        ...analysis,
        sentences: sentences.map((each) => (each.text === sentence ? own : each)),
        reading: reading && { ...reading, wrong: reading.wrong.filter((each) => each.sentence !== sentence) },
      },
      revision: current + 1,
    },
  };
}
