import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fetchAnswer } from '../api/http.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { useServerReach, watchServerReach } from './server-reach.ts';

const HTML = { 'Content-Type': 'text/html' };

const reach = () => renderHook(useServerReach).result;
const ask = () => act(() => fetchAnswer('/api/stats').catch(() => undefined));

describe('whether the server can be reached (rule 2.23)', () => {
  it('is false after a request without an answer, until the next one is answered', async () => {
    const server = createFakeServer();
    const isReached = reach();
    expect(isReached.current).toBe(true);
    await ask();
    expect(isReached.current).toBe(false);
    server.on('GET /api/stats', {});
    await ask();
    expect(isReached.current).toBe(true);
  });

  it('is false after the error page of a proxy', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: HTML });
    createFakeServer().on('GET /api/stats', page);
    const isReached = reach();
    await ask();
    expect(isReached.current).toBe(false);
  });

  it('stays true after an error of the server itself', async () => {
    createFakeServer().on('GET /api/stats', problem(503, 'database_unavailable', 'Away.'));
    const isReached = reach();
    await ask();
    expect(isReached.current).toBe(true);
  });

  it('is checked every five seconds while it is false, and not otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = createFakeServer().on('GET /healthz', { status: 'ok' });
    const stop = watchServerReach();
    const isReached = reach();
    vi.advanceTimersByTime(10_000);
    expect(server.sent('GET /healthz')).toHaveLength(0);
    await ask();
    expect(isReached.current).toBe(false);
    await act(async () => vi.advanceTimersByTime(5_000));
    expect(isReached.current).toBe(true);
    expect(server.sent('GET /healthz')).toHaveLength(1);
    stop();
  });
});
