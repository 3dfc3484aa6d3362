import { z } from 'zod';
import { isTimeZone } from '../rules/calendar.ts';
import { idSchema, instant, textSchema } from './primitives.ts';

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A weekly time in the person's zone, as clocks there show it. */
const postingSlotSchema = z.strictObject({
  /** 0 is Sunday. */
  day: z.int().min(0).max(6),
  time: z.string().regex(timeOfDay, 'must be a time such as 09:00'),
});
export type PostingSlot = z.infer<typeof postingSlotSchema>;

/** Twenty-four a day. */
export const mostPostingSlots = 168;

const ownSettings = z.object({
  /** Each draft is read a second time by the model. */
  readDrafts: z.boolean(),
  minGapSeconds: z.int().min(0).max(86_400),
  dailyCap: z.int().min(1).max(200),
  /** Units a day for what became of comments. */
  outcomeUnits: z.int().min(0).max(5000),
  channelCooldownHours: z.int().min(0).max(8_760),
  blockedChannels: z.array(textSchema(64).trim().min(1)).max(1000),
  postingPaused: z.boolean(),
  postingSlots: z.array(postingSlotSchema).max(mostPostingSlots),
  /** Leaves videos of up to three minutes out of Fresh. */
  skipShorts: z.boolean(),
  /** The most drafts that are written by themselves each morning; none with 0. */
  morningDrafts: z.int().min(0).max(10),
  /** In the owner's time zone. */
  morningHour: z.int().min(0).max(23),
});

export const userSettingsSchema = ownSettings.extend({
  id: z.int(),
  activeVoiceProfileId: z.int().nullable(),
  autoQueueEnabled: z.boolean(),
  /** Null until a browser tells it. */
  timeZone: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** Absent fields stay; null clears. */
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

/** Without a trailing slash, and with /v1 where no path was given; other texts stay as they are. */
export function modelAddress(text: string): string {
  const typed = text.trim();
  if (!URL.canParse(typed)) return typed;
  const { origin, pathname, search, hash, username, password } = new URL(typed);
  if (origin === 'null' || search || hash || username || password) return typed;
  return `${origin}${pathname.replace(/\/+$/, '') || '/v1'}`;
}

/** Says in words what is wrong with an address; null if it may be used (decision 021). */
export function addressProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an address that begins with http:// or https://, like http://localhost:11434/v1';
  if (url.username || url.password) return 'must not hold a name or password; put the key in its own field';
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

/** Where each kind of server usually answers; null where the person has to say. */
export const usualAddresses: Record<ModelKind, string | null> = {
  openai: openAiAddress,
  ollama: 'http://localhost:11434/v1',
  lm_studio: 'http://localhost:1234/v1',
  other: null,
};

/** The most tokens that a server is asked to load a model with, unless the person says otherwise: memory is theirs. */
export const usualLargestWindow = 32_768;

/** Tokens. */
export const smallestWindow = 1024;
const windowSchema = z
  .int()
  .min(smallestWindow, 'must be 1,024 tokens or more')
  .max(4_000_000, 'is too large');

/** What the person says of a model; null where its server is believed. */
const byHand = z.object({
  /** Tokens of prompt and answer together. */
  contextWindow: windowSchema.nullable(),
  thinksFirst: z.boolean().nullable(),
  /** The most that a server is asked for, since memory is the person's. */
  largestWindow: windowSchema,
});
export type ModelByHand = z.infer<typeof byHand>;

/** What a model and its server showed. The owner sees it in Settings and can have it forgotten. */
const seenOfModel = z.object({
  /** Tokens that the server named when it refused a prompt; counts only where nobody told the window. */
  namedWindow: z.int().nullable(),
  /** It thought, perhaps although it was asked not to. */
  hasThought: z.boolean(),
  /** Its template refused a system message, so the instructions go into the user message. */
  withoutSystemRole: z.boolean(),
  /** Told not to think, it did not keep to the form of an answer; allowed to, it did. */
  needsThinking: z.boolean(),
});
export type SeenOfModel = z.infer<typeof seenOfModel>;

/** The name of the sandbox's model, which writes nothing: it looks up drafts that were prepared by hand. */
export const sandboxModelName = 'prepared draft (sandbox)';
/** The code of its error where no draft was prepared. */
export const noPreparedDraft = 'no_prepared_draft';

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

export const backupsSchema = z.object({
  last: z.object({ madeAt: instant, bytes: z.int() }).nullable(),
  failure: z.object({ at: instant, reason: z.string() }).nullable(),
  folder: z.string(),
});
export type Backups = z.infer<typeof backupsSchema>;
