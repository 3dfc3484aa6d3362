import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placeEmbedded } from './testing/embedded-template.ts';
import { freePort, processEnvironment, tempDir } from './testing/processes.ts';
import { bundledEntries } from './testing/start-app-process.ts';

const nowhere = 'http://127.0.0.1:9';
const credentials = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_BASE_URL: nowhere,
  OPENAI_BASE_URL: `${nowhere}/v1`,
};

const { main } = await bundledEntries();

/**
 * Runs the real entry point in a separate process, with only these environment variables.
 */
function run(env: Record<string, string>, cwd = tempDir(), ...args: string[]) {
  const child = spawn(process.execPath, ['--liftoff-only', main, ...args], {
    cwd,
    env: { NODE_ENV: 'test', NODE_NO_WARNINGS: '1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({
    code,
    stderr: await stderr,
  }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    // Until the process has ended it may still write into its folder, which is deleted
    // next.
    await ended;
  });
  return { child, ended };
}

/**
 * Returns the address that the app prints. Throws its error output if it ended instead.
 */
async function addressOf({ child, ended }: ReturnType<typeof run>): Promise<string> {
  const line = await Promise.race([once(child.stdout, 'data'), ended]);
  if (!Array.isArray(line))
    throw new Error(`It ended with code ${line.code}: ${line.stderr}`);
  const said = String(line[0]);
  expect(said).toMatch(
    /^Chime In is running at http:\/\/localhost:\d+( \(sandbox: .*\))?\n$/,
  );
  return said.split(' ')[5]?.trim() ?? '';
}

it('app stops and prints one line per missing variable', async () => {
  const { code, stderr } = await run({ NODE_ENV: 'production' }).ended;
  expect(code).toBe(1);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'SESSION_SECRET',
  ]);
});

describe('.env', () => {
  /**
   * Runs the app in a folder whose .env has two invalid settings, of which the
   * environment has one valid.
   */
  function runBeside(env: Record<string, string>) {
    const folder = tempDir();
    writeFileSync(join(folder, '.env'), 'PORT=seventy\nHOST=//\n');
    return run({ LOG_LEVEL: 'loud', HOST: '127.0.0.1', ...env }, folder).ended;
  }

  it('is read, and environment variables take precedence over it', async () => {
    const { stderr } = await runBeside({ NODE_ENV: 'development' });
    expect(stderr).toMatch(/^PORT: .*\nLOG_LEVEL: .*\n$/);
  });

  it('is not read under NODE_ENV=test', async () => {
    const { stderr } = await runBeside({ NODE_ENV: 'test' });
    expect(stderr).toMatch(/^LOG_LEVEL: .*\n$/);
  });
});

async function onNewData(folder = 'db') {
  const dataDir = tempDir();
  await placeEmbedded(join(dataDir, folder));
  return { DATA_DIR: dataDir, PORT: '0' };
}

/** Starts an app that waits because `first` uses the database. */
async function runWaiting(env: Record<string, string>, first: ReturnType<typeof run>) {
  const port = await freePort();
  const second = run({ ...env, PORT: String(port), LOG_LEVEL: 'info' });
  const [waiting] = await once(second.child.stdout, 'data');
  expect(JSON.parse(String(waiting))).toMatchObject({
    msg: 'waiting for another Chime In to end',
    pid: first.child.pid,
  });
  return { ...second, origin: `http://localhost:${port}` };
}

/** Returns once a waiting app says that it is running. */
async function untilRunning({
  child,
}: Pick<ReturnType<typeof run>, 'child'>): Promise<void> {
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('Chime In is running at')) return;
  }
}

describe('a running app (rules 3.11, 7.16)', () => {
  /** Starts an app, and expects that it is ready. */
  async function running() {
    const env = { ...credentials, ...(await onNewData()) };
    const app = run(env);
    const address = new URL(await addressOf(app));
    expect((await fetch(new URL('/readyz', address))).status).toBe(200);
    return { env, app, address };
  }

  it('keeps a second one from its port, and check-setup from its data', async () => {
    const { env, address } = await running();
    const second = run({ ...env, PORT: address.port });
    const setup = run(env, tempDir(), 'check-setup');
    expect(await second.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Port \d+ is already in use.*\n$/),
    });
    expect(await setup.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Chime In is running on this data\. .*\n$/),
    });
  });

  it('makes a second one on its data wait, which can be stopped meanwhile', async () => {
    const { env, app } = await running();
    const waiting = await runWaiting(env, app);
    const refused = fetch(`${waiting.origin}/api/auth/user`);
    expect((await fetch(`${waiting.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${waiting.origin}/readyz`)).status).toBe(503);
    waiting.child.kill('SIGTERM');
    expect((await refused).status).toBe(503);
    expect(await waiting.ended).toEqual({ code: 0, stderr: '' });
  });

  it('refuses an unfinished request when it is stopped, and ends cleanly', async () => {
    const { app, address } = await running();
    const client = connect(Number(address.port), 'localhost');
    client.write(`GET /healthz HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`);
    client.write(
      `POST /auth/google/switch HTTP/1.1\r\nHost: ${address.host}\r\nContent-Length: 100\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=',
    );
    const answers = text(client);
    await once(client, 'data');
    app.child.kill('SIGTERM');
    app.child.kill('SIGINT');
    // Without this refusal, the unfinished request would only be cut off at the end of
    // the drain time.
    expect(await answers).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 503 .*is stopping/s);
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
  });

  it('hands its database to a waiting one when it stops, which then responds to held requests', async () => {
    const { env, app } = await running();
    const next = await runWaiting(env, app);
    const held = fetch(`${next.origin}/api/auth/user`);
    app.child.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
    await untilRunning(next);
    expect((await held).status).toBe(200);
  });
});

it('app stops with an explanation when its database cannot be opened', async () => {
  const nowhere = 'postgres://127.0.0.1:9/nothing';
  const { code, stderr } = await run({ ...credentials, DATABASE_URL: nowhere, PORT: '0' })
    .ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^PostgreSQL could not be used .* Check that it runs and that DATABASE_URL is right\.\n$/,
  );
});

it('app uses the sandbox for Google and the model when it has no credentials (rule 1.5)', async () => {
  const app = run(await onNewData('sandbox'));
  const address = await addressOf(app);
  const { sandbox } = await (await fetch(`${address}/api/auth/user`)).json();
  expect(sandbox).toEqual({
    google: true,
    languageModel: true,
    origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    topics: expect.arrayContaining(['Kubernetes', 'Woodworking']),
  });
  const toConsent = await fetch(`${address}/auth/google`, { redirect: 'manual' });
  const consent = await fetch(toConsent.headers.get('location') ?? '');
  expect(await consent.text()).toContain('ada@example.com');
  app.child.kill('SIGTERM');
  expect((await app.ended).code).toBe(0);
});

it('check-setup prints the setup check (rule 6.9)', async () => {
  const { sandbox, env } = await processEnvironment();
  const { child, ended } = run(
    { ...env, YOUTUBE_API_KEY: 'AIza-secret', PORT: '0' },
    tempDir(),
    'check-setup',
  );
  const said = await text(child.stdout);
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(said).toMatch(/^ok {7}YouTube Data API$/m);
  expect(said).toMatch(
    /^unknown {2}Channel\n.*\n +YouTube is not connected\. Sign in with Google\.$/m,
  );
  expect(said).toMatch(/^ok {7}Language model$/m);
  expect(said).not.toContain('AIza-secret');
  expect(sandbox.admin.state().quota.shared.used).toBe(1);
});
