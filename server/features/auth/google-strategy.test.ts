import { once } from 'node:events';
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { scriptedServer } from '../../testing/scripted-model.ts';
import { timeoutAgent } from './google-strategy.ts';

it('gives up on a server that says nothing, and lets one that answers speak', async () => {
  const google = await scriptedServer([{ json: {} }, 'hang']);
  // Silence enough that an answer on a busy machine is in time.
  const agent = timeoutAgent(google.origin, 1_000);
  const [answer] = await once(get(google.origin, { agent }), 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await expect(once(get(google.origin, { agent }), 'response')).rejects.toThrow('did not answer');
  await google.close();
});
