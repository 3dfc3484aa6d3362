import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { restartNumbers } from './factories.ts';
import { guardOutbound, takeOutboundAttempts } from './outbound-guard.ts';

// A proxy, even a local one, could send requests off this machine.
for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) {
  delete process.env[name];
  delete process.env[name.toUpperCase()];
}
process.env['NO_PROXY'] = process.env['no_proxy'] = 'localhost,127.0.0.1,::1';

guardOutbound();
restartNumbers();

const said: string[] = [];
const { error, warn } = console;

beforeEach(() => {
  console.error = (...args) => said.push(format(...args));
  console.warn = (...args) => said.push(format(...args));
});

afterEach(() => {
  Object.assign(console, { error, warn });
  const hosts = takeOutboundAttempts();
  const words = said.splice(0);
  if (hosts.length > 0) throw new Error(`The test tried to reach ${hosts.join(', ')}.`);
  if (words.length > 0)
    throw new Error(`The test wrote to the console: ${words.join('\n')}`);
});
