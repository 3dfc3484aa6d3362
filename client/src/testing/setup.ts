import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearToasts } from '../lib/toast.ts';
import { installBrowserParts } from './browser-parts.ts';

installBrowserParts();
// Lazy chunks take more than the usual second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

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
