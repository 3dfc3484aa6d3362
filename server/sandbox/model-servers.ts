import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Clock } from '../core/clock.ts';
import { listen } from './http.ts';
import { realWait, type Wait } from './model.ts';
import { answerQuestion, isSchema } from './model-answer.ts';
import { tokensIn } from './model-prompt.ts';
import {
  type Asked,
  type Generated,
  modelsOf,
  type Overflow,
  type State,
  servers,
  type ThoughtsAs,
} from './server-dialects.ts';

type Message = { role: string; content: string };

/** Drops the front until so many tokens are left: the instructions go first. */
function cutFromFront<M extends Message>(messages: readonly M[], tokens: number): M[] {
  const kept: M[] = [];
  let left = tokens;
  for (const message of messages.toReversed()) {
    const count = tokensIn(message.content);
    const share = Math.min(1, left / count);
    if (share <= 0) break;
    const from = Math.floor(message.content.length * (1 - share));
    kept.unshift({ ...message, content: message.content.slice(from) });
    left -= count;
  }
  return kept;
}

export type PlayedKind = keyof typeof servers;
export const playedKinds = Object.keys(servers) as PlayedKind[];

export interface PlayedOptions {
  kind: PlayedKind;
  clock: Clock;
  model?: string;
  /** Tokens it is loaded with unless a request says otherwise. */
  window: number;
  possibleWindow?: number;
  thinks?: boolean;
  /** Whether it does not think when told not to. */
  obeysSwitch?: boolean;
  thoughtsAs?: ThoughtsAs;
  /** What becomes of a prompt that is too long: `cut` drops its front and says nothing. */
  overflow?: Overflow;
  loadMs?: number;
  firstTokenMs?: number;
  tokensPerSecond?: number;
  wait?: Wait;
  port?: number;
}

interface PlayedRequest {
  path: string;
  body: Record<string, unknown>;
  promptTokens: number;
  window: number;
  isCut: boolean;
  /** The messages as the model saw them. */
  seen: string;
  /** The caller left before the end. */
  isAborted: boolean;
}

const thought =
  'Okay, who am I writing for? Perhaps {"comment": "SECRET THOUGHT of mine", "sources": []} would do. No, let me look again. ';
const thoughts = thought.repeat(20);

