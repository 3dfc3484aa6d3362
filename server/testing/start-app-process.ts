import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundledEntries } from './bundled-entries.ts';

export interface AppProcess {
  origin: string;
  child: ChildProcess;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Standard output and error so far. */
  output(): string;
  advance(ms: number): void;
  /** Makes all its time go `speed` times as fast; only once. */
  hurry(speed: number): void;
}

const ready = /running at (\S+)/;

const dist = join(import.meta.dirname, '../../dist');
/** No test waits for what the sandbox's model writes. */
const SANDBOX_TOKENS_PER_SECOND = '1000000';
/** The app as people run it; it must have been built. */
export const builtEntry = join(dist, 'server/main.js');

/** Waits until the app serves. The default entry has a clock that can be moved. */
export async function startAppProcess(env: Record<string, string>, entry?: string): Promise<AppProcess> {
  const child = fork(entry ?? (await bundledEntries()).appProcess, [join(dist, 'client')], {
    execArgv: ['--liftoff-only', '--disable-warning=DEP0169'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'warn',
      SANDBOX_TOKENS_PER_SECOND,
      ...env,
    },
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const ended = once(child, 'exit').then(() => child.exitCode);
  while (!ready.test(output)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The app did not start: ${output}`);
    await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    origin: ready.exec(output)?.[1] ?? '',
    child,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    ended,
    output: () => output,
    advance: (advanceMs) => void child.send({ advanceMs }),
    hurry: (speed) => void child.send({ speed }),
  };
}
