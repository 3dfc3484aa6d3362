import { once } from 'node:events';
import express, { type RequestHandler, type Response } from 'express';
import type { ModelFault } from '../../sandbox/faults.ts';
import { listen, pathOf } from '../../sandbox/http.ts';
import { realWait, type Wait } from '../../sandbox/model.ts';
import { answerQuestion } from './model-answer.ts';
import { type Message, tokensIn, tokenWeight } from './model-prompt.ts';
import {
  type Asked,
  type Generated,
  modelsOf,
  type Overflow,
  type State,
  servers,
  type ThoughtsAs,
  type Wire,
} from './server-dialects.ts';

/**
 * Keeps only the last `tokens` tokens, so that the instructions at the front are lost
 * first.
 */
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

interface ModelOptions {
  kind: PlayedKind;
  model?: string;
  /** The context window in tokens, unless a request asks for another. */
  window: number;
  possibleWindow?: number;
  thinks?: boolean;
  /** True if the model stops thinking when told to. */
  obeysSwitch?: boolean;
  thoughtsAs?: ThoughtsAs;
  /** How a prompt that is too long is handled: `cut` silently drops its front. */
  overflow?: Overflow;
  loadMs?: number;
  firstTokenMs?: number;
  tokensPerSecond?: number;
  wait?: Wait | undefined;
  /** Called for each request that generates text. */
  hear?: (request: PlayedRequest) => void;
}

interface PlayedRequest {
  path: string;
  body: Record<string, unknown>;
  window: number;
  isCut: boolean;
  /** The messages as the model saw them. */
  seen: string;
  /** True if the client disconnected before the end. */
  isAborted: boolean;
}

/** The share of the window that a silently cut prompt fills. */
const keptShare = 0.8;

const thought =
  'Okay, who am I writing for? Perhaps {"comment": "SECRET THOUGHT of mine", "sources": []} would do. No, let me look again. ';
const thoughts = thought.repeat(20);

const textOf = (messages: readonly Message[]) =>
  messages.map(({ content }) => content).join('\n');

/**
 * Imitates one server of language models. It accepts any key and any model name; the body
 * must be parsed.
 */
export function modelServer(options: ModelOptions): RequestHandler {
  const wire = servers[options.kind];
  const {
    possibleWindow = 40_960,
    thinks = false,
    obeysSwitch = true,
    wait = realWait,
  } = options;
  const {
    loadMs = 0,
    firstTokenMs = 0,
    tokensPerSecond = Number.POSITIVE_INFINITY,
  } = options;
  const { thoughtsAs = 'reasoning_content', overflow = wire.defaultOverflow } = options;
  const model = options.model ?? wire.defaultModel;
  const state: State = {
    model,
    window: options.window,
    possibleWindow,
    thinks,
    loaded: null,
  };

  const pace = (text: string, gone: AbortSignal) =>
    wait((tokenWeight(text) / tokensPerSecond) * 1_000, gone);

  async function load(window: number, gone: AbortSignal): Promise<void> {
    if (state.loaded === window) return;
    if (loadMs > 0) await wait(loadMs, gone);
    if (!gone.aborted) state.loaded = window;
  }

  function generated(
    asked: Asked,
    messages: Message[],
    input: number,
    fault: ModelFault | null,
  ): Generated {
    const most = asked.limit ?? Number.POSITIVE_INFINITY;
    const thinking = thinks && !(asked.isSwitchedOff && obeysSwitch) ? thoughts : '';
    const left = Math.max(0, most - tokensIn(thinking));
    const answer = answerQuestion({ messages, schema: asked.schema, limit: left, fault });
    const output = Math.min(most, tokensIn(thinking) + tokensIn(answer.text));
    return {
      ...answer,
      thoughts: thinking.slice(0, Math.floor(Math.min(most * 3, thinking.length))),
      usage: { input, output },
    };
  }

  /**
   * Returns true if the prompt, or the prompt with its answer where the server counts
   * both, is too long.
   */
  function isTooLong(asked: Asked, tokens: number, window: number): boolean {
    if (tokens >= window) return true;
    return wire.countsLimit === true && tokens + (asked.limit ?? 0) > window;
  }

  async function chat(
    path: string,
    body: Record<string, unknown>,
    res: Response,
  ): Promise<void> {
    const asked = wire.read(body);
    const fault = faultOf(res);
    const window = Math.min(asked.window ?? state.window, possibleWindow);
    const tokens = asked.messages.reduce(
      (sum, { content }) => sum + tokensIn(content) + 4,
      0,
    );
    const isCut = isTooLong(asked, tokens, window);
    const cutsSilently = overflow === 'cut' && !asked.refusesCut;
    const dropsFront = isCut && cutsSilently;
    const isRefused = isCut && !cutsSilently;
    const messages = dropsFront
      ? cutFromFront(asked.messages, Math.floor(window * keptShare))
      : asked.messages;
    const request = {
      path,
      body,
      window,
      isCut,
      seen: textOf(messages),
      isAborted: false,
    };
    options.hear?.(request);
    const gone = new AbortController();
    res.once('close', () => {
      request.isAborted = !res.writableFinished;
      gone.abort();
    });
    if (asked.schema && fault?.behaviour === 'no-json-schema') return refuseSchema(res);
    await load(window, gone.signal);
    if (isRefused) return refuse(asked, { tokens, window }, res);
    if (firstTokenMs > 0) await wait(firstTokenMs, gone.signal);
    const answer = generated(asked, messages, tokens, fault);
    // Prompt tokens that were cut do not count: prompt and answer together fill the
    // window.
    if (isCut) answer.usage.input = window - answer.usage.output;
    await send(answer, asked, res, gone.signal);
  }

  async function send(
    answer: Generated,
    asked: Asked,
    res: Response,
    gone: AbortSignal,
  ): Promise<void> {
    const shown = { ...state, model: asked.model ?? model };
    if (!asked.isStreamed) {
      await pace(answer.text, gone);
      res.json(wire.whole(answer, shown, thoughtsAs));
      return;
    }
    await stream(wire, {
      answer,
      shown,
      thoughtsAs,
      wantsUsage: asked.wantsUsage,
      fault: faultOf(res),
      res,
      pace: (text) => pace(text, gone),
    });
  }

  function refuse(
    asked: Asked,
    { tokens, window }: { tokens: number; window: number },
    res: Response,
  ): void {
    const { status, body, event } = wire.tooLong(tokens, window, asked);
    if (event === undefined) res.status(statusOfRefusal(overflow, status)).json(body);
    else res.type(wire.stream.type).end(event);
  }

  return async (req, res) => {
    const path = pathOf(req);
    const body = (req.body ?? {}) as Record<string, unknown>;
    if (req.method === 'POST' && path === wire.chatPath) return chat(path, body, res);
    if (path === '/api/generate' && options.kind === 'ollama')
      await load(wire.read(body).window ?? state.window, new AbortController().signal);
    const known =
      wire.about(path, state) ?? (path === '/v1/models' ? modelsOf([model]) : null);
    if (known !== null) return void res.json(known);
    const { status, body: said } = wire.unknownPath(req.method, path);
    res.status(status).json(said);
  };
}

