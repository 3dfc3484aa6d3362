import { enableCompileCache, flushCompileCache } from 'node:module';

// Called this early, as in main.ts, because only modules loaded afterwards are cached.
enableCompileCache();

/**
 * An entry for tests that need a whole process. It serves the app with the built client
 * from the folder in argv[2]. The clock runs ahead by CLOCK_AHEAD_MS and by the `{
 * advanceMs }` messages since. A `{ speed }` message, or CLOCK_SPEED from the start,
 * makes all time in the process run that many times faster, so that jobs run at its
 * seconds. The sandbox shows the test videos, or with SANDBOX_VIDEOS=written the ones
 * that users see.
 */
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null) return;
  if ('advanceMs' in message) aheadMs += Number(message.advanceMs);
  if ('speed' in message) hurry(Number(message.speed));
});

if (process.env['CLOCK_SPEED']) hurry(Number(process.env['CLOCK_SPEED']));

function hurry(speed: number): void {
  const RealDate = Date;
  const began = RealDate.now();
  const wait = setTimeout;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number]) {
      super(...((given.length === 0 ? [RealDate.now()] : given) as [number]));
      if (given.length === 0) this.setTime(globalThis.Date.now());
    }
    static override now = () => began + (RealDate.now() - began) * speed;
    static override [Symbol.hasInstance] = (value: unknown) =>
      RealDate[Symbol.hasInstance](value);
  } as DateConstructor;
  // Keeps the five-second timeout of PostgreSQL connections, because a start with all its
  // modules may need it.
  const hurried = (run: () => void, ms = 0, ...given: []) =>
    wait(run, ms === 5_000 ? ms : ms / speed, ...given);
  globalThis.setTimeout = Object.defineProperties(
    hurried,
    Object.getOwnPropertyDescriptors(wait),
  ) as typeof setTimeout;
}

// Exits when the process that started this one is gone.
process.on('disconnect', () => process.exit(1));

const { serve } = await import('../app/serve.ts');
const { serveClient } = await import('../http/pages.ts');
const { startTestSandbox } = await import('./start-test-sandbox.ts');
await serve({
  env: process.env,
  clock: { now: () => new Date(Date.now() + aheadMs) },
  createClient: async () => serveClient(process.argv[2] ?? ''),
  loadSandbox: async () =>
    process.env['SANDBOX_VIDEOS'] === 'written'
      ? import('../sandbox/sandbox.ts')
      : { startSandbox: startTestSandbox },
});
// A process that is killed would not write its compile cache.
flushCompileCache();
