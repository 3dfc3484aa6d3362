import { systemClock } from '../core/clock.ts';
import { startSandbox } from './sandbox.ts';

const port = Number(process.env['SANDBOX_PORT'] ?? 3001);
const tokensPerSecond = Number(process.env['SANDBOX_TOKENS_PER_SECOND'] ?? 60);
const dataDir = process.env['SANDBOX_DATA_DIR'] ?? '.data/sandbox-world';

/**
 * Replaces the error for a taken port with advice, since another server may be running.
 */
const whereTaken = (taken: string) => (error: unknown) => {
  throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? new Error(taken)
    : error;
};

try {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('SANDBOX_PORT must be a port number.');
  if (!(tokensPerSecond > 0))
    throw new Error('SANDBOX_TOKENS_PER_SECOND must be a number above 0.');
  const sandbox = await startSandbox({
    dataDir,
    port,
    clock: systemClock,
    tokensPerSecond,
    hasAudience: true,
  }).catch(whereTaken(`Port ${port} is taken. Set SANDBOX_PORT to a free one.`));
  process.stdout.write(`The sandbox is running at ${sandbox.googleOrigin}/sandbox

Point the app at it with these variables:
GOOGLE_BASE_URL=${sandbox.googleOrigin}
GOOGLE_CLIENT_ID=chime-in-sandbox
GOOGLE_CLIENT_SECRET=chime-in-sandbox-secret
OPENAI_BASE_URL=${sandbox.modelBaseUrl}
`);
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isClosing) return;
      isClosing = true;
      void sandbox.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
