import { act, renderHook, waitFor } from '@testing-library/react';
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

  /** A server that accepts the check and never answers it. */
  const silent = ({ signal }: Call) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

  it('is checked by one request at a time', async () => {
    vi.useFakeTimers();
    const answer = held({ status: 'ok' });
    const server = createFakeServer().on('GET /healthz', answer.answer);
    const checks = [checkServer(), checkServer()];
    expect(server.sent('GET /healthz')).toHaveLength(1);
    answer.release();
    await Promise.all(checks);
    await checkServer();
    expect(server.sent('GET /healthz')).toHaveLength(2);
  });

  it('is false after a check without an answer for four seconds, and the next check has its turn', async () => {
    vi.useFakeTimers();
    const server = createFakeServer().on('GET /healthz', silent);
    const isReached = reach();
    const stop = watchServerReach();
    void checkServer();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(isReached.current).toBe(false);
    server.on('GET /healthz', { status: 'ok' });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(isReached.current).toBe(true);
    stop();
  });

  it('stays true where a request is answered while a check has no answer', async () => {
    vi.useFakeTimers();
    createFakeServer().on('GET /healthz', silent).on('GET /api/stats', {});
    const isReached = reach();
    void checkServer();
    await ask();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(isReached.current).toBe(true);
  });

  it.each([
    ['the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ])('is checked at once when %s', async (_, happens) => {
    const server = createFakeServer();
    const stop = watchServerReach();
    const isReached = reach();
    await ask();
    server.on('GET /healthz', { status: 'ok' });
    act(() => void happens());
    await waitFor(() => expect(isReached.current).toBe(true));
    stop();
  });
});
