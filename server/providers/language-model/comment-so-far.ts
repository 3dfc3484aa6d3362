import { withoutControls } from './tidy-comment.ts';

const member = /"comment"\s*:\s*"/g;
const wholeEscape = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/iy;

/** Returns the readable part of the comment in a JSON answer cut anywhere. */
export function commentSoFar(answer: string): string {
  const thoughts = answer.lastIndexOf('</think>');
  if (thoughts === -1 && /^\s*<think>/.test(answer)) return '';
  member.lastIndex = Math.max(0, thoughts);
  if (!member.test(answer)) return '';
  const begin = member.lastIndex;
  const text: string = JSON.parse(`"${answer.slice(begin, endOfReadable(answer, begin))}"`);
  // Drops half of a surrogate pair or of CRLF.
  return withoutControls(text.replace(/[\ud800-\udbff\r]$/, ''));
}

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
