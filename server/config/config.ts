import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  httpAddressAdvice,
  isHttpAddress,
  type NoticeAddresses,
  webhookSecret,
} from '#shared/contracts/notices.ts';
import { addressProblem } from '#shared/contracts/settings.ts';
import { isLocalHost } from '../core/local-host.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SECRET_ADVICE =
  'set it to a random text of at least 32 characters (make one with: openssl rand -hex 32).';
const ORIGIN_ADVICE = 'it must be an origin like https://example.org, without a path.';
const DAILY_ADVICE =
  "it must be a whole number of 1 or more, as your Google project's quota page shows it.";

const protocolOf = (text: string) => URL.parse(text)?.protocol ?? '';
const isHttp = (text: string) => /^https?:$/.test(protocolOf(text));

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && isHttp(text) && url.href === `${url.origin}/` && !/[?#]/.test(text)
  );
}

const origin = z
  .string()
  .refine(isOrigin, ORIGIN_ADVICE)
  .transform((text) => new URL(text).origin);

const address = z.string().refine(isHttpAddress, `it ${httpAddressAdvice}.`);

const smtpUrl = z.string().transform((text, { addIssue }) => {
  try {
    const url = new URL(text);
    const isTls = url.protocol === 'smtps:' || url.port === '465';
    if (/^smtps?:$/.test(url.protocol) && url.hostname !== '')
      return {
        smtpHost: url.hostname.replace(/^\[|\]$/g, ''),
        smtpPort: Number(url.port) || (isTls ? 465 : 587),
        isTls,
        smtpUser: decodeURIComponent(url.username),
        smtpPassword: url.password === '' ? [] : [decodeURIComponent(url.password)],
      };
  } catch {
    // Not an address, or one with a % that begins no escape.
  }
  addIssue(
    'it must look like smtp://user:password@host:587, or smtps://… for TLS from the start. Write %, @ and : in them as %25, %40 and %3A.',
  );
  return z.NEVER;
});

const ntfyUrl = address
  .refine(
    (text) => /^\/(.*\/)?[\w-]{1,64}$/.test(URL.parse(text)?.pathname ?? ''),
    'it must end with the topic, like https://ntfy.sh/my-topic.',
  )
  .transform((text) => {
    const [, ntfyServer = '', ntfyTopic = ''] = /^(.*)\/([^/]+)$/.exec(text) ?? [];
    return { ntfyServer, ntfyTopic };
  });

const email = z
  .string()
  .refine((text) => z.email().safeParse(text).success, 'it must be an e-mail address.');

/** One secret, or two while the first replaces the second. */
const webhookSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/))
  .refine(
    (secrets) =>
      secrets.length <= 2 && secrets.every((secret) => webhookSecret.test(secret)),
    'it must be whsec_ followed by 24 to 64 bytes in base64 (make one with: echo whsec_$(openssl rand -base64 32)), or two such separated by a space.',
  );

const wholeNumber = (min: number, max: number, advice: string) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      advice,
    )
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
    (emails) =>
      emails.length > 0 && emails.every((email) => z.email().safeParse(email).success),
    'it must be the e-mail address of your Google account, or several separated by commas.',
  );

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * True for an address, a range like 10.0.0.0/8, or one of Express's names for several
 * ranges.
 */
function isProxyRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const longest = version === 4 ? 32 : 128;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
}

const proxyRanges = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine(
    (ranges) => ranges.every(isProxyRange),
    'it must be addresses or ranges like 10.0.0.2 or 10.0.0.0/8, separated by commas; uniquelocal stands for all private networks.',
  );

export const variables = z.object({
  NODE_ENV: z
    .enum(
      ['development', 'production', 'test'],
      'it must be development, production or test, or left out.',
    )
    .default('development'),
  PORT: wholeNumber(
    0,
    65_535,
    'it must be a port number from 0 to 65535 (0 takes any free one).',
  ).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'it must be an address to listen on, like 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: proxyRanges.optional(),
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
  SANDBOX_TOKENS_PER_SECOND: wholeNumber(
    1,
    999_999_999,
    'it must be a whole number of 1 or more.',
  ).default(60),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: email.optional(),
  MAIL_TO: email.optional(),
  NTFY_URL: ntfyUrl.optional(),
  NTFY_TOKEN: z.string().optional(),
  WEBHOOK_URL: address.optional(),
  WEBHOOK_SECRET: webhookSecrets.optional(),
  LOG_LEVEL: z
    .enum(logLevels, `it must be one of ${logLevels.join(', ')}.`)
    .default('info'),
});

export type VariableName = keyof typeof variables.shape;

export type LogLevel = (typeof logLevels)[number];

export type Config = ReturnType<typeof compose>;

/** At most one secret each, or two of a webhook while the first replaces the second. */
type NoticeSecrets = Record<
  'smtpPassword' | 'ntfyToken' | 'webhookSecret',
  readonly string[]
>;
export type FixedNoticeFields = Partial<
  NoticeAddresses & NoticeSecrets & { isTls: boolean }
>;
/** The fields that each variable sets. The rest is set in Settings. */
export type NoticesConfig = Readonly<
  Partial<Record<VariableName, FixedNoticeFields | undefined>>
>;

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Partial<Record<VariableName, string>>;

/** The message has one line per variable, without its value, which may be secret. */
export class ConfigError extends Error {
  readonly problems: ReadonlyMap<string, string>;

