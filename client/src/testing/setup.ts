import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { notifyManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { noteServerReach } from '../lib/server-reach.ts';
import { clearToasts } from '../lib/toast.ts';

/** Stubs what jsdom lacks, as on a page without layout. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

function mediaQuery(media: string): MediaQueryList {
  const list = new EventTarget() as MediaQueryList;
  return Object.assign(list, {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
}

function installBrowserParts(): void {
  const missing: Record<string, unknown> = {
    ResizeObserver: StillObserver,
    IntersectionObserver: StillObserver,
    matchMedia: mediaQuery,
    scrollTo: () => undefined,
  };
  for (const [name, part] of Object.entries(missing)) {
    Object.defineProperty(window, name, { configurable: true, writable: true, value: part });
  }
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
}

installBrowserParts();
// Lazy chunks take more than the usual second on a busy machine.
configure({
  asyncUtilTimeout: 15_000,
  // Printing the whole page each time that a wait has not found something takes a thirtieth of the time of all tests.
  getElementError: (message) => new Error(message ?? ''),
});

// React keeps a stack of each element it makes, for a browser's console: a seventh of the time of all tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

/** Answers of the fake server come together: told together, they draw the page once instead of once each. */
const untold: (() => void)[] = [];
notifyManager.setScheduler((tell) => {
  untold.push(tell);
  setTimeout(() => {
    for (const each of untold.splice(0)) each();
  }, 0);
});

/** A test that writes to the console fails: React's warnings are faults. */
const said: string[] = [];
const { error, warn } = console;

beforeEach(() => {
  console.error = (...args) => said.push(format(...args));
  console.warn = (...args) => said.push(format(...args));
});

afterEach(() => {
  cleanup();
  clearToasts();
  noteServerReach(true);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  Object.assign(console, { error, warn });
  const words = said.splice(0);
  if (words.length > 0) throw new Error(`The test wrote to the console: ${words.join('\n')}`);
});