/** Plays one server of language models on loopback. */
export async function playModelServer(options: PlayedOptions) {
  const wire = servers[options.kind];
  const {
    wait = realWait,
    loadMs = 0,
    firstTokenMs = 0,
    tokensPerSecond = Number.POSITIVE_INFINITY,
  } = options;
  const { thinks = false, obeysSwitch = true, thoughtsAs = 'reasoning_content' } = options;
  const overflow = options.overflow ?? wire.defaultOverflow;
  const state: State = {
    model: options.model ?? wire.defaultModel,
    window: options.window,
    possibleWindow: options.possibleWindow ?? 40_960,
    thinks,
    loaded: null,
  };
  const requests: PlayedRequest[] = [];
  const server = await listen(options.port ?? 0, '127.0.0.1');

  async function load(window: number, gone: AbortSignal): Promise<void> {
    if (state.loaded === window) return;
    await wait(loadMs, gone);
    if (!gone.aborted) state.loaded = window;
  }

  function generated(asked: Asked, messages: Asked['messages'], input: number): Generated {
    const schema = isSchema(asked.schema) ? asked.schema : null;
    const question = { messages, schema, limit: null, fault: null };
    const full = answerQuestion(question).text;
    const thinking = thinks && !(asked.isSwitchedOff && obeysSwitch) ? thoughts : '';
    const limit = asked.limit ?? Number.POSITIVE_INFINITY;
    const left = limit - tokensIn(thinking);
    const text = left >= tokensIn(full) ? full : left <= 0 ? '' : full.slice(0, Math.floor(left * 3));
    const output = Math.min(limit, tokensIn(thinking) + tokensIn(text));
    return {
      thoughts: thinking.slice(0, Math.floor(Math.min(limit * 3, thinking.length))),
      text,
      finish: text === full ? 'stop' : 'length',
      usage: { input, output },
    };
  }

  async function chat(path: string, body: Record<string, unknown>, res: ServerResponse): Promise<void> {
    const asked = wire.read(body);
    const window = Math.min(asked.window ?? state.window, state.possibleWindow);
    const promptTokens = asked.messages.reduce((sum, { content }) => sum + tokensIn(content) + 4, 0);
    const isOver =
      promptTokens >= window || (wire.countsLimit === true && promptTokens + (asked.limit ?? 0) > window);
    const request: PlayedRequest = {
      path,
      body,
      promptTokens,
      window,
      isCut: false,
      seen: asked.messages.map(({ content }) => content).join('\n'),
      isAborted: false,
    };
    requests.push(request);
    const gone = new AbortController();
    res.once('close', () => {
      request.isAborted = !res.writableFinished;
      gone.abort();
    });
    await load(window, gone.signal);
    let { messages } = asked;
    if (isOver) {
      request.isCut = true;
      if (overflow !== 'cut') return refuse(asked, promptTokens, window, res);
      messages = cutFromFront(messages, Math.floor(window * 0.8));
      request.seen = messages.map(({ content }) => content).join('\n');
    }
    await wait(firstTokenMs, gone.signal);
    const answer = generated(asked, messages, promptTokens);
    // What was cut is not counted: prompt and answer fill the window.
    if (isOver) answer.usage.input = window - answer.usage.output;
    if (asked.isStreamed) await stream(answer, body, res, gone.signal);
    else send(res, 200, wire.whole(answer, state, thoughtsAs));
  }

  function refuse(asked: Asked, tokens: number, window: number, res: ServerResponse): void {
    const { status, body, event } = wire.tooLong(tokens, window, asked);
    const usual = overflow === 'error-500' ? 500 : overflow === 'error-in-200' ? 200 : status;
    if (event === undefined) send(res, usual, body);
    else res.writeHead(200, { 'content-type': wire.stream.type }).end(event);
  }

  async function stream(
    answer: Generated,
    body: Record<string, unknown>,
    res: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { stream: shapes } = wire;
    res.writeHead(200, { 'content-type': shapes.type });
    /** Writes word by word; false where the caller has gone. */
    const say = async (text: string, shape: (piece: string) => string): Promise<boolean> => {
      for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
        if (Number.isFinite(tokensPerSecond)) await wait((tokensIn(piece) / tokensPerSecond) * 1000, gone);
        if (res.destroyed) return false;
        res.write(shape(piece));
      }
      return true;
    };
    if (shapes.begin) res.write(shapes.begin(state));
    const inContent = answer.thoughts !== '' && thoughtsAs === 'think-tags' && shapes.begin !== undefined;
    if (inContent) res.write(shapes.piece('<think>', state));
    if (!(await say(answer.thoughts, (piece) => shapes.thought(piece, state, thoughtsAs)))) return;
    if (inContent && answer.text !== '') res.write(shapes.piece('</think>', state));
    if (!(await say(answer.text, (piece) => shapes.piece(piece, state)))) return;
    const { include_usage: wantsUsage = false } = (body['stream_options'] ?? {}) as {
      include_usage?: boolean;
    };
    res.end(shapes.end(answer, state, wantsUsage));
  }

  server.handle(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://loopback').pathname;
    const sent = await text(req);
    const body = (sent === '' ? {} : JSON.parse(sent)) as Record<string, unknown>;
    if (req.method === 'POST' && wire.chatPaths.includes(path)) return chat(path, body, res);
    if (path === '/api/generate' && options.kind === 'ollama') {
      const { window } = wire.read(body);
      await load(window ?? state.window, new AbortController().signal);
    }
    const known = wire.about(path, state) ?? (path === '/v1/models' ? modelsOf([state.model]) : null);
    if (known !== null) return send(res, 200, known);
    const { status, body: said } = wire.unknownPath(req.method ?? 'GET', path);
    send(res, status, said);
  });

  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, baseUrl: `${origin}/v1`, requests, close: server.close };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
