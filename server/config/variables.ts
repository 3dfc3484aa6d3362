import { z } from 'zod';
import { httpAddressAdvice, isHttpAddress, webhookSecret } from '#shared/contracts/notices.ts';
import { addressProblem } from '#shared/contracts/settings.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const SECRET_ADVICE =
  'set it to a random text of at least 32 characters (make one with: openssl rand -hex 32).';
const ORIGIN_ADVICE = 'it must be an origin like https://example.org, without a path.';
const DAILY_ADVICE = "it must be a whole number of 1 or more, as your Google project's quota page shows it.";

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null);
const protocolOf = (text: string) => parseUrl(text)?.protocol ?? '';
const isHttp = (text: string) => /^https?:$/.test(protocolOf(text));

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && isHttp(text) && url.href === `${url.origin}/` && !/[?#]/.test(text);
}

const origin = z
  .string()
  .refine(isOrigin, ORIGIN_ADVICE)
  .transform((text) => new URL(text).origin);

const address = z.string().refine(isHttpAddress, `it ${httpAddressAdvice}.`);

const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:$/.test(protocolOf(text)) && (parseUrl(text)?.hostname ?? '') !== '',
    'it must look like smtp://user:password@host:587, or smtps://… for TLS from the start. Write @ and : in them as %40 and %3A.',
  )
  .transform((text) => {
    const url = new URL(text);
    const isTls = url.protocol === 'smtps:' || url.port === '465';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isTls ? 465 : 587),
      isTls,
      user: decodeURIComponent(url.username),
      secrets: url.password === '' ? [] : [decodeURIComponent(url.password)],
    };
  });

const ntfyUrl = address
  .refine(
    (text) => /^\/(.*\/)?[\w-]{1,64}$/.test(parseUrl(text)?.pathname ?? ''),
    'it must end with the topic, like https://ntfy.sh/my-topic.',
  )
  .transform((text) => {
    const [, server = '', topic = ''] = /^(.*)\/([^/]+)$/.exec(text) ?? [];
    return { server, topic };
  });

const email = z.string().refine((text) => z.email().safeParse(text).success, 'it must be an e-mail address.');

/** Two while the first replaces the second. */
const webhookSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/))
  .refine(
    (secrets) => secrets.length <= 2 && secrets.every((secret) => webhookSecret.test(secret)),
    'it must be whsec_ followed by 24 to 64 bytes in base64 (make one with: echo whsec_$(openssl rand -base64 32)), or two such separated by a space.',
  );

const wholeNumber = (min: number, max: number, advice: string) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, advice)
    .transform(Number);

const emailList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  )
  .refine(
    (emails) => emails.length > 0 && emails.every((email) => z.email().safeParse(email).success),
    'it must be the e-mail address of your Google account, or several separated by commas.',
  );

export const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'it must be development, production or test, or left out.')
    .default('development'),
  PORT: wholeNumber(0, 65_535, 'it must be a port number from 0 to 65535 (0 takes any free one).').default(
    3000,
  ),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'it must be an address to listen on, like 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:$/.test(protocolOf(text)),
      'it must look like postgres://user:password@host:5432/name; leave it out for the embedded database.',
    )
    .optional(),
  SESSION_SECRET: z.string().min(32, SECRET_ADVICE).optional(),
  OWNER_EMAIL: emailList.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_BASE_URL: origin.optional(),
  YOUTUBE_API_KEY: z.string().optional(),
  YOUTUBE_DAILY_UNITS: wholeNumber(1, 999_999_999, DAILY_ADVICE).default(10_000),
  YOUTUBE_DAILY_SEARCHES: wholeNumber(1, 999_999_999, DAILY_ADVICE).default(100),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z
    .string()
    .superRefine((text, { addIssue }) => {
      const problem = addressProblem(text);
      if (problem) addIssue(`it ${problem}.`);
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OPENAI_MODEL: z.string().optional(),
  SANDBOX_TOKENS_PER_SECOND: wholeNumber(1, 999_999_999, 'it must be a whole number of 1 or more.').default(
    60,
  ),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: email.optional(),
  MAIL_TO: email.optional(),
  NTFY_URL: ntfyUrl.optional(),
  NTFY_TOKEN: z.string().optional(),
  WEBHOOK_URL: address.optional(),
  WEBHOOK_SECRET: webhookSecrets.optional(),
  LOG_LEVEL: z.enum(logLevels, `it must be one of ${logLevels.join(', ')}.`).default('info'),
});

export type VariableName = keyof typeof variables.shape;
