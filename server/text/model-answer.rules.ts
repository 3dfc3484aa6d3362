import { parseJson } from '../core/outgoing.ts';
import {
  endOfObject,
  type FoundObject,
  isObject,
  looseObjectsIn,
  objectsIn,
  stringSoFar,
} from './loose-json.rules.ts';
import { type ResponseSchema, withoutControls } from './model-text.rules.ts';

export interface WrittenAnswer {
  text: string;
  /** Thoughts that the server returned separately from the text. */
  thoughts: string;
}

/** Names that chat templates give to thoughts (wire W13). */
const names =
  'think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad|analysis|(?:internal|inner)_monologue|thought_process|chain_of_thought';
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'), 'gi');
const thoughtBegins = anyOf(
  // <think>, <seed:think>, <|think|>
  `<\\|?(?:\\w+[:_])?(?:${names})(?:\\s[^<>]{0,80})?\\|?>`,
  `\\[(?:THINK|THINKING|REASONING)\\]|&lt;(?:${names})&gt;|◁think▷|<unused94>`,
  // <|begin_of_thought|>, <|START_THINKING|>
  `<\\|(?:begin|start)_(?:of_)?(?:${names})\\|>`,
  // Only these channels hold thoughts; the others hold the answer.
  '<\\|channel\\|?>\\s*(?:analysis|thought)\\s*(?:<\\|message\\|>)?',
);
const thoughtEnds = anyOf(
  `<\\|?/(?:\\w+[:_])?(?:${names})\\|?>`,
  `\\[/(?:THINK|THINKING|REASONING)\\]|&lt;/(?:${names})&gt;|◁/think▷|<unused95>`,
  `<\\|end_(?:of_)?(?:${names})\\|>`,
  '<\\|channel\\|>\\s*(?:final|commentary)\\b[^<]*(?:<\\|constrain\\|>\\s*\\w+\\s*)?(?:<\\|message\\|>)?',
  '<channel\\|>',
  // If the server removes the special tokens, only these letters of the channel marks
  // remain.
  'assistantfinal(?=\\s*[{[`])',
);
/** Template tokens that may be left between the thoughts and the answer. */
const templateTokens = /<\|start\|>\s*assistant|<\|[\w ]{1,40}\|>/g;

