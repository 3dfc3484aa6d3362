import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createFakeServer, held, json, problem } from '../testing/fake-server.ts';
import {
  ApiError,
  errorText,
  fetchJson,
  fetchNothing,
  UnreachableError,
} from './http.ts';

const contract = z.object({ name: z.string() });
const html = (status: number) =>
  new Response('<!doctype html>', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });

describe('a call', () => {
  it('requests JSON with the session cookie and sends a body only if there is one', async () => {
    const sent = vi.fn(async () => json({ name: 'a' }));
    vi.stubGlobal('fetch', sent);
    await fetchJson('/api/things', {}, contract);
    await fetchJson('/api/things', { method: 'PUT', body: { n: 1 } }, contract);
    const csv = new Blob(['a,b']);
    await fetchNothing('/api/things', {
      method: 'POST',
      file: { content: csv, type: 'text/csv' },
    });
    const asJson = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const common = { credentials: 'include', headers: asJson };
    expect(sent.mock.calls).toStrictEqual([
      ['/api/things', { method: 'GET', ...common }],
      ['/api/things', { method: 'PUT', ...common, body: '{"n":1}' }],
      [
        '/api/things',
        {
          method: 'POST',
          ...common,
          headers: { ...asJson, 'Content-Type': 'text/csv' },
          body: csv,
        },
      ],
    ]);
  });

  it('does not report an aborted call as an unreachable server', async () => {
    const stop = new AbortController();
    const given = held({});
    createFakeServer().on('GET /api/things', given.answer);
    const call = fetchNothing('/api/things', { signal: stop.signal });
    stop.abort(new Error('Not needed any more.'));
    given.release();
    await expect(call).rejects.toThrow('Not needed any more.');
  });

  it('throws an error with status, detail and problem document (rule 10.4)', async () => {
    createFakeServer().on(
      'POST /api/things',
      problem(409, 'comment_exists', 'It already exists.', { current: 7 }),
    );
    const error = await fetchJson(
      '/api/things',
      { method: 'POST', body: {} },
      contract,
    ).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '409: It already exists.',
      status: 409,
      code: 'comment_exists',
      problem: { current: 7 },
    });
  });

  it.each([200, 404, 502])(
    'recognizes an HTML response with status %i (rule 10.4)',
    async (status) => {
      createFakeServer().on('GET /api/things', () => html(status));
      await expect(fetchJson('/api/things', {}, contract)).rejects.toThrow(
        'Server returned HTML instead of JSON. This usually indicates a routing error or server misconfiguration.',
      );
    },
  );

  it('rejects a response that breaks the contract', async () => {
    createFakeServer().on('GET /api/things', () => json({ name: 5 }));
    await expect(fetchJson('/api/things', {}, contract)).rejects.toThrow(
      'This page does not understand the server’s answer. Reload it, then try again.',
    );
  });

  it('reports that the server could not be reached', async () => {
    createFakeServer();
    const nobody = fetchNothing('/api/nowhere', { method: 'DELETE' });
    await expect(nobody).rejects.toThrow(UnreachableError);
    await expect(nobody).rejects.toThrow(
      'The server cannot be reached. Check that it runs, then try again.',
    );
  });
});

it('an error’s text is its detail, its body, its status text or the fallback (rule 10.4)', async () => {
  const server = createFakeServer();
  const told = (answer: () => Response) => {
    server.on('GET /api/stats', answer);
    return fetchNothing('/api/stats', {}).catch((error: unknown) =>
      errorText(error, 'Failed to load'),
    );
  };
  expect(await told(() => problem(503, 'away', 'Away for a moment.'))).toBe(
    'Away for a moment.',
  );
  expect(await told(() => new Response('Bad gateway', { status: 502 }))).toBe(
    '502: Bad gateway',
  );
  expect(
    await told(() => new Response('', { status: 504, statusText: 'Gateway Timeout' })),
  ).toBe('504: Gateway Timeout');
  expect(await told(() => new Response(null, { status: 500 }))).toBe('Failed to load');
  expect(errorText(new Error('Broken'), 'Failed to load')).toBe('Broken');
  expect(errorText('thrown', 'Failed to load')).toBe('Failed to load');
});
