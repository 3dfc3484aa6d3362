import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveClient } from './static.ts';

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
  const answer = await request(app).get('/assets/big-abc123.js').set('Accept-Encoding', accepted).expect(200);
  expect(answer.get('Content-Encoding')).toBe(encoding);
  expect(answer.get('Content-Type')).toMatch(/javascript/);
  expect(answer.get('Vary')).toBe('Accept-Encoding');
  expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const sizes = { br: brotliCompressSync(script).length, gzip: gzipSync(script).length };
  const size = encoding === 'br' || encoding === 'gzip' ? sizes[encoding] : script.length;
  expect(Number(answer.get('Content-Length'))).toBe(size);
});

it.each(['/api/nothing', '/api', '/auth/nothing', '/healthz', '/readyz'])('leaves %s alone', async (path) => {
  await request(app).get(path).set('Accept', html).expect(404);
});

it.each(['/assets/gone.js', '/gone.png'])('does not answer the missing file %s with a page', async (path) => {
  await request(app).get(path).set('Accept', '*/*').expect(404);
});

it('does not answer a POST or a request for JSON with a page', async () => {
  await request(app).post('/queue').set('Accept', html).expect(404);
  await request(app).get('/queue').set('Accept', 'application/json').expect(404);
});

it('serves nothing outside its folder', async () => {
  await request(app).get('/assets/..%2f..%2fpackage.json').set('Accept', '*/*').expect(404);
});
