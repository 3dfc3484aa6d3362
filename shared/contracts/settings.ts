import { z } from 'zod';
import { isTimeZone } from '../rules/calendar.ts';
import { idSchema, instant, textSchema } from './primitives.ts';

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A weekly wall-clock time in the owner's time zone. */
const postingSlotSchema = z.strictObject({
  /** 0 is Sunday. */
  day: z.int().min(0).max(6),
  time: z.string().regex(timeOfDay, 'must be a time such as 09:00'),
});
export type PostingSlot = z.infer<typeof postingSlotSchema>;

/** 24 slots per day. */
export const mostPostingSlots = 168;

const ownSettings = z.object({
  /** Whether the model reads each draft a second time. */
  readDrafts: z.boolean(),
  minGapSeconds: z.int().min(0).max(86_400),
  dailyCap: z.int().min(1).max(200),
  /**
   * Quota units per day for checking visibility, likes and replies of posted comments.
   */
  outcomeUnits: z.int().min(0).max(5000),
  channelCooldownHours: z.int().min(0).max(8_760),
  blockedChannels: z.array(textSchema(64).trim().min(1)).max(1000),
  postingPaused: z.boolean(),
  postingSlots: z.array(postingSlotSchema).max(mostPostingSlots),
  /** Leaves videos of up to three minutes out of Fresh. */
  skipShorts: z.boolean(),
  /** The most drafts that are written automatically each morning; 0 turns this off. */
  morningDrafts: z.int().min(0).max(10),
  /** Hour in the owner's time zone. */
  morningHour: z.int().min(0).max(23),
});

export const userSettingsSchema = ownSettings.extend({
  id: z.int(),
  activeVoiceProfileId: z.int().nullable(),
  autoQueueEnabled: z.boolean(),
  /** Null until a browser has sent it. */
  timeZone: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** Missing fields stay unchanged; null clears a field. */
export const updateUserSettingsSchema = z.strictObject({
  ...ownSettings.partial().shape,
  activeVoiceProfileId: idSchema.nullable().optional(),
  autoQueueEnabled: z.boolean(),
  timeZone: textSchema(64)
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin or UTC')
    .optional(),
});
export type UpdateUserSettings = z.infer<typeof updateUserSettingsSchema>;

export const openAiAddress = 'https://api.openai.com/v1';

/**
 * Normalizes the address of a model server: removes a trailing slash, and adds /v1 if
 * there is no path. Returns other texts unchanged.
 */
export function modelAddress(text: string): string {
  const typed = text.trim();
  if (!URL.canParse(typed)) return typed;
  const { origin, pathname, search, hash, username, password } = new URL(typed);
  if (origin === 'null' || search || hash || username || password) return typed;
  return `${origin}${pathname.replace(/\/+$/, '') || '/v1'}`;
}

/**
 * Returns a sentence about what is wrong with an address; null if it can be used
 * (decision 021).
 */
export function addressProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an address that begins with http:// or https://, like http://localhost:11434/v1';
  if (url.username || url.password)
    return 'must not hold a name or password; put the key in its own field';
  if (url.search || url.hash) return 'must end with its path, like /v1';
  if (url.protocol === 'http:' && !isOwnNetwork(url.hostname))
    return 'must begin with https://, because your key and your texts would cross the internet unencrypted';
  return null;
}

export function isOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':')) return host === '::1' || /^f[cd]/.test(host);
  const [first = 0, second = 0] = host.split('.').map(Number);
  if (/^\d+(\.\d+){3}$/.test(host))
    return (
      first === 10 ||
      first === 127 ||
      (first === 172 && second >= 16 && second < 32) ||
      (first === 192 && second === 168) ||
      (first === 100 && second >= 64 && second < 128)
    );
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
}

