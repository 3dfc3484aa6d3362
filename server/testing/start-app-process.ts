import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundledEntries } from './bundled-entries.ts';

export interface AppProcess {
  origin: string;
  child: ChildProcess;
  /** As a power cut would end it; resolves when it is gone. */
  kill(): Promise<void>;
  /** As systemd would; resolves with the exit code. */
  terminate(): Promise<number | null>;
  advance(ms: number): void;
  /** Makes all its time go so much faster, once. */
  hurry(speed: number): void;
}

const ready = /running at (\S+)/;

const dist = join(import.meta.dirname, '../../dist');
/** As good as at once: what the sandbox's model writes is waited for in no test. */
const SANDBOX_TOKENS_PER_SECOND = '1000000';
/** As people run it; it must have been built. */
export const builtEntry = join(dist, 'server/main.js');

/** Starts the app in a process of its own and waits until it serves: on a clock that can be moved, or this entry. */
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
  const ended = once(child, 'exit');
  while (!ready.test(output)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The app did not start: ${output}`);
    await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    origin: ready.exec(output)?.[1] ?? '',
    child,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    advance: (advanceMs) => void child.send({ advanceMs }),
    hurry: (speed) => void child.send({ speed }),
  };
}
