import { useQuery } from '@tanstack/react-query';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import { draftRecordQuery } from '../api/drafts.ts';
import { InlineLink } from './ui/button.tsx';

const ownInstructions = allVoiceFields.find(({ name }) => name === 'customInstructions')
  ?.prompt.heading;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const wordsOf = (text: string): Set<string> =>
  new Set(
    [...segmenter.segment(text.toLowerCase())]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment),
  );

/**
 * Prepared changes share at least 48 % of their words with the draft, drafts from another
 * angle at most 41 %.
 */
const SAME_DRAFT_SHARE = 0.45;

function isSameDraft(text: string, other: string): boolean {
  const words = wordsOf(text);
  const otherWords = wordsOf(other);
  const shared = [...words].filter((word) => otherWords.has(word)).length;
  return shared / Math.max(1, Math.min(words.size, otherWords.size)) >= SAME_DRAFT_SHARE;
}

/**
 * Returns whether the text contains the change that the button asked for, and is not just
 * another draft. The sandbox never fulfills a wish that the user typed.
 */
function isChangedAsAsked(change: string, text: string): boolean {
  if (change.includes('\nTheir own wish')) return false;
  const present = /^Present version: (".*")$/m.exec(change)?.[1];
  const isQuestion = change.includes('\nChange: Ask instead.') && /[?？か。]$/.test(text);
  return isQuestion || (present !== undefined && isSameDraft(JSON.parse(present), text));
}

/**
 * What a prepared draft ignores: a wish for this draft, or what the voice profile asks of
 * every draft.
 */
type LeftOut = 'wish' | 'profile';

function leftOutOf(
  why: DraftWhy,
  analysis: CommentAnalysis,
  text: string,
): LeftOut | null {
  const parts = new Map(why.parts.map((part) => [part.name, part.text]));
  if (parts.has('Your point') || parts.has('Notes')) return 'wish';
  const change = parts.get('Change');
  if (change !== undefined && !isChangedAsAsked(change, text)) return 'wish';
  const usesTranscript = analysis.sentences.some(
    ({ source }) => source?.kind === 'transcript',
  );
  if (parts.has('Transcript') && !usesTranscript) return 'wish';
  if (parts.has('Rules from your edits')) return 'profile';
  if (parts.get('Voice profile')?.includes(`## ${ownInstructions}`)) return 'profile';
  return analysis.checks.some(({ name, passed }) => name === 'avoided_words' && !passed)
    ? 'profile'
    : null;
}

const sentences: Record<LeftOut, string> = {
  wish: 'The sandbox uses prepared drafts. A language model would work this in.',
  profile: 'The sandbox uses prepared drafts. A language model would keep to your rules.',
};

interface PreparedNoteProps {
  comment: Comment;
  /** Set if this draft replaces one that the user did not like. */
  isAnother?: boolean;
}

/**
 * Shows, under a draft of the sandbox, what a language model would have taken into
 * account.
 */
export function PreparedNote({ comment, isAnother = false }: PreparedNoteProps) {
  const { analysis, generatedContent } = comment;
  const isPrepared = comment.model === sandboxModelName;
  const { data } = useQuery({
    ...draftRecordQuery(comment.id, comment.revision),
    enabled: isPrepared,
  });
  if (!isPrepared || !data?.why || analysis === null || typeof analysis === 'string')
    return null;
  const leftOut = isAnother ? 'wish' : leftOutOf(data.why, analysis, generatedContent);
  if (leftOut === null) return null;
  return (
    <p className="text-xs text-soft">
      {sentences[leftOut]}{' '}
      <InlineLink href="/settings?tab=general">Connect a model</InlineLink>
    </p>
  );
}
