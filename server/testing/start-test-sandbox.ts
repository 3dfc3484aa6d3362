import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import { createTestCatalogue } from './catalogue/test-catalogue.ts';

/** Starts a sandbox with the hundreds of videos, awkward ones among them, that tests need. */
export const startTestSandbox = (options: SandboxOptions) =>
  startSandbox({ catalogue: createTestCatalogue, ...options });
