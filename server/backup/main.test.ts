import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { bundledEntries } from '../testing/start-app-process.ts';
import { tempDir } from '../testing/temp-dir.ts';

/** The commands as a person types them. */
async function run(env: Record<string, string>, ...args: string[]) {
  const { backup } = await bundledEntries();
  const child = spawn(process.execPath, ['--liftoff-only', backup, ...args], {
    cwd: tempDir(),
    env: { NODE_ENV: 'test', NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, code };
}

it('says how it is used, and what is wrong, in one sentence', async () => {
  const [usage, badSetting, missing] = await Promise.all([
    run({}, 'restore'),
    run({ PORT: 'x' }, 'backup'),
    run({}, 'restore', 'none.gz'),
  ]);
  expect(usage).toMatchObject({ code: 2, said: expect.stringContaining('restore FILE') });
  expect(badSetting).toMatchObject({ code: 1, said: expect.stringMatching(/^PORT: .*\n$/) });
  expect(missing).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^There is no file .*none\.gz\.\n$/),
  });
});
