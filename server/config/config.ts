import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { errorCode } from '../core/errors.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../core/link-local.ts';
import { type logLevels, SECRET_ADVICE, type VariableName, variables } from './variables.ts';

export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

export type LogLevel = (typeof logLevels)[number];

export type Config = ReturnType<typeof compose>;

/** Only what the environment says; Settings hold the rest. */
interface NoticesConfig {
  readonly email: Partial<NonNullable<z.output<typeof variables>['SMTP_URL']>> & {
    readonly from?: string;
    readonly to?: string;
  };
  readonly ntfy: Partial<Record<'server' | 'topic', string> & FixedSecrets>;
  readonly webhook: Partial<Record<'url', string> & FixedSecrets>;
}

interface FixedSecrets {
  readonly secrets: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Partial<Record<VariableName, string>>;

/** The message has a line per variable, without its value: that may be secret. */
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
  const names = Object.keys(variables.shape);
  const entries = names.map((name) => [name, env[name]?.trim()]).filter(([, value]) => value);
  return Object.fromEntries(entries);
}

function locality(settings: Settings) {
  const url = settings.PUBLIC_URL ?? 'http://localhost';
  const publicIsLocal = URL.canParse(url) && isLocalHost(new URL(url).hostname);
  return { publicIsLocal, isLocal: publicIsLocal && isLocalHost(settings.HOST ?? '127.0.0.1') };
}

function credentials(settings: Settings) {
  const mayPretend = settings.NODE_ENV !== 'production' && locality(settings).publicIsLocal;
  const wantsGoogle = Boolean(
    settings.GOOGLE_CLIENT_ID ||
      settings.GOOGLE_CLIENT_SECRET ||
      settings.GOOGLE_BASE_URL ||
      settings.YOUTUBE_API_KEY,
  );
  const googleReal = wantsGoogle || !mayPretend;
  const hasModel = Boolean(settings.OPENAI_API_KEY || settings.OPENAI_BASE_URL);
  const standIn = googleReal ? 'none' : 'sandbox';
  return { googleReal, modelMode: hasModel ? ('environment' as const) : standIn } as const;
}

const wantedOfGoogle = {
  GOOGLE_CLIENT_ID: 'client ID of your OAuth client',
  GOOGLE_CLIENT_SECRET: 'client secret that belongs to GOOGLE_CLIENT_ID',
};

function findProblems(settings: Settings): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, what] of Object.entries(credentials(settings).googleReal ? wantedOfGoogle : {}))
    if (!settings[name as VariableName])
      problems.set(name, `set it to the ${what} (README, "Configure real credentials").`);
  const { isLocal } = locality(settings);
  if (!settings.SESSION_SECRET && (settings.NODE_ENV === 'production' || !isLocal)) {
    problems.set('SESSION_SECRET', SECRET_ADVICE);
  }
  if (!settings.OWNER_EMAIL && !isLocal) {
    problems.set('OWNER_EMAIL', 'set it to the e-mail address of the Google account that may sign in.');
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
    nodeEnv: values.NODE_ENV,
    /** 0 lets the system choose. */
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isLocal: locality(settings).isLocal,
    isHttps: publicUrl.startsWith('https:'),
    dataDir,
    databaseDir: join(dataDir, googleReal ? 'db' : 'sandbox'),
    databaseUrl: values.DATABASE_URL ?? null,
    backupDir: resolve(values.BACKUP_DIR ?? join(dataDir, 'backups')),
    /** Null: the one generated in DATA_DIR. */
    sessionSecret: values.SESSION_SECRET ?? null,
    /** Lower case; if empty, the first account to sign in is the owner. */
    ownerEmails: Object.freeze(values.OWNER_EMAIL ?? []),
    logLevel: values.LOG_LEVEL,
    sandboxTokensPerSecond: values.SANDBOX_TOKENS_PER_SECOND,
    google: Object.freeze({
      mode: googleReal ? 'real' : 'sandbox',
      clientId: values.GOOGLE_CLIENT_ID ?? 'chime-in-sandbox',
      clientSecret: values.GOOGLE_CLIENT_SECRET ?? 'chime-in-sandbox-secret',
      baseUrl: values.GOOGLE_BASE_URL ?? null,
      apiKey: values.YOUTUBE_API_KEY ?? null,
      dailyUnits: values.YOUTUBE_DAILY_UNITS,
      dailySearches: values.YOUTUBE_DAILY_SEARCHES,
    }),
    /** `sandbox` and `none` give way to what Settings hold (decision 021). */
    languageModel: Object.freeze({
      mode: modelMode,
      apiKey: values.OPENAI_API_KEY ?? null,
      baseUrl: values.OPENAI_BASE_URL ?? null,
      model: values.OPENAI_MODEL ?? null,
    }),
    notices: Object.freeze<NoticesConfig>({
      email: {
        ...values.SMTP_URL,
        ...(values.MAIL_FROM && { from: values.MAIL_FROM }),
        ...(values.MAIL_TO && { to: values.MAIL_TO }),
      },
      ntfy: values.NTFY_URL
        ? { ...values.NTFY_URL, secrets: values.NTFY_TOKEN ? [values.NTFY_TOKEN] : [] }
        : {},
      webhook: values.WEBHOOK_URL ? { url: values.WEBHOOK_URL, secrets: values.WEBHOOK_SECRET ?? [] } : {},
    }),
  });
}

/** Throws ConfigError for an address, or a name that leads to one, that is link-local. */
export async function refuseLinkLocalNames({ notices: { email, ntfy, webhook } }: Config): Promise<void> {
  const hosts: [VariableName, string | undefined][] = [
    ['SMTP_URL', email.host],
    ['NTFY_URL', ntfy.server && new URL(ntfy.server).hostname],
    ['WEBHOOK_URL', webhook.url && new URL(webhook.url).hostname],
  ];
  const problems = new Map<string, string>();
  for (const [name, host] of hosts)
    if (host && (await leadsToLinkLocal(host))) problems.set(name, linkLocalAdvice);
  if (problems.size > 0) throw new ConfigError(problems);
}

/** A PUBLIC_URL that was set stays. */
export function atPort(config: Config, port: number): Config {
  if (config.port === port) return config;
  const publicUrl =
    config.publicUrl === `http://localhost:${config.port}` ? `http://localhost:${port}` : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}

/** Null: Google's own hosts. */
export function googleOriginOf(
  google: Config['google'],
  sandbox: { readonly googleOrigin: string } | null,
): string | null {
  return (google.mode === 'sandbox' ? sandbox?.googleOrigin : google.baseUrl) ?? null;
}

/** Skips the .env file under NODE_ENV=test: no test may use real credentials. */
export function readEnvironment(): Environment {
  if (process.env['NODE_ENV'] !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Throws if the file is damaged: a new secret would end every session and stored grant. */
export function resolveSessionSecret(
  source: Pick<Config, 'dataDir' | 'sessionSecret'>,
  random = () => randomBytes(32),
): string {
  if (source.sessionSecret !== null) return source.sessionSecret;
  mkdirSync(source.dataDir, { recursive: true, mode: 0o700 });
  const path = join(source.dataDir, 'session-secret');
  const secret = readSecret(path) ?? createSecret(path, random().toString('hex'));
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} is damaged. Restore it from a backup, or delete it: everyone then has to sign in again.`,
  );
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Linked into place: a crash or a second process must not leave half a secret. */
function createSecret(path: string, secret: string): string {
  const tempFile = `${path}.${process.pid}`;
  writeFileSync(tempFile, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(tempFile, path);
    return secret;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return readSecret(path) ?? '';
  } finally {
    rmSync(tempFile, { force: true });
  }
}
