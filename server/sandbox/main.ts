import { systemClock } from '../core/clock.ts';
import { type PlayedKind, playedKinds, playModelServer } from './model-servers.ts';
import { startSandbox } from './sandbox.ts';

const port = Number(process.env['SANDBOX_PORT'] ?? 3001);
const tokensPerSecond = Number(process.env['SANDBOX_TOKENS_PER_SECOND'] ?? 60);
const dataDir = process.env['SANDBOX_DATA_DIR'] ?? '.data/sandbox-world';

const usualPorts: Record<PlayedKind, number> = {
  ollama: 11434,
  'lm-studio': 1234,
  'llama-cpp': 8080,
  vllm: 8000,
  openai: 3002,
};

/** Says where another server may be running already. */
const whereTaken = (taken: string) => (error: unknown) => {
  throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? new Error(taken) : error;
};

/** Plays one server of language models as well, to try how the app gets on with it. */
async function playWanted(): Promise<{ close(): Promise<void> } | null> {
  const wanted = process.env['SANDBOX_MODEL_SERVER'];
  if (!wanted) return null;
  const kind = playedKinds.find((each) => each === wanted);
  if (!kind) throw new Error(`SANDBOX_MODEL_SERVER must be one of ${playedKinds.join(', ')}.`);
  const port = usualPorts[kind];
  const server = await playModelServer({
    kind,
    port,
    window: Number(process.env['SANDBOX_MODEL_WINDOW'] || 4096),
    thinks: process.env['SANDBOX_MODEL_THINKS'] === '1',
    loadMs: 3000,
    firstTokenMs: 2000,
    tokensPerSecond: 20,
  }).catch(
    whereTaken(`Port ${port}, where ${kind} answers, is taken: another server runs there. Stop it first.`),
  );
  process.stdout.write(`It plays ${kind} at ${server.baseUrl}\n`);
  return server;
}

try {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('SANDBOX_PORT must be a port number.');
  if (!(tokensPerSecond > 0)) throw new Error('SANDBOX_TOKENS_PER_SECOND must be a number above 0.');
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
  const played = await playWanted();
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isClosing) return;
      isClosing = true;
      void Promise.all([sandbox.close(), played?.close()]).then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
