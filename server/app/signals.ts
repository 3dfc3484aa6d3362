/**
 * Runs `stop` at the first signal, then ends the process; one that takes longer than `limitMs` is cut off.
 * Further signals change nothing, since npm and the terminal both send the first one.
 */
export function onSignal(limitMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), limitMs).unref();
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