/** The start of a JSON answer, which may be in a code fence or a list. */
const jsonBegin = /\s*(?:```\w*\s*)?(?:\[\s*)?\{(?=\s*(?:["'“}]|$))/y;
export function beginsAsJson(text: string, from = 0): boolean {
  jsonBegin.lastIndex = from;
  return jsonBegin.test(text);
}

interface Mark {
  from: number;
  to: number;
  isBegin: boolean;
}

function marksIn(text: string): Mark[] {
  const marked = (pattern: RegExp, isBegin: boolean): Mark[] =>
    [...text.matchAll(pattern)].map(({ index, 0: mark }) => ({
      from: index,
      to: index + mark.length,
      isBegin,
    }));
  return [...marked(thoughtBegins, true), ...marked(thoughtEnds, false)].sort(
    (a, b) => a.from - b.from,
  );
}

const holdsNoMark = (text: string) => marksIn(text).length === 0;

/**
 * Returns the marks outside the answer's JSON. A mark
 * inside it is part of a text, even if the JSON is cut off.
 */
function marksOutside(text: string, objects: readonly FoundObject[]): Mark[] {
  const isCutOff = beginsAsJson(text) && endOfObject(text, text.indexOf('{')) === null;
  if (isCutOff) return [];
  let at = 0;
  return marksIn(text).filter(({ from }) => {
    while (at < objects.length && (objects[at]?.to ?? 0) <= from) at += 1;
    const object = objects[at];
    return object === undefined || from < object.from;
  });
}

interface Part {
  from: number;
  to: number;
}

interface ReadParts {
  objects: FoundObject[];
  outside: Part[];
  thoughts: Part[];
  hasThought: boolean;
}

/**
 * Separates the thoughts from the rest. Some templates omit the opening mark, and some
 * thoughts never end.
 */
function partsOf(text: string): ReadParts {
  const objects = objectsIn(text, holdsNoMark);
  let outside: Part[] = [];
  let thoughts: Part[] = [];
  let hasThought = false;
  /**
   * How many opening marks are not closed. May exceed 1, because thoughts can mention
   * marks themselves.
   */
  let depth = 0;
  let from = 0;
  for (const mark of marksOutside(text, objects)) {
    if (mark.isBegin) {
      if (depth === 0) {
        outside.push({ from, to: mark.from });
        from = mark.to;
      }
      depth += 1;
      continue;
    }
    if (depth === 0) {
      // No mark opened these thoughts, so they are everything before this mark.
      outside = [];
      thoughts = [];
      from = 0;
    }
    hasThought ||= !isBlank(text.slice(from, mark.from));
    depth = beginsAsJson(text, mark.to) ? 0 : Math.max(0, depth - 1);
    if (depth > 0) continue;
    thoughts.push({ from, to: mark.from });
    from = mark.to;
  }
  const isThinking = depth > 0;
  (isThinking ? thoughts : outside).push({ from, to: text.length });
  hasThought ||= isThinking && isBlank(textOf(text, outside));
  return { objects, outside, thoughts, hasThought };
}

const textOf = (text: string, parts: readonly Part[]): string =>
  parts.map(({ from, to }) => text.slice(from, to)).join('');

const isBlank = (text: string): boolean => text.replace(templateTokens, '').trim() === '';

export const withoutThoughts = (answer: string): string =>
  textOf(answer, partsOf(answer).outside).trim();

/** Returns whether an answer ends inside an object, as one that was cut off does. */
export function endsInside(answer: string): boolean {
  const { objects, outside } = partsOf(answer);
  const last = outside.at(-1);
  if (!last) return true;
  const from = Math.max(last.from, objects.at(-1)?.to ?? 0);
  return /\{\s*["}]/.test(answer.slice(from));
}

export const holdsThoughts = (answer: string): boolean => partsOf(answer).hasThought;

/** How many levels deep an answer may be wrapped. */
const envelopes = 3;

/**
 * Yields the value and the values inside it, because models wrap answers in a
 * tool's arguments, in `{"result": {…}}`, in a list of one, or in a string of JSON.
 */
function* unwrapped(
  value: unknown,
  ownNames: ReadonlySet<string>,
  depth = 0,
): Generator<object> {
  if (isObject(value)) yield value;
  if (depth > envelopes) return;
  if (typeof value === 'string' && /^\s*[{[]/.test(value))
    yield* unwrapped(parseJson(value), ownNames, depth + 1);
  if (Array.isArray(value)) {
    for (const each of value.toReversed()) yield* unwrapped(each, ownNames, depth + 1);
  }
  if (!isObject(value)) return;
  // Strings and lists in an answer may quote strangers, so they are not searched for
  // another answer.
  const isAnswer = Object.keys(value).some((name) => ownNames.has(name));
  for (const each of Object.values(value))
    if (isObject(each) || !isAnswer) yield* unwrapped(each, ownNames, depth + 1);
}

/**
 * Renames members to the names in the schema: models also write "Comment" or
 * "nothing_to_add".
 */
function withOwnNames(value: object, ownNames: ReadonlySet<string>): object {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const named = new Map([...ownNames].map((name) => [plain(name), name]));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      named.get(plain(name)) ?? name,
      member,
    ]),
  );
}

type Candidate = Pick<FoundObject, 'value' | 'isRepaired'>;
type Read<T> = Pick<ResponseSchema<T>, 'schema' | 'read'>;

interface AnswerEnd {
  /** Whether the answer was cut off at its length limit. */
  isCut: boolean;
  /** Whether closing brackets may be missing, because no better answer will come. */
  mayEndEarly: boolean;
}

/**
 * Returns the last answer of the wanted form outside the thoughts, or null. Some servers
 * report the whole output as thoughts. So if there is nothing else, returns an answer at
 * the end of the thoughts.
 */
export function answerIn<T>(
  written: WrittenAnswer,
  { schema, read }: Read<T>,
  end: AnswerEnd,
): T | null {
  const ownNames = new Set(
    Object.keys(isObject(schema['properties']) ? schema['properties'] : {}),
  );
  const { text } = written;
  const { objects, outside, thoughts } = partsOf(text);

  function firstRead(values: Iterable<Candidate>): T | null {
    for (const { value, isRepaired } of values) {
      for (const each of unwrapped(value, ownNames)) {
        // An unknown name shows that the repair ended a text at a quotation mark inside
        // it.
        if (isRepaired && Object.keys(each).some((name) => !ownNames.has(name))) continue;
        const answer = read(each) ?? read(withOwnNames(each, ownNames));
        if (answer !== null) return answer;
      }
    }
    return null;
  }

  for (const { from, to } of outside.toReversed()) {
    const inPart = objects.filter((object) => object.from >= from && object.to <= to);
    const answer = firstRead(inPart.toReversed());
    if (answer !== null) return answer;
  }
  for (const { from, to } of outside.toReversed()) {
    const loose = looseObjectsIn(text.slice(from, to), end.mayEndEarly);
    const answer = firstRead(loose.map((value) => ({ value, isRepaired: true })));
    if (answer !== null) return answer;
  }
  if (end.isCut || !isBlank(textOf(text, outside))) return null;
  const hidden = [
    written.thoughts,
    ...thoughts.toReversed().map((part) => textOf(text, [part])),
  ];
  return firstRead(hidden.flatMap(objectAtEnd));
}

function objectAtEnd(text: string): Candidate[] {
  const trimmed = text.replace(templateTokens, '').replace(/[\s`\]]+$/, '');
  const last = objectsIn(trimmed, holdsNoMark).at(-1);
  return last?.to === trimmed.length ? [last] : [];
}

const commentMember = /"comment"\s*:\s*"/g;
/**
 * In characters. The finished comment is cut to 2,000
 * characters, so no more needs to be shown while it is written.
 */
const longestShown = 10_000;

/**
 * Returns the readable part of the comment in a JSON answer that may be cut off anywhere.
 * If there are thoughts, or if the model may think without a mark, reads only an answer
 * that is JSON from its start.
 */
export function commentSoFar(written: string, mayThink = false): string {
  const { outside, thoughts } = partsOf(written);
  const part = outside.at(-1);
  if (!part) return '';
  const begin = part.from;
  if ((mayThink || thoughts.length > 0) && !beginsAsJson(written, begin)) return '';
  const member = new RegExp(commentMember);
  member.lastIndex = begin;
  if (!member.test(written) || member.lastIndex > part.to) return '';
  const text = stringSoFar(written, member.lastIndex, longestShown);
  // Drops half of a surrogate pair or of CRLF at the end.
  return withoutControls(text.replace(/[\ud800-\udbff\r]$/, '').toWellFormed());
}
