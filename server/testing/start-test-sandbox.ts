import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import { createTestCatalogue } from './catalogue/test-catalogue.ts';
import { testModel } from './model-servers/test-model.ts';

/** Starts a sandbox with what tests need: hundreds of videos, awkward ones among them, and a model that writes about each. */
export const startTestSandbox = (options: SandboxOptions) =>
  startSandbox({ catalogue: createTestCatalogue, model: testModel, ...options });
