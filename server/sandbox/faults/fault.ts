import { z } from 'zod';
import { commentStateSchema } from '../comments/moderation.ts';

const errorAnswer = {
  /** Default: the reason's usual status. */
  status: z.int().min(200).max(599).optional(),
  /** A code of YouTube's, OAuth's or the model's, depending on the path. */
  reason: z.string().optional(),
  dialect: z.enum(['legacy', 'gateway', 'openai']).optional(),
  /** With rateLimitExceeded: the daily limit, not a burst. */
  daily: z.boolean().optional(),
  message: z.string().optional(),
  /** Sent as it is, without the error envelope. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
};

const modelBehaviours = [
  'refusal',
  'content-filter',
  'bad-json',
  'wrong-shape',
  'fenced',
  'cut-off',
  'empty',
  'no-json-schema',
  'stream-cut',
  'stream-stall',
  'text',
] as const;

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), ...errorAnswer }),
  z.object({ kind: z.literal('hang') }),
  z.object({ kind: z.literal('reset') }),
  /** The three `accept-` kinds carry the request out first. */
  z.object({ kind: z.literal('accept-then-hang-up') }),
  z.object({ kind: z.literal('accept-then-hang') }),
  z.object({ kind: z.literal('accept-then-status'), ...errorAnswer }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.object({
    kind: z.literal('non-json'),
    status: z.int().min(200).max(599).default(502),
    body: z.string().default('<html><body><h1>502 Bad Gateway</h1></body></html>'),
  }),
  z.object({
    kind: z.literal('moderate'),
    state: commentStateSchema,
    later: z.object({ state: commentStateSchema, afterSeconds: z.number().min(0) }).optional(),
  }),
  z.object({
    kind: z.literal('model'),
    behaviour: z.enum(modelBehaviours),
    text: z.string().optional(),
    /** Words of a stream before it is cut or stalls; half of them by default. */
    words: z.int().min(0).optional(),
  }),
]);
export type Fault = z.output<typeof faultSchema>;
export type ErrorAnswer = Omit<Extract<Fault, { kind: 'status' }>, 'kind'>;
export type ModelFault = Extract<Fault, { kind: 'model' }>;

export const faultOrderSchema = z.object({
  match: z
    .object({
      method: z.string().optional(),
      /** The whole path, or a prefix that ends in `*`. */
      path: z.string().optional(),
      contains: z.string().optional(),
    })
    .default({}),
  /** Requests to hit; 0 means all until it is removed. */
  times: z.int().min(0).max(1_000_000).default(1),
  after: z.int().min(0).default(0),
  fault: faultSchema,
});
export type FaultOrder = z.input<typeof faultOrderSchema>;
export type QueuedFault = z.output<typeof faultOrderSchema> & { id: number };
