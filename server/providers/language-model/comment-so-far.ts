import { withoutControls } from './tidy-comment.ts';

const member = /"comment"\s*:\s*"/g;
/** A whole escape, as JSON has them. */
const wholeEscape = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/iy;

/**
 * The comment in a JSON answer that may end anywhere: in prose before it, inside an escape, between the halves of
 * a surrogate pair. What cannot be read yet is left out; empty before the comment begins.
 */
export function commentSoFar(answer: string): string {
  const thoughts = answer.lastIndexOf('</think>');
  if (thoughts === -1 && /^\s*<think>/.test(answer)) return '';
  member.lastIndex = Math.max(0, thoughts);
  if (!member.test(answer)) return '';
  const begin = member.lastIndex;
  const text: string = JSON.parse(`"${answer.slice(begin, endOfReadable(answer, begin))}"`);
  // Halves of what the next words will complete.
  return withoutControls(text.replace(/[\ud800-\udbff\r]$/, ''));
}

/** Up to the closing quotation mark, a broken escape or a character that no JSON string may have. */
function endOfReadable(answer: string, begin: number): number {
  for (let at = begin; at < answer.length; at += 1) {
    const letter = answer.charAt(at);
    if (letter === '"' || letter < ' ') return at;
    if (letter !== '\\') continue;
    wholeEscape.lastIndex = at;
    if (!wholeEscape.test(answer)) return at;
    at = wholeEscape.lastIndex - 1;
  }
  return answer.length;
}
