import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface NodeProcess {
  readonly child: ChildProcess;
  /** Complete lines of standard output so far. */
  readonly lines: readonly string[];
  /** Waits until the process has said `count` lines or has ended. */
  said(count: number): Promise<void>;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Waits for its end. */
  readonly ended: Promise<unknown>;
}

/**
 * Runs a TypeScript module given as text in a process of its own; what it imports it names by file URL. It is
 * killed when the test has finished.
 */
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
