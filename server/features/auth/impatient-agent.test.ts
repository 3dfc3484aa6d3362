import { once } from 'node:events';
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { impatientAgent } from './impatient-agent.ts';

it('gives up on a server that says nothing, and lets one that answers speak', async () => {
  const google = await scriptedServer([{ json: {} }, 'hang']);
  const [answer] = await once(get(google.origin, { agent: impatientAgent(google.origin) }), 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
  const agent = impatientAgent(google.origin, 50);
  await expect(once(get(google.origin, { agent }), 'response')).rejects.toThrow('did not answer');
  await google.close();
});
