/** As many braces are tried as the beginning of an answer; prose has few, a wall of them is no answer. */
const mostBeginnings = 100;

/**
 * The JSON object in a model's answer, however it is wrapped: code fences, thinking aloud, sentences around it
 * that have braces of their own. Of several the longest. Undefined where there is none.
 */
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

/** From an opening brace to the one that closes it, strings aside; empty where none does. */
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

/** Behind the quotation mark that ends the string; the end of the text where none does. */
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
