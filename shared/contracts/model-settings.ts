import { z } from 'zod';
import { addressProblem, modelAddress, openAiAddress } from '../rules/model-address.ts';
import { textSchema } from './primitives.ts';

export const modelKinds = ['openai', 'ollama', 'lm_studio', 'other'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelKindLabels: Record<ModelKind, string> = {
  openai: 'OpenAI',
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  other: 'Another OpenAI-compatible server',
};

/** Where each kind of server usually answers; null where the person has to say. */
export const usualAddresses: Record<ModelKind, string | null> = {
  openai: openAiAddress,
  ollama: 'http://localhost:11434/v1',
  lm_studio: 'http://localhost:1234/v1',
  other: null,
};

/** The most tokens that a server is asked to load a model with, unless the person says otherwise: memory is theirs. */
export const usualLargestWindow = 32_768;

/** What answers of a model showed. */
export interface SeenOfModel {
  /** Tokens; counts only in place of the window that it corrected. */
  window: { tokens: number; insteadOf: number } | null;
  /** It thought although it was asked not to. */
  thinks: boolean;
  /** Tokens counted for each estimated one, smoothed. */
  factor: number | null;
}

/** Tokens. */
export const smallestWindow = 1024;
const windowSchema = z
  .int()
  .min(smallestWindow, 'must be 1,024 tokens or more')
  .max(4_000_000, 'is too large');

/** What the person says of a model; null where its server is believed. */
const byHand = z.object({
  contextWindow: windowSchema.nullable(),
  thinksFirst: z.boolean().nullable(),
  largestWindow: windowSchema,
});

/** The names of environment variables that win over what is stored, by field. */
const fixedBySchema = z.object({
  baseUrl: z.string().nullable(),
  key: z.string().nullable(),
  model: z.string().nullable(),
});

export const modelSettingsSchema = z.object({
  /** Where the connection in use comes from; `none`: drafting answers `no_model`. */
  source: z.enum(['environment', 'settings', 'sandbox', 'none']),
  kind: z.enum(modelKinds),
  baseUrl: z.string(),
  model: z.string(),
  /** The key itself is never sent back. */
  hasKey: z.boolean(),
  fixedBy: fixedBySchema,
  ...byHand.shape,
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

const modelAddressSchema = textSchema(500)
  .transform(modelAddress)
  .check(({ value, issues }) => {
    const message = addressProblem(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  });

const server = z.strictObject({
  kind: z.enum(modelKinds),
  /** Absent: the usual address of this kind. OpenAI has no other. */
  baseUrl: modelAddressSchema.optional(),
  /** Absent: the stored one if the address is the same. Null: none. */
  key: textSchema(500)
    .trim()
    .regex(/^[\x21-\x7e]*$/, 'must hold no spaces and only plain characters')
    .nullable()
    .optional(),
});

type Server = z.infer<typeof server>;

const withAddress = <T extends Server>(asked: T, context: z.RefinementCtx<T>) => {
  const usual = usualAddresses[asked.kind];
  const baseUrl = asked.kind === 'openai' ? usual : (asked.baseUrl ?? usual);
  if (baseUrl !== null) return { ...asked, baseUrl };
  context.addIssue({ code: 'custom', path: ['baseUrl'], message: 'is required' });
  return z.NEVER;
};

export const modelServerSchema = server.transform(withAddress);
export type ModelServer = z.infer<typeof modelServerSchema>;

export const updateModelSettingsSchema = server
  .extend({
    model: textSchema(200, 'is required').trim().min(1, 'is required'),
    // Absent: as it was for this model.
    ...byHand.partial().shape,
  })
  .transform(withAddress);
export type UpdateModelSettings = z.infer<typeof updateModelSettingsSchema>;

export const modelListSchema = z.object({ models: z.array(z.string()) });

export const foundServerSchema = z.object({
  kind: z.enum(modelKinds),
  baseUrl: z.string(),
  models: z.array(z.string()),
});
export type FoundServer = z.infer<typeof foundServerSchema>;

export const modelTestSchema = z.object({
  model: z.string(),
  text: z.string(),
  milliseconds: z.int(),
  /** "Ollama 0.12.3". */
  server: z.string(),
  /** Tokens of prompt and answer together, as the draft had them, and what the model can hold where the server tells. */
  window: z.int(),
  possibleWindow: z.int().nullable(),
  thinking: z.enum(['none', 'off', 'on']),
  /** Whether the server kept to the response schema it was sent. */
  structured: z.boolean(),
  /** Whether the text came in pieces. */
  streaming: z.boolean(),
  /** Null where it came in one piece. */
  firstWordMs: z.int().nullable(),
  wordsPerSecond: z.number().nullable(),
  /** Of talk, as a transcript that a draft has room for beside everything else. */
  transcriptMinutes: z.int(),
  /** Sentences: what falls short, and how to mend it. */
  shortfalls: z.array(z.string()),
});
export type ModelTest = z.infer<typeof modelTestSchema>;
