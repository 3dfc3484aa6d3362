import { z } from 'zod';
import { commentStateSchema } from '../comments/moderation.ts';

const errorAnswerShape = {
  status: z.int().min(200).max(599).optional(),
  /** A reason of WIRE A.4, an OAuth error, or a code of the model's API; the path decides which. */
  reason: z.string().optional(),
  message: z.string().optional(),
  dialect: z.enum(['legacy', 'gateway', 'openai']).optional(),
  /** With rateLimitExceeded: the day's limit instead of a burst. */
  daily: z.boolean().optional(),
  /** A whole body of one's own. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
};
const errorAnswerSchema = z.object(errorAnswerShape);
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

const modelFaultSchema = z.object({
  kind: z.literal('model'),
  behaviour: z.enum([
    'refusal',
    'content-filter',
    'bad-json',
    'wrong-shape',
    'fenced',
    'cut-off',
    'empty',
    'text',
    'stream-cut',
    'no-json-schema',
  ]),
  /** What it says instead. */
  text: z.string().optional(),
});
export type ModelFault = z.infer<typeof modelFaultSchema>;

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), ...errorAnswerShape }),
  /** Never answers, and does nothing. */
  z.object({ kind: z.literal('hang') }),
  /** Drops the connection, and does nothing. */
  z.object({ kind: z.literal('reset') }),
  /** Does what was asked; then the line is cut, stays silent, or carries an error. */
  z.object({ kind: z.literal('accept-then-hang-up') }),
  z.object({ kind: z.literal('accept-then-hang') }),
  z.object({ kind: z.literal('accept-then-status'), ...errorAnswerShape }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(300_000) }),
  z.object({
    kind: z.literal('non-json'),
    status: z.int().min(200).max(599).default(502),
    body: z.string().default('<!doctype html><title>Error 502</title><p>Bad gateway.'),
  }),
  /** The insert answers 200; this is what becomes of the comment. */
  z.object({
    kind: z.literal('moderate'),
    state: commentStateSchema,
    later: z.object({ state: commentStateSchema, afterSeconds: z.number().min(0) }).optional(),
  }),
  modelFaultSchema,
]);
export type Fault = z.infer<typeof faultSchema>;

export const faultOrderSchema = z.object({
  /** Which requests; absent parts fit any. A path may end in `*`; `contains` looks at address and body. */
  match: z
    .object({ method: z.string().optional(), path: z.string().optional(), contains: z.string().optional() })
    .default({}),
  /** How many requests meet it; 0 means every one until it is removed. */
  times: z.int().min(0).max(1_000_000).default(1),
  /** How many fitting requests pass before it. */
  after: z.int().min(0).max(1_000_000).default(0),
  fault: faultSchema,
});
export type FaultOrder = z.input<typeof faultOrderSchema>;
export type QueuedFault = z.output<typeof faultOrderSchema> & { id: number };
