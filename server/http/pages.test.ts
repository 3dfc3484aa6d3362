import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { serveClient } from './pages.ts';

describe('privacy page', () => {
  const test = testDatabase();
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ database: test.database });
  });
  afterEach(() => app.close());

  const accepts = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  it('tells a signed-out visitor what is stored, under the policy of every page', async () => {
    const response = await app.browser().send('/privacy', accepts);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    const html = await response.text();
    for (const said of [
      'At most 30 days',
      'AES-256-GCM',
      'Half an hour',
      'posting slots and time zone',
      'other people’s replies with their names',
      'browser’s history',
      'Disconnect YouTube',
      'Disconnect Model',
      'without tokens, the language model’s key',
      'four weeks',
    ])
      expect(html).toContain(said);
    expect(html).not.toMatch(/<script(?! src="\/)|\son\w+=/);
  });

  it('links YouTube’s terms, Google’s privacy policy and the page that takes the access back', async () => {
    const html = await (await app.browser().send('/privacy', accepts)).text();
    const outside = [...html.matchAll(/<a href="(https:[^"]+)"([^>]*)>/g)];
    expect(outside.map(([, href]) => href)).toEqual([
      'https://www.youtube.com/t/terms',
      'https://policies.google.com/privacy',
      'https://myaccount.google.com/permissions',
    ]);
    for (const [, , attributes] of outside) expect(attributes).toBe(' target="_blank" rel="noreferrer"');
  });
});

describe('static', () => {
  const directory = mkdtempSync(join(tmpdir(), 'client-'));
  const script = 'console.log("a script of some size");'.repeat(100);
  let app: Express;
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

  beforeAll(() => {
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'index.html'), '<title>Chime In</title>');
    writeFileSync(join(directory, 'theme.js'), 'document.documentElement');
    writeFileSync(join(directory, 'assets/main-abc123.js'), 'export {}');
    writeFileSync(join(directory, 'assets/big-abc123.js'), script);
    writeFileSync(join(directory, 'assets/big-abc123.js.br'), brotliCompressSync(script));
    writeFileSync(join(directory, 'assets/big-abc123.js.gz'), gzipSync(script));
    app = express().use(serveClient(directory));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(['/', '/queue', '/no/such/page', '/release-1.2', '/apiary'])(
    'answers %s with the page',
    async (path) => {
      const page = await request(app).get(path).set('Accept', html).expect(200);
      expect(page.text).toContain('Chime In');
      expect(page.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('keeps hashed files for a year and asks again for the others', async () => {
    const hashed = await request(app).get('/assets/main-abc123.js').expect(200);
    expect(hashed.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const plain = await request(app).get('/theme.js').expect(200);
    expect(plain.get('Cache-Control')).toBe('no-cache');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('sends the copy made at build time to a browser that takes %s', async (accepted, encoding) => {
    const answer = await request(app)
      .get('/assets/big-abc123.js')
      .set('Accept-Encoding', accepted)
      .expect(200);
    expect(answer.get('Content-Encoding')).toBe(encoding);
    expect(answer.get('Content-Type')).toMatch(/javascript/);
    expect(answer.get('Vary')).toBe('Accept-Encoding');
    expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const sizes = { br: brotliCompressSync(script).length, gzip: gzipSync(script).length };
    const size = encoding === 'br' || encoding === 'gzip' ? sizes[encoding] : script.length;
    expect(Number(answer.get('Content-Length'))).toBe(size);
  });

  it.each(['/api/nothing', '/api', '/auth/nothing', '/healthz', '/readyz'])(
    'leaves %s alone',
    async (path) => {
      await request(app).get(path).set('Accept', html).expect(404);
    },
  );

  it.each(['/assets/gone.js', '/gone.png'])(
    'does not answer the missing file %s with a page',
    async (path) => {
      await request(app).get(path).set('Accept', '*/*').expect(404);
    },
  );

  it('does not answer a POST or a request for JSON with a page', async () => {
    await request(app).post('/queue').set('Accept', html).expect(404);
    await request(app).get('/queue').set('Accept', 'application/json').expect(404);
  });

  it('serves nothing outside its folder', async () => {
    await request(app).get('/assets/..%2f..%2fpackage.json').set('Accept', '*/*').expect(404);
  });
});
