import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fetchAnswer } from '../api/http.ts';
import { type Call, createFakeServer, held, problem } from '../testing/fake-server.ts';
import { checkServer, useServerReach, watchServerReach } from './server-reach.ts';

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
    const page = () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: HTML });
    createFakeServer().on('GET /api/stats', page);
    const isReached = reach();
    await ask();
    expect(isReached.current).toBe(false);
  });

  it('stays true after an error of the server itself', async () => {
    createFakeServer().on(
      'GET /api/stats',
      problem(503, 'database_unavailable', 'Away.'),
    );
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

  /**
   * Simulates a server that accepts a check and never answers it. Returns a way to let
   * the check time out.
   */
  function silentServer() {
    const timeout = new AbortController();
    const lengths: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      lengths.push(ms);
      return timeout.signal;
    });
    const silent = ({ signal }: Call) =>
      new Promise<Response>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const server = createFakeServer().on('GET /healthz', silent);
    return { server, lengths, timeOut: () => timeout.abort() };
  }

  it('is checked by one request at a time', async () => {
    const answer = held({ status: 'ok' });
    const server = createFakeServer().on('GET /healthz', answer.answer);
    const checks = [checkServer(), checkServer()];
    expect(server.sent('GET /healthz')).toHaveLength(1);
    answer.release();
    await Promise.all(checks);
    await checkServer();
    expect(server.sent('GET /healthz')).toHaveLength(2);
  });

  it('is false after a check has no answer for five seconds, and the next check still runs', async () => {
    const { server, lengths, timeOut } = silentServer();
    const isReached = reach();
    const check = checkServer();
    timeOut();
    await act(() => check);
    expect(lengths).toEqual([5_000]);
    expect(isReached.current).toBe(false);
    vi.mocked(AbortSignal.timeout).mockReturnValue(new AbortController().signal);
    server.on('GET /healthz', { status: 'ok' });
    await act(checkServer);
    expect(isReached.current).toBe(true);
  });

  it('is true again once a request is answered, even while a check is still waiting', async () => {
    const { server, timeOut } = silentServer();
    const isReached = reach();
    await ask();
    expect(isReached.current).toBe(false);
    const check = checkServer();
    server.on('GET /api/stats', {});
    await ask();
    timeOut();
    await act(() => check);
    expect(isReached.current).toBe(true);
  });
});
