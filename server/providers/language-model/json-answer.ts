const mostBeginnings = 100;

/** Returns the longest JSON object among code fences, thoughts and prose. */
export function jsonAnswer(text: string): unknown {
  const answer = text.slice(text.lastIndexOf('</think>') + 1);
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
