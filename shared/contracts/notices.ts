import { z } from 'zod';
import { instant, instantSchema, textSchema } from './primitives.ts';

/** What the person chooses channels for. */
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
export const noticeKindSchema = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

export const noticeTypes = [...noticeKinds, 'posting.resumed', 'backup.resumed', 'test'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** What happens once and is written down by what does it; the rest are states that are watched. */
export type NoticeCause = 'comment.unconfirmed' | 'comment.removed' | 'replies.new' | 'backup.failed';

/** Sent by the server; open pages show notices in the browser by themselves. */
export const sendingChannels = ['email', 'ntfy', 'webhook'] as const;
export type SendingChannel = (typeof sendingChannels)[number];
export const noticeChannels = [...sendingChannels, 'browser'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export type NoticeRoutes = Record<NoticeKind, NoticeChannel[]>;
const routesSchema = z.record(noticeKindSchema, z.array(z.enum(noticeChannels)));

/** What a notice knows of its cause; names and words are read when it is told. */
export interface NoticeData {
  /** A code of posting, or why a backup failed. */
  reason?: string;
  comments?: number[];
  replies?: number[];
  count?: number;
  freeBytes?: number;
  endsAt?: string;
  since?: string;
  letter?: {
    posted: number;
    hidden: number;
    goingOut: number;
    replies: number;
    drafts: number;
    /** Null while nothing is followed. */
    fresh: number | null;
  };
  isReminder?: boolean;
  /** The pause was told before, with another reason. */
  wasTold?: boolean;
}

const hour = z.int().min(0).max(23);
const plan = {
  /** Hours of the person's own time zone. */
  quietOn: z.boolean(),
  quietFrom: hour,
  quietTo: hour,
  /** Quotes comments and replies. */
  withWords: z.boolean(),
  letterOn: z.boolean(),
  letterHour: hour,
  /** 0 is Sunday. */
  letterDays: z.array(z.int().min(0).max(6)).max(7),
  routes: routesSchema,
};

const port = z.int().min(1).max(65_535);
const fixed = z.string().nullable();

export const noticeSettingsSchema = z.object({
  ...plan,
  email: z.object({
    host: z.string(),
    port,
    user: z.string(),
    from: z.string(),
    to: z.string(),
    hasPassword: z.boolean(),
  }),
  ntfy: z.object({ server: z.string(), topic: z.string(), hasToken: z.boolean() }),
  webhook: z.object({
    url: z.string(),
    hasSecret: z.boolean(),
    /** Until when the former secret signs too. */
    formerUntil: instant.nullable(),
  }),
  /** Channels that can be sent to. */
  ready: z.array(z.enum(sendingChannels)),
  /** The names of environment variables that win over what is stored, by field. */
  fixedBy: z.object({ smtp: fixed, from: fixed, to: fixed, ntfy: fixed, webhook: fixed }),
  kinds: z.array(z.object({ kind: noticeKindSchema, label: z.string(), when: z.string(), over: z.string() })),
});
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

const plain = (max: number) =>
  textSchema(max)
    .trim()
    .regex(/^[^\s]*$/, 'must hold no spaces');
/** Absent: the stored one while its address stays the same. Null: none. */
const secret = plain(500)
  .regex(/^[\x21-\x7e]*$/, 'must hold only plain characters')
  .nullable()
  .optional();

const httpUrl = plain(1000).refine(
  (text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)),
  'must be an address that begins with http:// or https://',
);
const emailAddress = textSchema(320)
  .trim()
  .refine((text) => text === '' || z.email().safeParse(text).success, 'must be an e-mail address');
const withoutCredentials = 'must not hold a name or password';
const hasNoCredentials = (text: string) => !URL.canParse(text) || new URL(text).username === '';

/** As the Standard Webhooks specification has it: 24 to 64 bytes in base64. */
export const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Absent fields stay; an empty host, topic or address turns its channel off. */
export const updateNoticeSettingsSchema = z.strictObject({
  ...z.object(plan).partial().shape,
  routes: z.partialRecord(noticeKindSchema, z.array(z.enum(noticeChannels)).max(4)).optional(),
  email: z
    .strictObject({
      host: plain(253).regex(/^[^/@]*$/, 'must be the name of a mail server, like smtp.example.org'),
      port,
      user: textSchema(320).trim(),
      password: textSchema(500).nullable().optional(),
      from: emailAddress,
      to: emailAddress,
    })
    .optional(),
  ntfy: z
    .strictObject({
      server: httpUrl.refine(hasNoCredentials, withoutCredentials),
      topic: plain(64).regex(/^[\w-]*$/, 'must hold only letters, digits, - and _'),
      token: secret,
    })
    .optional(),
  webhook: z
    .strictObject({
      url: httpUrl.refine(hasNoCredentials, withoutCredentials),
      secret: plain(200)
        .refine(
          (text) => text === '' || webhookSecret.test(text),
          'must be whsec_ followed by 24 to 64 bytes in base64',
        )
        .optional(),
    })
    .optional(),
});
export type UpdateNoticeSettings = z.infer<typeof updateNoticeSettingsSchema>;

export const testNoticeSchema = z.strictObject({ channel: z.enum(sendingChannels) });
export const noticeTestSchema = z.object({ ok: z.boolean(), answer: z.string() });
export type NoticeTest = z.infer<typeof noticeTestSchema>;

const deliverySchema = z.object({
  channel: z.enum(sendingChannels),
  state: z.enum(['waiting', 'sent', 'failing', 'given_up']),
  attempts: z.int(),
  /** Sent, or last tried. */
  at: instant.nullable(),
  nextTryAt: instant.nullable(),
  answer: z.string().nullable(),
});
export type NoticeDelivery = z.infer<typeof deliverySchema>;

export const noticeSchema = z.object({
  id: z.int(),
  type: z.enum(noticeTypes),
  cause: z.string(),
  title: z.string(),
  text: z.string(),
  /** A page of this app. */
  path: z.string(),
  at: instant,
  /** When it was handed to its channels; null while quiet hours hold it. */
  toldAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  isRead: z.boolean(),
  deliveries: z.array(deliverySchema),
});
export type Notice = z.infer<typeof noticeSchema>;
export const noticeListSchema = z.array(noticeSchema);

export const readNoticesSchema = z.strictObject({ upTo: instantSchema });

export const createTokenSchema = z.strictObject({
  name: textSchema(100, 'is required').trim().min(1, 'is required'),
});
export const tokenSchema = z.object({ id: z.int(), name: z.string(), createdAt: instant });
export type Token = z.infer<typeof tokenSchema>;
/** The token itself is shown this once. */
export const createdTokenSchema = z.object({ id: z.int(), name: z.string(), token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;

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
export type Status = z.infer<typeof statusSchema>;
