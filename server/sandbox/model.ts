import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import { noPreparedDraft, sandboxModelName } from '#shared/contracts/settings.ts';
import { loadContent } from './content/content.ts';
import type { ModelFault } from './faults.ts';
import { pathOf } from './http.ts';
import { type ModelAnswer, withFault } from './model-faults.ts';
import { createScript, type Message } from './model-script.ts';
import { randomName } from './random.ts';

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * A timer waits at least a millisecond, so shorter waits only yield to the event loop.
 */
export const realWait: Wait = (ms, signal) =>
  ms < 1 ? nextTurn() : sleep(ms, undefined, { signal }).catch(() => {});

/**
 * A language model as the app sees it: its name, and the handler of the paths under /v1.
 */
export interface SandboxModel {
  name: string;
  handle: RequestHandler;
}

export type CreateModel = (pace: {
  tokensPerSecond: number;
  wait?: Wait | undefined;
}) => SandboxModel;

/**
 * The context window in tokens, shared by prompt and answer, that the list of models
 * reports.
 */
const WINDOW = 128_000;

/** A usual average for most languages. */
const LETTERS_PER_TOKEN = 4;

/** Splits the text into the pieces of a stream, about three tokens each. */
const piecesOf = (text: string) => text.match(/[\s\S]{1,12}/gu) ?? [];

function refuse(
  res: Response,
  status: number,
  message: string,
  code: string | null,
): void {
  res
    .status(status)
    .json({ error: { message, type: 'invalid_request_error', param: null, code } });
}

interface Asked {
  messages?: Message[];
  stream?: boolean;
  response_format?: { type?: string };
}

/** Creates an OpenAI-compatible server that answers with drafts prepared by hand. */
export const createPreparedModel: CreateModel = ({
  tokensPerSecond,
  wait = realWait,
}) => {
  const answer = createScript(loadContent());
  const pace = (text: string, gone: AbortSignal) =>
    wait((text.length / LETTERS_PER_TOKEN / tokensPerSecond) * 1_000, gone);
  const head = () => ({
    id: `chatcmpl-${randomName(24)}`,
    created: 1,
    model: sandboxModelName,
  });

  async function stream(
    { text, refusal, finish }: ModelAnswer,
    fault: ModelFault | null,
    res: Response,
    gone: AbortSignal,
  ): Promise<void> {
    const say = (delta: object, finish_reason: string | null = null) => {
      const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
      res.write(
        `data: ${JSON.stringify({ ...head(), object: 'chat.completion.chunk', choices })}\n\n`,
      );
    };
    const pieces = piecesOf(text);
    const isBroken =
      fault?.behaviour === 'stream-cut' || fault?.behaviour === 'stream-stall';
    const sent = isBroken ? (fault.words ?? Math.ceil(pieces.length / 2)) : pieces.length;
    res.type('text/event-stream');
    say({ role: 'assistant', content: '', refusal });
    for (const content of pieces.slice(0, sent)) {
      say({ content });
      await pace(content, gone);
      if (res.destroyed) return;
    }
    if (fault?.behaviour === 'stream-stall') await once(res, 'close');
    if (isBroken) return void res.socket?.destroy();
    say({}, finish);
    res.end('data: [DONE]\n\n');
  }

  async function chat({ messages = [], ...asked }: Asked, res: Response): Promise<void> {
    const fault = (res.locals['modelFault'] as ModelFault | undefined) ?? null;
    if (
      fault?.behaviour === 'no-json-schema' &&
      asked.response_format?.type === 'json_schema'
    ) {
      const error =
        "'response_format.type' must be 'text'; 'json_schema' is not supported";
      return void res.status(400).json({ error });
    }
    const text = answer(messages);
    if (text === null) return refuse(res, 422, 'No draft was prepared.', noPreparedDraft);
    const given = withFault(text, fault);
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    if (asked.stream) return stream(given, fault, res, gone.signal);
    await pace(given.text, gone.signal);
    const isHeld = given.refusal !== null || given.finish === 'content_filter';
    const message = {
      role: 'assistant',
      content: isHeld ? null : given.text,
      refusal: given.refusal,
    };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: given.finish }];
    res.json({ ...head(), object: 'chat.completion', choices });
  }

  return {
    name: sandboxModelName,
    async handle(req, res) {
      const path = pathOf(req);
      if (req.method === 'POST' && path === '/v1/chat/completions')
        return chat(req.body ?? {}, res);
      if (path === '/v1/models') {
        const entry = {
          id: sandboxModelName,
          object: 'model',
          created: 1,
          owned_by: 'chime-in-sandbox',
        };
        return void res.json({
          object: 'list',
          data: [{ ...entry, context_length: WINDOW }],
        });
      }
      refuse(res, 404, `Invalid URL (${req.method} ${path})`, null);
    },
  };
};
