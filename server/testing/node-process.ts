import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface NodeProcess {
  readonly child: ChildProcess;
  /** Complete lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves when the process has printed `count` lines or has ended. */
  said(count: number): Promise<void>;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  readonly ended: Promise<unknown>;
}

/** Runs TypeScript in a process that is killed when the test has finished. It imports by file URL. */
export function runModule(source: string, ...args: string[]): NodeProcess {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const ended = once(child, 'close');
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));

  async function said(count: number): Promise<void> {
    while (lines.length < count && child.exitCode === null && child.signalCode === null) {
      await Promise.race([once(output, 'line'), ended]);
    }
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  onTestFinished(kill);
  return { child, lines, said, kill, ended };
}
