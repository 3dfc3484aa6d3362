const mostBeginnings = 100;
const member = /"comment"\s*:\s*"/g;
const wholeEscape = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/iy;

/** Returns what follows the thoughts that some models write into their answer; nothing while they go on. */
export function withoutThoughts(answer: string): string {
  const end = answer.lastIndexOf('</think>');
  if (end !== -1) return answer.slice(end + '</think>'.length);
  const begin = answer.indexOf('<think>');
  return begin === -1 ? answer : answer.slice(0, begin);
}

/** Returns the longest JSON object among code fences, thoughts and prose. */
export function jsonAnswer(text: string): unknown {
  const answer = withoutThoughts(text);
  let longest = '';
  let begin = answer.indexOf('{');
  for (let tried = 0; begin !== -1 && tried < mostBeginnings; tried += 1) {
    const candidate = balanced(answer, begin);
    const isObject = parse(candidate) !== undefined;
    if (isObject && candidate.length > longest.length) longest = candidate;
    begin = answer.indexOf('{', begin + (isObject ? candidate.length : 1));
  }
  return parse(longest);
}

function balanced(text: string, begin: number): string {
  const marks = /["{}]/g;
  marks.lastIndex = begin;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      marks.lastIndex = endOfString(text, mark.index);
    } else {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return text.slice(begin, mark.index + 1);
    }
  }
  return '';
}

function endOfString(text: string, begin: number): number {
  const string = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
  string.lastIndex = begin;
  return string.test(text) ? string.lastIndex : text.length;
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the readable part of the comment in a JSON answer cut anywhere. Of a model that thinks, only an answer that is JSON from its start is read: a thought may come without a mark. */
export function commentSoFar(written: string, mayThink = false): string {
  const answer = withoutThoughts(written);
  if (mayThink && !/^\s*(```\w*\s*)?\{/.test(answer)) return '';
  member.lastIndex = 0;
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

export function withoutControls(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .trimStart()
  );
}

export function tidyComment(comment: string): string {
  const text = withoutControls(comment.toWellFormed()).trim();
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”])$/.exec(text);
  return (quoted?.slice(1).find((inner) => inner !== undefined) ?? text).trim();
}
