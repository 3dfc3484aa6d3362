import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFingerprint } from '../prepare/fingerprint.js';

const memory = '/dev/shm';
const neededBytes = 1e9;

/**
 * Creates a folder, in memory if there is room: a killed process loses no more than on a
 * disk, and creating a database's thousand files takes a twentieth of the time.
 */
export function makeFolder(): string {
  const { bavail, bsize } = existsSync(memory)
    ? statfsSync(memory)
    : { bavail: 0, bsize: 0 };
  return mkdtempSync(
    join(bavail * bsize > neededBytes ? memory : tmpdir(), 'chime-in-test-'),
  );
}

const kept = join(import.meta.dirname, '../../node_modules/.cache/chime-in-tests');

/**
 * Returns the folder that `make` filled from these sources, now or in an earlier run, and
 * deletes folders made from other sources.
 */
export async function keptFolder(
  name: string,
  sources: readonly (string | Buffer)[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(source);
  const key = hash.digest('hex').slice(0, 16);
  const all = join(kept, name);
  const folder = join(all, key);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await make(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  for (const other of readdirSync(all))
    if (!other.startsWith(key))
      rmSync(join(all, other), { recursive: true, force: true });
  return folder;
}

const root = join(import.meta.dirname, '../..');
const appProcess = join(import.meta.dirname, 'app-process.ts');
const noticesProcess = join(import.meta.dirname, 'notices-process.ts');
const database = join(root, 'server/db');

/**
 * Bundled in addition to `main` (the entry of `npm start`) and `backup`: the app with a
 * clock that tests can move, and single modules.
 */
const input = {
  appProcess,
  noticesProcess,
  embedded: join(database, 'embedded.ts'),
  folderLock: join(database, 'folder-lock.ts'),
};

/**
 * Bundles everything that tests run as processes, because a bundle starts in a third of
 * the time that the sources take.
 */
export function bundledEntries() {
  entries ??= findEntries();
  return entries;
}

let entries: ReturnType<typeof findEntries> | null = null;

async function findEntries() {
  const sources = [buildFingerprint(root), JSON.stringify(Object.keys(input))];
  const ownEntries = [appProcess, noticesProcess].map((path) => readFileSync(path));
  const folder = await keptFolder('bundled', [...sources, ...ownEntries], bundle);
  const names = [
    'main',
    'backup',
    'appProcess',
    'noticesProcess',
    'embedded',
    'folderLock',
  ] as const;
  const paths = names.map((name) => [name, join(folder, `${name}.js`)]);
  return Object.fromEntries(paths) as Record<(typeof names)[number], string>;
}

async function bundle(outDir: string): Promise<void> {
  // Loading Vite takes a while, so it is imported only if there is something to bundle.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    mode: 'production',
    environments: { ssr: { build: { outDir, rolldownOptions: { input } } } },
  });
  const { ssr } = builder.environments;
  if (!ssr) throw new Error('vite.config.ts no longer says how the server is bundled.');
  await builder.build(ssr);
  // Without this, Node reads each file twice to find out that it is an ES module.
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}');
}

const ready = /running at (\S+)/;

const dist = join(import.meta.dirname, '../../dist');
/** No test should wait for the sandbox's model to write. */
const SANDBOX_TOKENS_PER_SECOND = '1000000';
/** The entry of the built app as users run it; the app must have been built. */
export const builtEntry = join(dist, 'server/main.js');

/**
 * Starts the app and waits until it serves. The default entry has a clock that can be
 * moved.
 */
export async function startAppProcess(env: Record<string, string>, entry?: string) {
  const child = fork(
    entry ?? (await bundledEntries()).appProcess,
    [join(dist, 'client')],
    {
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
    },
  );
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
    /** Sends SIGKILL; resolves when the process is gone. */
    kill: async () => void (await end('SIGKILL')),
    /** Sends SIGTERM; resolves with the exit code. */
    terminate: () => end('SIGTERM'),
    /** Resolves with the exit code. */
    ended,
    /** Standard output and error so far. */
    output: () => output,
    advance: (advanceMs: number) => void child.send({ advanceMs }),
    /** Makes all time in the process go `speed` times as fast; call it only once. */
    hurry: (speed: number) => void child.send({ speed }),
  };
}

export type AppProcess = Awaited<ReturnType<typeof startAppProcess>>;
