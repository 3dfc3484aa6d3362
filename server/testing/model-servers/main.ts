import { type PlayedKind, playedKinds, playModelServer } from './model-servers.ts';

const usualPorts: Record<PlayedKind, number> = {
  ollama: 11434,
  'lm-studio': 1234,
  'llama-cpp': 8080,
  vllm: 8000,
  openai: 3002,
};

/**
 * Imitates one server of language models, for trying by hand how the app works with it.
 */
async function play(): Promise<void> {
  const wanted = process.argv[2];
  const kind = playedKinds.find((each) => each === wanted);
  if (!kind) throw new Error(`Name the server to play: ${playedKinds.join(', ')}.`);
  const port = usualPorts[kind];
  const server = await playModelServer({
    kind,
    port,
    window: Number(process.env['SANDBOX_MODEL_WINDOW'] || 4096),
    thinks: process.env['SANDBOX_MODEL_THINKS'] === '1',
    loadMs: 3000,
    firstTokenMs: 2000,
    tokensPerSecond: 20,
  }).catch((error: unknown) => {
    const isTaken =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(
      `Port ${port}, where ${kind} answers, is taken: another server runs there. Stop it first.`,
    );
  });
  process.stdout.write(`It plays ${kind} at ${server.baseUrl}\n`);
}

try {
  await play();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
