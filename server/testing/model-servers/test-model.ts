import type { CreateModel } from '../../sandbox/model.ts';
import { modelServer } from './model-servers.ts';

const boundless = {
  window: Number.POSITIVE_INFINITY,
  possibleWindow: Number.POSITIVE_INFINITY,
};

/**
 * Fills in templates about any video, because tests need many different texts more than
 * good ones.
 */
export const testModel: CreateModel = ({ tokensPerSecond, wait }) => ({
  name: 'gpt-6-luna',
  handle: modelServer({ kind: 'openai', ...boundless, tokensPerSecond, wait }),
});