  constructor(problems: ReadonlyMap<string, string>) {
    super([...problems].map(([name, advice]) => `${name}: ${advice}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** An empty value, as in a .env file, counts as not set. */
function settingsOf(env: Environment): Settings {
  const entries = Object.keys(variables.shape).map((name) => [name, env[name]?.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

function locality(settings: Settings) {
  const publicIsLocal = isLocalHost(
    URL.parse(settings.PUBLIC_URL ?? 'http://localhost')?.hostname ?? '',
  );
  return {
    publicIsLocal,
    isLocal: publicIsLocal && isLocalHost(settings.HOST ?? '127.0.0.1'),
  };
}

function credentials(settings: Settings) {
  const mayPretend =
    settings.NODE_ENV !== 'production' && locality(settings).publicIsLocal;
  const wantsGoogle = Boolean(
    settings.GOOGLE_CLIENT_ID ||
      settings.GOOGLE_CLIENT_SECRET ||
      settings.GOOGLE_BASE_URL ||
      settings.YOUTUBE_API_KEY,
  );
  const googleReal = wantsGoogle || !mayPretend;
  const hasModel = Boolean(settings.OPENAI_API_KEY || settings.OPENAI_BASE_URL);
  const standIn = googleReal ? 'none' : 'sandbox';
  return {
    googleReal,
    modelMode: hasModel ? ('environment' as const) : standIn,
  } as const;
}

const wantedOfGoogle = {
  GOOGLE_CLIENT_ID: 'client ID of your OAuth client',
  GOOGLE_CLIENT_SECRET: 'client secret that belongs to GOOGLE_CLIENT_ID',
};

function findProblems(settings: Settings): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, what] of Object.entries(
    credentials(settings).googleReal ? wantedOfGoogle : {},
  ))
    if (!settings[name as VariableName])
      problems.set(name, `set it to the ${what} (README, "Configure real credentials").`);
  const { isLocal } = locality(settings);
  if (!settings.SESSION_SECRET && (settings.NODE_ENV === 'production' || !isLocal)) {
    problems.set('SESSION_SECRET', SECRET_ADVICE);
  }
  if (!settings.OWNER_EMAIL && !isLocal) {
    problems.set(
      'OWNER_EMAIL',
      'set it to the e-mail address of the Google account that may sign in.',
    );
  }
  for (const issue of variables.safeParse(settings).error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, issue.message);
  }
  return problems;
}

export function loadConfig(env: Environment): Config {
  const settings = settingsOf(env);
  const problems = findProblems(settings);
  if (problems.size > 0) throw new ConfigError(problems);
  return compose(variables.parse(settings), settings);
}

function compose(values: z.output<typeof variables>, settings: Settings) {
  const { googleReal, modelMode } = credentials(settings);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const dataDir = resolve(values.DATA_DIR);
  return Object.freeze({
    /** 0 lets the system choose. */
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    /**
     * Proxies whose X-Forwarded-For is trusted, as Express's “trust proxy” setting takes
     * them.
     */
    trustedProxies: Object.freeze<string[]>([
      'loopback',
      ...(values.TRUSTED_PROXIES ?? []),
    ]),
    dataDir,
    databaseDir: join(dataDir, googleReal ? 'db' : 'sandbox'),
    databaseUrl: values.DATABASE_URL ?? null,
    backupDir: resolve(values.BACKUP_DIR ?? join(dataDir, 'backups')),
    /** Null if the secret generated in DATA_DIR is used. */
    sessionSecret: values.SESSION_SECRET ?? null,
    /** Lower case; if empty, the first account to sign in is the owner. */
    ownerEmails: Object.freeze(values.OWNER_EMAIL ?? []),
    logLevel: values.LOG_LEVEL,
    sandboxTokensPerSecond: values.SANDBOX_TOKENS_PER_SECOND,
    google: composeGoogle(values, googleReal),
    /**
     * In the modes `sandbox` and `none`, a model from Settings takes precedence (decision
     * 021).
     */
    languageModel: Object.freeze({
      mode: modelMode,
      apiKey: values.OPENAI_API_KEY ?? null,
      baseUrl: values.OPENAI_BASE_URL ?? null,
      model: values.OPENAI_MODEL ?? null,
    }),
    notices: composeNotices(values),
  });
}

function composeGoogle(values: z.output<typeof variables>, googleReal: boolean) {
  return Object.freeze({
    mode: googleReal ? 'real' : 'sandbox',
    clientId: values.GOOGLE_CLIENT_ID ?? 'chime-in-sandbox',
    clientSecret: values.GOOGLE_CLIENT_SECRET ?? 'chime-in-sandbox-secret',
    baseUrl: values.GOOGLE_BASE_URL ?? null,
    apiKey: values.YOUTUBE_API_KEY ?? null,
    dailyUnits: values.YOUTUBE_DAILY_UNITS,
    dailySearches: values.YOUTUBE_DAILY_SEARCHES,
  } as const);
}

function composeNotices(values: z.output<typeof variables>): Readonly<NoticesConfig> {
  return Object.freeze<NoticesConfig>({
    SMTP_URL: values.SMTP_URL,
    MAIL_FROM: values.MAIL_FROM ? { mailFrom: values.MAIL_FROM } : {},
    MAIL_TO: values.MAIL_TO ? { mailTo: values.MAIL_TO } : {},
    NTFY_URL: values.NTFY_URL && {
      ...values.NTFY_URL,
      ntfyToken: values.NTFY_TOKEN ? [values.NTFY_TOKEN] : [],
    },
    WEBHOOK_URL: values.WEBHOOK_URL
      ? { webhookUrl: values.WEBHOOK_URL, webhookSecret: values.WEBHOOK_SECRET ?? [] }
      : {},
  });
}

/** Skips the .env file under NODE_ENV=test: no test may use real credentials. */
export function readEnvironment(): Environment {
  if (process.env['NODE_ENV'] !== 'test' && existsSync('.env'))
    process.loadEnvFile('.env');
  return process.env;
}
