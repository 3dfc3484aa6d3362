import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

describe('openEventStream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function answer() {
    const written: string[] = [];
    const res = Object.assign(new EventEmitter(), {
      writeHead: () => {},
      write: (text: string) => written.push(text) > 0,
    }) as unknown as Response;
    return { res, written };
  }

  it('keeps a silent stream alive until it is stopped', () => {
    const { res, written } = answer();
    const beats = vi.fn();
    const stop = openEventStream(res, beats);
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([': still here\n\n', ': still here\n\n']);
    expect(beats).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(written).toHaveLength(2);
  });

  it('writes nothing after its connection closes', () => {
    const { res, written } = answer();
    openEventStream(res);
    res.emit('close');
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
