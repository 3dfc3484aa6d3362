import type { RequestListener } from 'node:http';

const drainMs = 20_000;
const stopMs = 25_000;

interface Running {
  jobs: { stop(): Promise<void> };
  close(): Promise<void>;
}

/** Waits up to 20 seconds for jobs and answers, then closes the database (rule 7.16). */
export async function shutDown(context: Running, answersGiven: Promise<void>): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
  await Promise.race([Promise.all([context.jobs.stop(), answersGiven]), deadline]);
  await context.close();
}

/** npm and the terminal both send the first signal. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), stopMs).unref();
      try {
        await stop();
        process.exit(0);
      } catch (error) {
        process.stderr.write(
          `Chime In did not stop cleanly: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        process.exit(1);
      }
    });
  }
}

export const notReady: RequestListener = (_, res) => {
  res.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' });
  res.end('Chime In is stopping. Try again in a moment.\n');
};
