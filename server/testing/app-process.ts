import { serveClient } from '../http/static.ts';
import { serve } from '../serve.ts';

/**
 * An entry for tests that need a whole process: the app with the built client in the folder it is given, on a clock
 * that runs ahead by CLOCK_AHEAD_MS and by whatever `{ advanceMs }` messages have added since.
 */
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'advanceMs' in message)
    aheadMs += Number(message.advanceMs);
});
// Whoever started it has ended without ending it.
process.on('disconnect', () => process.exit(1));

await serve({
  env: process.env,
  clock: { now: () => new Date(Date.now() + aheadMs) },
  createClient: async () => serveClient(process.argv[2] ?? ''),
  loadSandbox: () => import('../sandbox/sandbox.ts'),
});
