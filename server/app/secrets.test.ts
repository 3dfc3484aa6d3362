import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { googleAccount } from '#shared/schema.ts';
import { createLog } from '../core/log.ts';
import { type Database, queryRows } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { answerConsent, type Browser } from '../testing/browser.ts';
import { openTestDatabase } from '../testing/database.ts';
import { placeEmbedded } from '../testing/embedded-template.ts';
import { tempDir } from '../testing/processes.ts';

/** Only the errors of Google and the model contain these words. */
const theirs =
  'Words-of-the-provider ya29.their-token 1//their-refresh-token sk-their-key';

/**
 * Uses the app like its owner, and collects all responses and all secrets of the
 * sign-ins.
 */
function createWitness(app: TestApp, me: Browser) {
  const answers: string[] = [];
  const secrets = new Set<string>();

  return {
    answers,
    secrets,

    async call(method: string, path: string, body?: unknown) {
      const response = await me.send(path, {
        method,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const headers = [...response.headers].filter(
        ([name]) => !['set-cookie', 'location'].includes(name),
      );
      answers.push(JSON.stringify(headers), text);
      return { status: response.status, json: () => JSON.parse(text) };
    },

    async learnTokens() {
      const [row] = await app.context.database.db.select().from(googleAccount);
      const { vault } = app.context.services;
      for (const [sealed, purpose] of [
        [row?.sealedAccessToken, 'access token'],
        [row?.sealedRefreshToken, 'refresh token'],
      ] as const) {
        const token = vault.open(sealed ?? null, purpose);
        if (token === null) throw new Error(`The ${purpose} does not open.`);
        secrets.add(token);
      }
    },

    async signIn() {
      const page = await me.beginSignIn();
      const callback = new URL(await answerConsent(page));
      for (const name of ['code', 'state'])
        secrets.add(callback.searchParams.get(name) ?? '');
      secrets.add(page.searchParams.get('code_challenge') ?? '');
      const popup = await me.returnFromGoogle(callback.href);
      answers.push(await popup.text());
      secrets.add(me.cookie()?.split('.').at(-1) ?? '');
    },

    fails(match: object, fault: object) {
      app.sandbox.admin.fault({ match, fault } as Parameters<
        typeof app.sandbox.admin.fault
      >[0]);
    },
  };
}

type Witness = ReturnType<typeof createWitness>;

/**
 * Posts a comment, then others that YouTube fails to post. Returns the videos that were
 * found for them.
 */
async function postWithFailures(
  app: TestApp,
  { answers, call, fails }: Witness,
): Promise<{ id: number }[]> {
  const { videos } = (
    await call('GET', '/api/videos/search?q=kubernetes&intelligent=true')
  ).json();
  const open = videos.filter(
    (video: { commentCount: number | null }) => video.commentCount !== null,
  );
  await call('POST', '/api/voice-profiles', {
    name: 'Mine',
    customInstructions: 'Be brief.',
  });
  await call('GET', '/api/videos/search?q=my+secret+search');
  await call('PATCH', '/api/comments/1', { content: 'my secret text' });
  const drafted = async (index: number): Promise<number> => {
    const body = { videoId: open[index].id, style: 'insightful' };
    const { comment } = (await call('POST', '/api/comments/generate', body)).json();
    await call('POST', '/api/queue', { commentId: comment.id });
    await call('PATCH', `/api/comments/${comment.id}`, { status: 'approved' });
    return comment.id;
  };
  await call('POST', `/api/comments/${await drafted(0)}/post`);

  for (const order of [
    { kind: 'status', reason: 'commentsDisabled', message: theirs },
    { kind: 'status', status: 503, message: theirs },
    { kind: 'status', body: `<html>${theirs}</html>` },
    { kind: 'reset' },
  ]) {
    fails({ path: '/youtube/v3/commentThreads', method: 'POST' }, order);
    await call(
      'POST',
      `/api/comments/${await drafted(1 + (answers.length % 7))}/post`,
    ).catch(() => undefined);
    app.clock.advance(11 * 60_000);
    await app.context.services.loop.tick();
  }
  return open;
}

async function failModelAndSearch(
  { call, fails }: Witness,
  videoId: number | undefined,
): Promise<void> {
  fails(
    { path: '/v1/chat/completions' },
    { kind: 'status', status: 401, message: theirs },
  );
  await call('POST', '/api/comments/generate', { videoId, style: 'insightful' });
  fails(
    { path: '/v1/chat/completions' },
    { kind: 'model', behaviour: 'text', text: theirs },
  );
  fails(
    { path: '/v1/chat/completions' },
    { kind: 'model', behaviour: 'refusal', text: theirs },
  );
  await call('POST', '/api/comments/generate', { videoId, style: 'insightful' });
  fails(
    { path: '/youtube/v3/search' },
    { kind: 'status', reason: 'forbidden', message: theirs },
  );
  await call('GET', '/api/videos/search?q=postgres');
}

/**
 * Lets the token expire three times: it is refreshed, then Google fails, then Google
 * refuses the grant.
 */
async function expireTokens(
  app: TestApp,
  { call, fails, learnTokens, signIn }: Witness,
): Promise<void> {
  app.clock.advance(2 * 3_600_000);
  await call('GET', '/api/videos/search?q=rust');
  await learnTokens();
  app.clock.advance(2 * 3_600_000);
  fails(
    { path: '/token' },
    { kind: 'status', status: 500, reason: 'internal_failure', message: theirs },
  );
  await call('GET', '/api/videos/search?q=react');
  app.sandbox.admin.clearFaults();
  app.clock.advance(2 * 3_600_000);
  fails({ path: '/token' }, { kind: 'status', reason: 'invalid_grant', message: theirs });
  await call('GET', '/api/videos/search?q=docker');
  await signIn();
  await learnTokens();
  fails({ path: '/token' }, { kind: 'status', reason: 'invalid_grant', message: theirs });
  await signIn();
}

/** Returns all responses and rows of a day with successes and failures. */
async function eventfulDay(app: TestApp, me: Browser) {
  const witness = createWitness(app, me);
  const { answers, secrets, call, fails } = witness;
  await witness.signIn();
  await witness.learnTokens();
  const videos = await postWithFailures(app, witness);
  await failModelAndSearch(witness, videos[9]?.id);
  await expireTokens(app, witness);
  const resources =
    'auth/user auth/token-status comments queue quota posting-status user-settings voice-profiles';
  for (const resource of resources.split(' ')) await call('GET', `/api/${resource}`);
  const kept = await everyRow(app.context.database);
  fails({ path: '/revoke' }, { kind: 'status', status: 500, message: theirs });
  await call('POST', '/api/auth/disconnect');
  await call('POST', '/api/auth/disconnect');
  return { answers: answers.join('\n'), kept, secrets: [...secrets] };
}

async function everyRow({ db }: Database): Promise<string> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'sessions'`,
  );
  const rows = [];
  for (const { name } of tables)
    rows.push(
      ...(await queryRows<{ row: string }>(
        db,
        sql`select t::text as row from ${sql.identifier(name)} t`,
      )),
    );
  return rows.map(({ row }) => row).join('\n');
}

function bytesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

it('tokens, codes, cookies and raw provider errors are in no response, log or database file (rule 6.5)', async () => {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const folder = inject('postgres') ? null : join(tempDir(), 'data');
  if (folder) await placeEmbedded(folder);
  const database = folder
    ? await openDatabase({ databaseUrl: null, dataDir: folder })
    : await openTestDatabase();
  const app = await startTestApp({ database, log: createLog('trace', sink) });
  const day = await eventfulDay(app, app.browser());
  const { sessionSecret, google } = app.config;
  await app.close();
  await database.close();

  const log = written.join('');
  const lineOf = (part: string) => written.find((line) => line.includes(part));
  expect(lineOf('"method":"PATCH","path":"/api/comments/')).toContain('"level":30');
  expect(lineOf('"path":"/auth/google/callback"')).toContain('"level":30');
  expect(lineOf('"path":"/api/videos/search"')).toContain('"level":20');
  expect(log).not.toMatch(/my.secret.(text|search)|Be brief|ada(@|%40)example/);
  expect(day.secrets.length).toBeGreaterThanOrEqual(9);
  const files = folder ? bytesUnder(folder) : '';
  if (folder) expect(files).toContain('Be brief.');
  for (const secret of [...day.secrets, sessionSecret ?? '', google.clientSecret]) {
    expect(secret.length).toBeGreaterThan(8);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
    ]) {
      expect(day.answers.includes(form), `in an answer: ${form}`).toBe(false);
      expect(log.includes(form), `in the log: ${form}`).toBe(false);
      expect(day.kept.includes(form), `in a row: ${form}`).toBe(false);
    }
  }
  const tokens = day.secrets.filter((secret) => /^(ya29|1\/\/)/.test(secret));
  expect(tokens.length).toBeGreaterThanOrEqual(4);
  for (const token of tokens) expect(files.includes(token), 'in a file').toBe(false);
  for (const text of [day.answers, log, day.kept, files])
    expect(text).not.toMatch(/Words-of-the-provider|their-token|their-refresh|sk-their/);
});