const faultOf = (res: Response) =>
  (res.locals['modelFault'] as ModelFault | undefined) ?? null;

function refuseSchema(res: Response): void {
  const error = "'response_format.type' must be 'text'; 'json_schema' is not supported";
  res.status(400).json({ error });
}

function statusOfRefusal(overflow: Overflow, usual: number): number {
  if (overflow === 'error-500') return 500;
  return overflow === 'error-in-200' ? 200 : usual;
}

interface StreamedAnswer {
  answer: Generated;
  shown: State;
  thoughtsAs: ThoughtsAs;
  wantsUsage: boolean;
  fault: ModelFault | null;
  res: Response;
  /** Waits as long as the model takes to write this text. */
  pace: (text: string) => Promise<void>;
}

/** Streams the thoughts and the text, and breaks off where the fault says so. */
async function stream(wire: Wire, streamed: StreamedAnswer): Promise<void> {
  const { answer, shown, fault, res } = streamed;
  const { stream: shapes } = wire;
  res.type(shapes.type);
  if (shapes.begin) res.write(shapes.begin(answer, shown));
  if (!(await streamThoughts(wire, streamed))) return;
  const words = answer.text.match(/\S+\s*|\s+/g) ?? [];
  const isBroken =
    fault?.behaviour === 'stream-cut' || fault?.behaviour === 'stream-stall';
  const last = isBroken ? (fault.words ?? Math.ceil(words.length / 2)) : words.length;
  if (!(await say(words.slice(0, last), (piece) => shapes.piece(piece, shown), streamed)))
    return;
  if (fault?.behaviour === 'stream-stall') await once(res, 'close');
  if (isBroken) return void res.socket?.destroy();
  res.end(shapes.end(answer, shown, streamed.wantsUsage));
}

/** Returns false if the client has disconnected. */
async function streamThoughts(
  { stream: shapes }: Wire,
  streamed: StreamedAnswer,
): Promise<boolean> {
  const { answer, shown, thoughtsAs, res } = streamed;
  const inContent =
    answer.thoughts !== '' && thoughtsAs === 'think-tags' && shapes.begin !== undefined;
  if (inContent) res.write(shapes.piece('<think>', shown));
  const lines = answer.thoughts.match(/.{1,99}/g) ?? [];
  if (!(await say(lines, (piece) => shapes.thought(piece, shown, thoughtsAs), streamed)))
    return false;
  if (inContent && answer.text !== '') res.write(shapes.piece('</think>', shown));
  return true;
}

/** Writes piece by piece; returns false if the client has disconnected. */
async function say(
  pieces: readonly string[],
  shape: (piece: string) => string,
  { res, pace }: Pick<StreamedAnswer, 'res' | 'pace'>,
): Promise<boolean> {
  for (const piece of pieces) {
    res.write(shape(piece));
    await pace(piece);
    if (res.destroyed) return false;
  }
  return true;
}

export type PlayedOptions = Omit<ModelOptions, 'hear'> & { port?: number };

/** Runs one server of language models on loopback, for tests. */
export async function playModelServer({ port = 0, ...options }: PlayedOptions) {
  const requests: PlayedRequest[] = [];
  const server = await listen(port, '127.0.0.1');
  const hear = (request: PlayedRequest) => void requests.push(request);
  server.handle(
    express().use(express.json({ limit: '4mb' }), modelServer({ ...options, hear })),
  );
  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, baseUrl: `${origin}/v1`, requests, close: server.close };
}
