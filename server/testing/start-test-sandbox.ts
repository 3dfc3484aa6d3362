import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import { createTestCatalogue } from './catalogue/test-catalogue.ts';
import { testModel } from './model-servers/test-model.ts';

/**
 * Starts a sandbox with the test catalogue (hundreds of videos, some of them awkward) and
 * a model that writes about any video.
 */
export const startTestSandbox = (options: SandboxOptions) =>
  startSandbox({ catalogue: createTestCatalogue, model: testModel, ...options });
