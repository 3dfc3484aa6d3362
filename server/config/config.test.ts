import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { resolveSessionSecret } from '../features/auth/token-vault.ts';
import { tempDir } from '../testing/processes.ts';
import { ConfigError, type Environment, loadConfig, variables } from './config.ts';

const secret = 'a'.repeat(32);
const pair = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const model = { OPENAI_API_KEY: 'sk-test' };
const remote = {
  PUBLIC_URL: 'https://chime.example.org',
  SESSION_SECRET: secret,
  OWNER_EMAIL: 'me@example.org',
};

function problemsOf(env: Environment): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems.keys()].sort();
    throw error;
  }
}

describe('loadConfig without environment variables', () => {
  it('runs on localhost with the sandbox for Google and for the model', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      isHttps: false,
      databaseUrl: null,
      sessionSecret: null,
      ownerEmails: [],
      logLevel: 'info',
      google: {
        mode: 'sandbox',
        baseUrl: null,
        apiKey: null,
        dailyUnits: 10_000,
        dailySearches: 100,
      },
      languageModel: { mode: 'sandbox', apiKey: null, baseUrl: null, model: null },
    });
    expect(config.databaseDir).toBe(join(config.dataDir, 'sandbox'));
    expect(config.backupDir).toBe(join(config.dataDir, 'backups'));
  });

  it('treats empty and blank values as not set', () => {
    expect(loadConfig({ PORT: '', OPENAI_API_KEY: ' ', GOOGLE_CLIENT_ID: '' })).toEqual(
      loadConfig({}),
    );
  });

  it('returns an object that is frozen at every level', () => {
    const config = loadConfig({});
    for (const part of [
      config,
      config.google,
      config.languageModel,
      config.ownerEmails,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

it('.env.example lists exactly the variables that exist, and changes nothing by itself', () => {
  const example = parseEnv(
    readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8'),
  );
  expect(Object.keys(example).sort()).toEqual(Object.keys(variables.shape).sort());
  expect(loadConfig(example)).toEqual(loadConfig({}));
});

describe('loadConfig: sandbox in place of credentials (rule 1.5)', () => {
  it('uses real services with Google credentials and a model', () => {
    const config = loadConfig({ ...pair, ...model });
    expect(config.google).toMatchObject({
      mode: 'real',
      clientId: 'id',
      clientSecret: 'secret',
    });
    expect(config.languageModel.mode).toBe('environment');
    expect(config.databaseDir).toBe(join(config.dataDir, 'db'));
  });

  it('uses the sandbox only for Google when a model is configured', () => {
    const config = loadConfig({ OPENAI_BASE_URL: 'http://localhost:11434/v1/' });
    expect(config.google.mode).toBe('sandbox');
    expect(config.languageModel).toMatchObject({
      mode: 'environment',
      baseUrl: 'http://localhost:11434/v1',
      apiKey: null,
    });
  });

  const google = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'];
  it.each<[string, Environment]>([
    ['on localhost', pair],
    ['at a public address', { ...pair, ...remote, NODE_ENV: 'production' }],
    ['with only the name of a model set', { ...pair, OPENAI_MODEL: 'llama' }],
  ])('uses real Google and no model, not the sandbox’s, %s', (_, env) => {
    expect(loadConfig(env)).toMatchObject({
      google: { mode: 'real' },
      languageModel: { mode: 'none' },
    });
  });

  it.each<[string, Environment, string[]]>([
    ['only a client ID', { ...model, GOOGLE_CLIENT_ID: 'id' }, ['GOOGLE_CLIENT_SECRET']],
    [
      'only a client secret',
      { ...model, GOOGLE_CLIENT_SECRET: 's' },
      ['GOOGLE_CLIENT_ID'],
    ],
    [
      'only a Google base URL',
      { ...model, GOOGLE_BASE_URL: 'http://localhost:9' },
      google,
    ],
    ['only a YouTube key', { ...model, YOUTUBE_API_KEY: 'k' }, google],
    [
      'a client ID without a secret and without a model',
      { GOOGLE_CLIENT_ID: 'id' },
      ['GOOGLE_CLIENT_SECRET'],
    ],
    [
      'production without credentials',
      { NODE_ENV: 'production' },
      [...google, 'SESSION_SECRET'],
    ],
    [
      'production at a public address without credentials',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://chime.example.org' },
      [...google, 'OWNER_EMAIL', 'SESSION_SECRET'],
    ],
    [
      'production with only a model',
      { ...model, NODE_ENV: 'production', SESSION_SECRET: secret },
      google,
    ],
    ['a public address without credentials', remote, google],
  ])('refuses %s', (_, env, missing) => {
    expect(problemsOf(env)).toEqual(missing);
  });

  it('accepts production on localhost without an owner when everything else is set', () => {
    const env = { ...pair, ...model, NODE_ENV: 'production', SESSION_SECRET: secret };
    expect(problemsOf(env)).toEqual([]);
  });
});

describe('loadConfig: who can reach the app (rule 6.2)', () => {
  it.each([
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://192.168.1.7:3000' },
    { PUBLIC_URL: 'https://localhost.example.org' },
  ])('requires a session secret and an owner for %o', (env) => {
    expect(problemsOf({ ...pair, ...model, ...env })).toEqual([
      'OWNER_EMAIL',
      'SESSION_SECRET',
    ]);
  });

  it.each([
    { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
    { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080' },
    { HOST: '127.1.2.3', PUBLIC_URL: 'http://chime.localhost:3000' },
  ])('requires neither at the local address %o', (env) => {
    expect(problemsOf({ ...pair, ...model, ...env })).toEqual([]);
  });

  it('stores owners’ addresses in lower case', () => {
    const config = loadConfig({
      ...pair,
      ...model,
      ...remote,
      OWNER_EMAIL: 'Me@Example.org, b@x.io,',
    });
    expect(config.ownerEmails).toEqual(['me@example.org', 'b@x.io']);
    expect(config.isHttps).toBe(true);
  });
});

describe('loadConfig: invalid values', () => {
  it.each<[string, string]>([
    ['NODE_ENV', 'staging'],
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'chime.example.org'],
    ['PUBLIC_URL', 'http://localhost:3000/app'],
    ['PUBLIC_URL', 'http://user:pw@localhost:3000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SESSION_SECRET', 'too short'],
    ['OWNER_EMAIL', 'not an address'],
    ['OWNER_EMAIL', ','],
    ['YOUTUBE_DAILY_UNITS', '0'],
    ['YOUTUBE_DAILY_SEARCHES', '1.5'],
    ['OPENAI_BASE_URL', 'localhost:11434'],
    // The key would cross the internet unencrypted.
    ['OPENAI_BASE_URL', 'http://models.example.org/v1'],
    ['LOG_LEVEL', 'loud'],
  ])('reports %s when it is “%s”', (name, value) => {
    expect(problemsOf({ [name]: value })).toContain(name);
  });

  it.each([
    'http://127.0.0.1:4000/v3',
    'ftp://127.0.0.1',
    'http://127.0.0.1:4000/?a',
    '127.0.0.1:4000',
  ])('reports a GOOGLE_BASE_URL that is not an origin: %s', (GOOGLE_BASE_URL) => {
    expect(problemsOf({ ...pair, ...model, GOOGLE_BASE_URL })).toEqual([
      'GOOGLE_BASE_URL',
    ]);
  });

  it('removes the slash at the end of an origin', () => {
    const env = { ...pair, ...model, GOOGLE_BASE_URL: 'http://127.0.0.1:4000/' };
    expect(loadConfig(env).google.baseUrl).toBe('http://127.0.0.1:4000');
  });

  it('reports all problems at once, one per line, without the values', () => {
    const load = () =>
      loadConfig({ PORT: '-1', LOG_LEVEL: 'loud', SESSION_SECRET: 'hunter2', ...pair });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      const lines = String(error instanceof Error ? error.message : error).split('\n');
      expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
        'LOG_LEVEL',
        'PORT',
        'SESSION_SECRET',
      ]);
      expect(lines.join()).not.toContain('hunter2');
    }
  });
});

describe('resolveSessionSecret', () => {
  it('returns the configured secret and writes no file', () => {
    const dataDir = tempDir();
    expect(resolveSessionSecret({ dataDir, sessionSecret: 'configured' })).toBe(
      'configured',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('creates a secret once, in a file that only its user may read', () => {
    const dataDir = join(tempDir(), 'data');
    const first = resolveSessionSecret({ dataDir, sessionSecret: null });
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(resolveSessionSecret({ dataDir, sessionSecret: null })).toBe(first);
    expect(readdirSync(dataDir)).toEqual(['session-secret']);
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
  });

  it('returns the other process’s secret when both create one at the same time', () => {
    const dataDir = tempDir();
    const other = 'b'.repeat(64);
    const random = () => {
      writeFileSync(join(dataDir, 'session-secret'), other);
      return Buffer.alloc(32);
    };
    expect(resolveSessionSecret({ dataDir, sessionSecret: null }, random)).toBe(other);
  });

  it('refuses a damaged file instead of replacing it', () => {
    const dataDir = tempDir();
    writeFileSync(join(dataDir, 'session-secret'), '');
    expect(() => resolveSessionSecret({ dataDir, sessionSecret: null })).toThrow(
      /damaged/,
    );
    expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toBe('');
  });
});

describe('TRUSTED_PROXIES', () => {
  it('adds proxies to loopback, which alone is trusted by default (rule 6.10)', () => {
    expect(loadConfig({}).trustedProxies).toEqual(['loopback']);
    const { trustedProxies } = loadConfig({
      TRUSTED_PROXIES: '10.0.0.2, 192.168.0.0/16 fd00::/8,uniquelocal',
    });
    expect(trustedProxies).toEqual([
      'loopback',
      '10.0.0.2',
      '192.168.0.0/16',
      'fd00::/8',
      'uniquelocal',
    ]);
  });

  it.each([
    'everyone',
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.0/8/8',
    'proxy.example.org',
    '10.0.0.0/',
  ])('is refused when it is %s', (text) => {
    expect(problemsOf({ TRUSTED_PROXIES: text })).toEqual(['TRUSTED_PROXIES']);
  });
});
