import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type ErrorRequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { ModelFailure, type ModelFault, modelError } from './faults.ts';
import { pathOf } from './http.ts';
import { type Answer, answerQuestion, isSchema, type Schema, strictProblem } from './model-answer.ts';
import { tokenWeight } from './model-prompt.ts';
import { randomName } from './random.ts';
import { completionShapes, modelsOf } from './server-dialects.ts';

interface Options {
  usage: boolean;
  fault: ModelFault | null;
  pace: Pace;
}

type Shapes = ReturnType<typeof completionShapes>;

const streamAnswer = async (res: Response, shapes: Shapes, answer: Answer, options: Options) => {
  const { usage, fault, pace } = options;
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  res.write(shapes.chunk({ role: 'assistant', content: '', refusal: null }));
  if (answer.refusal) res.write(shapes.chunk({ refusal: answer.refusal }));
  const words = answer.text.match(/\S+\s*|\s+/g) ?? [];
  const isBroken = fault?.behaviour === 'stream-cut' || fault?.behaviour === 'stream-stall';
  const last = isBroken ? (fault.words ?? Math.ceil(words.length / 2)) : words.length;
  for (const word of words.slice(0, last)) {
    res.write(shapes.chunk({ content: word }));
    await pace(word);
    if (res.destroyed) return;
  }
  if (fault?.behaviour === 'stream-stall') await once(res, 'close');
  if (isBroken) return void res.socket?.destroy();
  res.end(shapes.end(answer, usage));
};

export interface ModelDeps {
  clock: Clock;
  paceOf: (res: Response) => Pace;
}

const limit = z.number().int().positive().nullish();
const formatSchema = z.object({
  name: z.string().default(''),
  schema: z.custom<Schema>(isSchema),
  strict: z.boolean().nullish(),
});
const bodySchema = z.object({
  model: z.string().min(1),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: limit,
  max_completion_tokens: limit,
  response_format: z.object({ type: z.literal('json_schema'), json_schema: formatSchema }).nullish(),
});
type Format = z.infer<typeof bodySchema>['response_format'];

const readBody = (body: unknown) => {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const message = `Invalid request: ${issue?.message}`;
  throw new ModelFailure(modelError('invalid_request', 400, message, issue?.path.join('.')));
};

/** Throws a ModelFailure 400 as strict mode does, or where a fault forbids schemas. */
const schemaOf = (format: Format, fault: ModelFault | null): Schema | null => {
  if (!format) return null;
  if (fault?.behaviour === 'no-json-schema') {
    const error = "'response_format.type' must be 'text'; 'json_schema' is not supported";
    throw new ModelFailure({ status: 400, body: { error } });
  }
  const { name, schema, strict } = format.json_schema;
  const problem = strict ? strictProblem(schema) : null;
  if (!problem) return schema;
  const message = `Invalid schema for response_format '${name}': ${problem}`;
  throw new ModelFailure(modelError('invalid_json_schema', 400, message, 'response_format'));
};

export const sendModelError: ErrorRequestHandler = (error, _req, res, _next) => {
  const isBadBody = error instanceof SyntaxError && 'body' in error;
  const { status, body } =
    error instanceof ModelFailure
      ? error.answer
      : isBadBody
        ? modelError('invalid_json', 400, 'We could not parse the JSON body of your request.')
        : modelError();
  res.status(status).json(body);
};

/** Mounted at /v1; accepts any key and any model name. */
export const modelRoutes = ({ clock, paceOf }: ModelDeps): Router =>
  Router()
    .get('/models', (_req, res) => void res.json(modelsOf(['gpt-6-luna', 'gpt-6-sol'])))
    .post('/chat/completions', async (req, res) => {
      const body = readBody(req.body);
      const fault = (res.locals['modelFault'] as ModelFault | undefined) ?? null;
      const answer = answerQuestion({
        messages: body.messages,
        schema: schemaOf(body.response_format, fault),
        limit: body.max_completion_tokens ?? body.max_tokens ?? null,
        fault,
      });
      const created = Math.floor(clock.now().getTime() / 1_000);
      const shapes = completionShapes({ id: `chatcmpl-${randomName(24)}`, created, model: body.model });
      const pace = paceOf(res);
      res.set('x-request-id', `req_${randomName(24)}`);
      if (body.stream) {
        const usage = body.stream_options?.include_usage ?? false;
        return streamAnswer(res, shapes, answer, { usage, fault, pace });
      }
      await pace(answer.text);
      const isSilent = answer.refusal !== null || answer.finish === 'content_filter';
      const message = { role: 'assistant', content: isSilent ? null : answer.text, refusal: answer.refusal };
      res.json(shapes.whole(message, answer));
    })
    .use((req) => {
      const message = `Invalid URL (${req.method} ${pathOf(req)})`;
      throw new ModelFailure(modelError('unknown_url', 404, message));
    });

/** Waits as long as a model takes for this text, or until the caller has gone. */
type Pace = (text: string) => Promise<void>;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Timers wait at least a millisecond, so shorter waits only yield. */
export const realWait: Wait = (ms, signal) =>
  ms < 1 ? nextTurn() : sleep(ms, undefined, { signal }).catch(() => {});

export const createPace =
  (tokensPerSecond: number, wait: Wait) =>
  (res: Response): Pace => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    return (text) => wait((tokenWeight(text) / tokensPerSecond) * 1_000, gone.signal);
  };
