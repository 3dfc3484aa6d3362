import { enableCompileCache, flushCompileCache } from 'node:module';

// As main.ts does it: only what is loaded later is cached.
enableCompileCache();

/**
 * An entry for tests that need a whole process: the app with the built client in the folder it is given, on a clock
 * that runs ahead by CLOCK_AHEAD_MS and by whatever `{ advanceMs }` messages have added since. After `{ speed }`, or
 * from the start with CLOCK_SPEED, all time in here goes that much faster: jobs have their turns at its seconds.
 * The sandbox shows the videos for tests, or with SANDBOX_VIDEOS=written those that users meet.
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
    static override [Symbol.hasInstance] = (value: unknown) => RealDate[Symbol.hasInstance](value);
  } as DateConstructor;
  // PostgreSQL's connections keep their five seconds, which a start with all its modules may need.
  const hurried = (run: () => void, ms = 0, ...given: []) =>
    wait(run, ms === 5_000 ? ms : ms / speed, ...given);
  globalThis.setTimeout = Object.defineProperties(
    hurried,
    Object.getOwnPropertyDescriptors(wait),
  ) as typeof setTimeout;
}

// Whoever started it has ended without ending it.
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
// One that is killed keeps nothing by itself.
flushCompileCache();
