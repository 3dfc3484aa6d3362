import type { Tokens } from '#shared/contracts/drafts.ts';
import { isObject } from '../../text/loose-json.rules.ts';
import { beginsAsJson, type WrittenAnswer } from '../../text/model-answer.rules.ts';
import { answerEnd } from './answer-events.ts';
import { errorInAnswer, errorWithoutAnswer } from './failures.ts';
import { LanguageModelError } from './language-model.ts';

export interface AnswerListener {
  /** Any data arrived, even if it only keeps the connection open. */
  alive(): void;
  /** A piece of the answer or its end arrived. */
  sign(): void;
  thought(): void;
  /** Receives the whole text so far, but not after every piece: see toldShare. */
  text(soFar: string): void;
}

/** How an answer ended; null if the server broke off or did not say. */
export type Finish = 'stop' | 'length' | null;

export interface Completion extends WrittenAnswer {
  hasThought: boolean;
  model: string;
  finish: Finish;
  tokens: Tokens | null;
  pieces: number;
}

type Loose = Record<string, unknown>;

/**
 * In characters, for text and thoughts each. A server that ignores the token limit might
 * never end its answer.
 */
const longestAnswer = 200_000;
/**
 * The listener reads the whole text each time, so it is called less often for a long text
 * to keep the total work linear.
 */
const toldShare = 1 / 500;

/** The part of an answer that has arrived so far. */
interface ReadSoFar {
  text: string;
  thoughts: string;
  model: string;
  pieces: number;
  tokens: Tokens | null;
  finish: Finish;
  isRefused: boolean;
  /** True once an event arrived that is part of an answer. */
  isAnswer: boolean;
  /**
   * Where the last piece of the text comes from: the content or one of the tool calls.
   */
  source: string;
  /** Length of the text when the listener received it last. */
  toldLength: number;
}

/**
 * Reads the events of a chat completion, streamed or not, in OpenAI's or Ollama's format.
 * Servers leave out fields and use different ones, so no type is trusted. Throws
 * LanguageModelError `bad_answer` if the answer is too long or missing, `refused` if the
 * model refused, and the error that an event contains.
 */
export async function readAnswer(
  events: AsyncIterable<unknown> | Iterable<unknown>,
  hear: Omit<AnswerListener, 'alive'>,
  headers?: Headers,
): Promise<Completion> {
  const read: ReadSoFar = {
    text: '',
    thoughts: '',
    model: '',
    pieces: 0,
    tokens: null,
    finish: null,
    isRefused: false,
    isAnswer: false,
    source: '',
    toldLength: 0,
  };
  for await (const event of events) {
    if (event === answerEnd) read.finish ??= 'stop';
    if (!isObject(event) || Object.keys(event).length === 0) continue;
    const choice = choiceOf(event);
    const error = errorIn(event, choice);
    if (error !== null) throw errorInAnswer(error, headers);
    readFrame(read, event);
    if (choice) readChoice(read, choice, hear);
  }
  const { text, thoughts, model, pieces, tokens, finish } = read;
  if (read.isRefused) throw new LanguageModelError('refused');
  if (!read.isAnswer) throw new LanguageModelError('bad_answer');
  // If the server sent the answer itself as thoughts, the model did not think.
  const hasThought = thoughts !== '' && !beginsAsJson(thoughts);
  return { text, thoughts, model, pieces, hasThought, finish, tokens };
}

/** Reads the fields of an event that are beside its choice. */
function readFrame(read: ReadSoFar, event: Loose): void {
  read.isAnswer = true;
  if (typeof event['model'] === 'string') read.model ||= event['model'];
  read.tokens = readTokens(event) ?? read.tokens;
}

function readChoice(
  read: ReadSoFar,
  choice: Loose,
  hear: Omit<AnswerListener, 'alive'>,
): void {
  const reason = finishReason(choice);
  if (reason !== '') {
    hear.sign();
    read.isRefused ||= refusedReason.test(reason);
    read.finish = finishOf(reason);
  }
  const message = messageOf(choice);
  read.isRefused ||= holdsRefusal(message);
  const { text, thoughts } = partsOf(
    message['content'] ?? choice['text'] ?? message['parsed'] ?? '',
  );
  const thought = thoughtsOf(message) + thoughts;
  if (thought !== '') {
    read.thoughts += thought;
    hear.thought();
  }
  for (const piece of [{ source: 'content', text }, ...argumentsOf(message)]) {
    if (piece.text === '') continue;
    addPiece(read, piece);
    hear.sign();
  }
  if (Math.max(read.text.length, read.thoughts.length) > longestAnswer)
    throw new LanguageModelError('bad_answer');
  tellText(read, hear);
}

function addPiece(read: ReadSoFar, piece: { source: string; text: string }): void {
  // Separates the arguments of tool calls from text and from each other.
  if (read.source !== '' && read.source !== piece.source) read.text += '\n';
  read.source = piece.source;
  read.text += piece.text;
  read.pieces += 1;
}

