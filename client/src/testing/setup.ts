import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { notifyManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { noteServerReach } from '../lib/server-reach.ts';
import { clearToasts } from '../lib/toast.ts';

/**
 * Stands in for observers that jsdom lacks. Reports no changes, as on a page without
 * layout.
 */
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
    Object.defineProperty(window, name, {
      configurable: true,
      writable: true,
      value: part,
    });
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
// Lazy chunks take longer than the default second on a busy machine.
configure({
  asyncUtilTimeout: 15_000,
  // Printing the whole page whenever a wait has not found
  // something yet takes a thirtieth of the time of all tests.
  getElementError: (message) => new Error(message ?? ''),
});

// React records a stack trace of each element for the browser's
// console. Skipping that saves a seventh of the time of all tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

/**
 * Responses of the fake server arrive together. Delivering them
 * together renders the page once instead of once per response.
 */
const untold: (() => void)[] = [];
notifyManager.setScheduler((tell) => {
  untold.push(tell);
  setTimeout(() => {
    for (const each of untold.splice(0)) each();
  }, 0);
});

/**
 * Output on the console. A test that writes any fails, because React's warnings are
 * errors here.
 */
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
  if (words.length > 0)
    throw new Error(`The test wrote to the console: ${words.join('\n')}`);
});
