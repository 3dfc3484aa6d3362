import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearToasts } from '../lib/toast.ts';
import { installBrowserParts } from './browser-parts.ts';

installBrowserParts();
// What loads on demand takes more than the usual second where other tests run beside it.
configure({ asyncUtilTimeout: 15_000 });

/** A test that makes noise on the console fails: React's warnings are defects too. */
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