export const modelKinds = ['openai', 'ollama', 'lm_studio', 'other'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelKindLabels: Record<ModelKind, string> = {
  openai: 'OpenAI',
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  other: 'Another OpenAI-compatible server',
};

/** The usual address of each kind of server; null if the owner has to enter it. */
export const usualAddresses: Record<ModelKind, string | null> = {
  openai: openAiAddress,
  ollama: 'http://localhost:11434/v1',
  lm_studio: 'http://localhost:1234/v1',
  other: null,
};

/**
 * The largest context window, in tokens, that a server is asked to load a model with
 * unless the owner says otherwise, because it takes the owner's memory.
 */
export const usualLargestWindow = 32_768;

/** In tokens. */
export const smallestWindow = 1024;
const windowSchema = z
  .int()
  .min(smallestWindow, 'must be 1,024 tokens or more')
  .max(4_000_000, 'is too large');

/** What the owner says about a model; null to use what its server says. */
const byHand = z.object({
  /** Tokens that the prompt and the response can have together. */
  contextWindow: windowSchema.nullable(),
  thinksFirst: z.boolean().nullable(),
  /**
   * The largest window that a server is asked for, because it takes the owner's memory.
   */
  largestWindow: windowSchema,
});
export type ModelByHand = z.infer<typeof byHand>;

/**
 * What the responses of a model and its server showed. The
 * owner sees it in Settings and can have it forgotten.
 */
const seenOfModel = z.object({
  /**
   * The window, in tokens, that the server named when it rejected a prompt. Used only if
   * neither the owner nor the server states the window.
   */
  namedWindow: z.int().nullable(),
  /** The model thought, even if it was asked not to. */
  hasThought: z.boolean(),
  /**
   * Its template rejected a system message, so the instructions go into the user message.
   */
  withoutSystemRole: z.boolean(),
  /** It kept to the response schema only when it was allowed to think. */
  needsThinking: z.boolean(),
});
export type SeenOfModel = z.infer<typeof seenOfModel>;

/**
 * Name of the sandbox's model, which writes nothing but looks up drafts that were
 * prepared by hand.
 */
export const sandboxModelName = 'prepared draft (sandbox)';
/** The sandbox model's error code if no draft was prepared. */
export const noPreparedDraft = 'no_prepared_draft';

/** The environment variables that override the stored values, by field. */
const fixedBySchema = z.object({
  baseUrl: z.string().nullable(),
  key: z.string().nullable(),
  model: z.string().nullable(),
});

export const modelSettingsSchema = z.object({
  /**
   * Where the current connection comes from. With `none`, drafting fails with `no_model`.
   */
  source: z.enum(['environment', 'settings', 'sandbox', 'none']),
  kind: z.enum(modelKinds),
  baseUrl: z.string(),
  model: z.string(),
  /** The key itself is never sent back. */
  hasKey: z.boolean(),
  fixedBy: fixedBySchema,
  ...byHand.shape,
  seen: seenOfModel,
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
  /** If missing, the usual address of this kind. OpenAI has no other. */
  baseUrl: modelAddressSchema.optional(),
  /**
   * If missing, the stored key is kept as long as the address stays the same. Null
   * deletes the key.
   */
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
    // Missing fields stay as they were for this model.
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
  /** Name and version, such as "Ollama 0.12.3". */
  server: z.string(),
  /**
   * The window in tokens (prompt and response together) that the
   * draft had, and the largest one possible if the server says so.
   */
  window: z.int(),
  possibleWindow: z.int().nullable(),
  thinking: z.enum(['none', 'off', 'on']),
  /** Whether the response had the form of the response schema. */
  structured: z.boolean(),
  streaming: z.boolean(),
  /** Null if the text was not streamed. */
  firstWordMs: z.int().nullable(),
  wordsPerSecond: z.number().nullable(),
  /** Minutes of talk in the longest transcript that a draft has room for. */
  transcriptMinutes: z.int(),
  /** Sentences that say what falls short and how to fix it. */
  shortfalls: z.array(z.string()),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

export const backupsSchema = z.object({
  last: z.object({ madeAt: instant, bytes: z.int() }).nullable(),
  failure: z.object({ at: instant, reason: z.string() }).nullable(),
  folder: z.string(),
});
export type Backups = z.infer<typeof backupsSchema>;
