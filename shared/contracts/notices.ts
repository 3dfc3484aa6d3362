import { z } from 'zod';
import { instant, instantSchema, textSchema } from './primitives.ts';

/** The kinds of notices for which the owner chooses channels. */
export const noticeKinds = [
  'posting.paused',
  'comment.unconfirmed',
  'comment.removed',
  'backup.failed',
  'disk.low',
  'schedule.endangered',
  'replies.new',
  'letter.daily',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export const noticeTypes = [
  ...noticeKinds,
  'posting.resumed',
  'backup.resumed',
  'test',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Channels that the server sends to. Browser notices are shown by open pages instead. */
export const sendingChannels = ['email', 'ntfy', 'webhook'] as const;
export type SendingChannel = (typeof sendingChannels)[number];
export const noticeChannels = [...sendingChannels, 'browser'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
export type NoticeRoutes = Record<NoticeKind, NoticeChannel[]>;

/** What a notice stores about its cause. Names and texts are read when it is sent. */
export interface NoticeData {
  /** Ids of the comments, or of the replies if the notice is about replies. */
  subjects?: number[];
  /** The code of a pause in posting, or why a backup failed. */
  reason?: string;
  count?: number;
  freeBytes?: number;
  endsAt?: string;
  since?: string;
  /** `fresh` is null while no channel and no search is followed. */
  letter?: Record<'posted' | 'hidden' | 'goingOut' | 'replies' | 'drafts', number> & {
    fresh: number | null;
  };
  isReminder?: boolean;
}

const hour = z.int().min(0).max(23);
const word = (max: number) =>
  textSchema(max).trim().regex(/^\S*$/, 'must hold no spaces');
const emailAddress = textSchema(320)
  .trim()
  .refine(
    (text) => text === '' || z.email().safeParse(text).success,
    'must be an e-mail address',
  );

/**
 * Returns whether the text can be the address of a webhook or an ntfy server. It must not
 * contain a name or password, which have fields of their own.
 */
export function isHttpAddress(text: string): boolean {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.username === '' && url.password === '';
}
export const httpAddressAdvice =
  'must be an address that begins with http:// or https:// and holds no name or password';
const httpAddress = word(1000).refine(
  (text) => text === '' || isHttpAddress(text),
  httpAddressAdvice,
);

const portProblem = 'must be a number from 1 to 65535';

/** An empty host, topic or address turns the channel off. */
const addresses = z.object({
  smtpHost: word(253).regex(
    /^[^/@]*$/,
    'must be the name of a mail server, like smtp.example.org',
  ),
  smtpPort: z.int({ error: portProblem }).min(1, portProblem).max(65_535, portProblem),
  smtpUser: textSchema(320).trim(),
  mailFrom: emailAddress,
  mailTo: emailAddress,
  ntfyServer: httpAddress,
  ntfyTopic: word(64).regex(/^[\w-]*$/, 'must hold only letters, digits, - and _'),
  webhookUrl: httpAddress,
});
export type NoticeAddresses = z.infer<typeof addresses>;

const fields = addresses.extend({
  /** Quiet hours, in the owner's time zone. */
  quietOn: z.boolean(),
  quietFrom: hour,
  quietTo: hour,
  /** Whether notices quote comments and replies. */
  withWords: z.boolean(),
  letterOn: z.boolean(),
  letterHour: hour,
  /** 0 is Sunday. */
  letterDays: z.array(z.int().min(0).max(6)).max(7),
});
const channelsOfKind = z.array(z.enum(noticeChannels)).max(noticeChannels.length);

export const noticeSettingsSchema = fields.extend({
  routes: z.record(z.enum(noticeKinds), channelsOfKind),
  /** `isReady`: the channel is set up completely. */
  channels: z.record(
    z.enum(sendingChannels),
    z.object({ hasSecret: z.boolean(), isReady: z.boolean() }),
  ),
  /** The environment variable that overrides the stored value, by field. */
  fixedBy: z.partialRecord(z.string(), z.string()),
  /** Until when the webhook's previous secret is used for signing too. */
  formerUntil: instant.nullable(),
  kinds: z.array(
    z.object({ kind: z.enum(noticeKinds), label: z.string(), when: z.string() }),
  ),
});
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

/** As defined by the Standard Webhooks specification: 24 to 64 bytes in base64. */
export const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/**
 * Missing fields stay unchanged; a secret stays only as long
 * as its address does. Null or an empty string deletes it.
 */
export const updateNoticeSettingsSchema = z.strictObject({
  ...fields.partial().shape,
  routes: z.partialRecord(z.enum(noticeKinds), channelsOfKind).optional(),
  smtpPassword: textSchema(500).nullish(),
  ntfyToken: word(500)
    .regex(/^[\x21-\x7e]*$/, 'must hold only plain characters')
    .nullish(),
  webhookSecret: z
    .string()
    .refine(
      (text) => text === '' || webhookSecret.test(text),
      'must be whsec_ and 24 to 64 bytes in base64',
    )
    .nullish(),
});
export type UpdateNoticeSettings = z.infer<typeof updateNoticeSettingsSchema>;

export const testNoticeSchema = z.strictObject({ channel: z.enum(sendingChannels) });
export const noticeTestSchema = z.object({ ok: z.boolean(), answer: z.string() });

const deliverySchema = z.object({
  channel: z.enum(sendingChannels),
  state: z.enum(['waiting', 'sent', 'failing', 'given_up']),
  attempts: z.int(),
  /** Null once the notice was sent or given up. */
  nextTryAt: z.string().nullable(),
  answer: z.string().nullable(),
});
export type NoticeDelivery = z.infer<typeof deliverySchema>;
export type NoticeDeliveries = Partial<Record<SendingChannel, NoticeDelivery>>;

const noticeSchema = z.object({
  id: z.int(),
  type: z.enum(noticeTypes),
  cause: z.string(),
  title: z.string(),
  text: z.string(),
  /** Path of a page of this app. */
  path: z.string(),
  at: instant,
  /** When the notice was handed to its channels; null while quiet hours hold it back. */
  toldAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  isRead: z.boolean(),
  /** Whether open pages show it as a browser notification. */
  inBrowser: z.boolean(),
  deliveries: z.array(deliverySchema),
});
export type Notice = z.infer<typeof noticeSchema>;
export const noticeListSchema = z.array(noticeSchema);

export const readNoticesSchema = z.strictObject({ upTo: instantSchema });

export const createTokenSchema = z.strictObject({
  name: textSchema(100, 'is required').trim().min(1, 'is required'),
});
export const tokenSchema = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: instant,
});
/** Contains the token itself, which is shown only this once. */
export const createdTokenSchema = tokenSchema
  .omit({ createdAt: true })
  .extend({ token: z.string() });

export const statusSchema = z.object({
  paused: z.boolean(),
  reason: z.string().nullable(),
  nextDue: instant.nullable(),
  lastPosted: instant.nullable(),
  grantEndsAt: instant.nullable(),
  quotaLeft: z.int(),
  lastBackup: instant.nullable(),
  version: z.string(),
});
