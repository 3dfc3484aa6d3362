import { type ErrorRequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { ModelFault } from '../faults/fault.ts';
import { randomName } from '../random.ts';
import { pathOf } from '../request.ts';
import { answerQuestion, usageOf } from './answer.ts';
import { streamAnswer } from './chat-stream.ts';
import { ModelFailure, modelError } from './errors.ts';
import type { Pace } from './pace.ts';
import { isSchema, type Schema, strictProblem } from './schema.ts';

export interface ModelDeps {
  clock: Clock;
  paceOf: (res: Response) => Pace;
}

const models = ['gpt-6-luna', 'gpt-6-sol'];

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
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({ type: z.literal('json_schema'), json_schema: formatSchema }),
    ])
    .nullish(),
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
  if (format?.type !== 'json_schema') return null;
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
    .get('/models', (_req, res) => {
      const created = Math.floor(clock.now().getTime() / 1_000);
      const data = models.map((id) => ({ id, object: 'model', created, owned_by: 'chime-in-sandbox' }));
      res.json({ object: 'list', data });
    })
    .post('/chat/completions', async (req, res) => {
      const body = readBody(req.body);
      const fault = (res.locals['modelFault'] as ModelFault | undefined) ?? null;
      const answer = answerQuestion({
        messages: body.messages,
        schema: schemaOf(body.response_format, fault),
        wantsJson: body.response_format?.type === 'json_object',
        limit: body.max_completion_tokens ?? body.max_tokens ?? null,
        fault,
      });
      const created = Math.floor(clock.now().getTime() / 1_000);
      const head = { id: `chatcmpl-${randomName(24)}`, created, model: body.model };
      const pace = paceOf(res);
      res.set('x-request-id', `req_${randomName(24)}`);
      if (body.stream) {
        const usage = body.stream_options?.include_usage ?? false;
        return streamAnswer(res, head, answer, { usage, fault, pace });
      }
      await pace(answer.text);
      const isSilent = answer.refusal !== null || answer.finish === 'content_filter';
      const message = {
        role: 'assistant',
        content: isSilent ? null : answer.text,
        refusal: answer.refusal,
      };
      res.json({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, logprobs: null, finish_reason: answer.finish }],
        usage: usageOf(answer),
      });
    })
    .use((req) => {
      const message = `Invalid URL (${req.method} ${pathOf(req)})`;
      throw new ModelFailure(modelError('unknown_url', 404, message));
    });