function tellText(read: ReadSoFar, hear: Pick<AnswerListener, 'text'>): void {
  const unheard = read.text.length - read.toldLength;
  if (unheard === 0 || unheard < read.text.length * toldShare) return;
  read.toldLength = read.text.length;
  hear.text(read.text);
}

/** Returns the first choice. Ollama's events contain the message directly. */
function choiceOf(event: Loose): Loose | null {
  const choices = event['choices'];
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  if (isObject(first)) return first;
  return isObject(event['message']) ? event : null;
}

function messageOf(choice: Loose): Loose {
  const message = choice['delta'] ?? choice['message'];
  return isObject(message) ? message : {};
}

const holdsRefusal = ({ refusal, content }: Loose): boolean =>
  Boolean(refusal) ||
  (Array.isArray(content) && content.some((part) => part?.type === 'refusal'));

/**
 * Returns the error in an event, with or without an answer beside it; null if there is
 * none.
 */
function errorIn(event: Loose, choice: Loose | null): unknown {
  const error = event['error'] || choice?.['error'];
  // Some servers set `error` to true and describe the error in other fields.
  if (error === true) return errorWithoutAnswer({ ...event, type: 'error' }) ?? error;
  if (error) return error;
  return choice === null ? errorWithoutAnswer(event) : null;
}

const refusedReason =
  /filter|safety|refus|blocklist|prohibited|sensitive|moderation|recitation|guardrail/i;
/**
 * Matches the reason without separators: "MAX_TOKENS", "max-tokens" and "maxTokens" are
 * the same.
 */
const cutReason = /length|max\w*tokens|^(token)?limit|window|truncat|incomplete/i;
const brokenReason = /error|abort|cancel|fail|insufficient|unavailable/i;

/**
 * Returns the server's reason for ending the answer, letters only; empty while the answer
 * goes on.
 */
function finishReason(choice: Loose): string {
  const names = ['finish_reason', 'finishReason', 'done_reason', 'stop_reason'];
  const isOver = choice['done'] !== false;
  const told = names
    .map((name) => choice[name])
    .find((each) => typeof each === 'string' && each !== '');
  if (typeof told === 'string' && isOver) return told.replace(/[^a-z]/gi, '');
  return choice['done'] === true ? 'stop' : '';
}

function finishOf(reason: string): Finish {
  if (cutReason.test(reason)) return 'length';
  return brokenReason.test(reason) ? null : 'stop';
}

const thoughtNames = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'thoughts',
  'reasoning_details',
];

/**
 * Returns thoughts outside the content. Some servers send the same thoughts under two
 * names, so the first counts.
 */
function thoughtsOf(message: Loose): string {
  for (const name of thoughtNames) {
    const { text, thoughts } = partsOf(message[name]);
    if (text + thoughts !== '') return text + thoughts;
  }
  return '';
}

const textNames = ['text', 'thinking', 'reasoning', 'content', 'value', 'summary'];
const nothing = { text: '', thoughts: '' };

/**
 * Separates text from thoughts. The content may be a string, a list of parts, one part,
 * or an object that the server already parsed.
 */
function partsOf(content: unknown): { text: string; thoughts: string } {
  if (typeof content === 'string') return { text: content, thoughts: '' };
  if (Array.isArray(content)) {
    const parts = content.map(partsOf);
    return {
      text: parts.map(({ text }) => text).join(''),
      thoughts: parts.map(({ thoughts }) => thoughts).join(''),
    };
  }
  if (!isObject(content)) return nothing;
  const isThought =
    content['thought'] === true || /think|reason|thought/i.test(String(content['type']));
  const name = textNames.find(
    (each) => content[each] !== undefined && content[each] !== null,
  );
  if (name === undefined) {
    return content['type'] === undefined
      ? { text: JSON.stringify(content), thoughts: '' }
      : nothing;
  }
  const { text, thoughts } = partsOf(content[name]);
  return isThought ? { text: '', thoughts: text + thoughts } : { text, thoughts };
}

/** Returns the arguments of tool calls, since some servers send the answer there. */
function argumentsOf(message: Loose): { source: string; text: string }[] {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const legacy = message['function_call'] ? [{ function: message['function_call'] }] : [];
  return [...calls, ...legacy].filter(isObject).map((call, at) => {
    const called = isObject(call['function']) ? call['function'] : call;
    const given = called['arguments'] ?? '';
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return { source: `tool ${call['index'] ?? at}`, text };
  });
}

/**
 * Returns null for missing or impossible counts: some servers send 0, -1, or only the
 * tokens that were not cached.
 */
function readTokens(event: Loose): Tokens | null {
  const usage = isObject(event['usage']) ? event['usage'] : event;
  const input = usage['prompt_tokens'] ?? usage['prompt_eval_count'];
  const output = usage['completion_tokens'] ?? usage['eval_count'];
  const isCount = (count: unknown): count is number =>
    Number.isInteger(count) && Number(count) > 0;
  return isCount(input) && isCount(output) ? { input, output } : null;
}
