import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFingerprint } from '../prepare/fingerprint.js';
import { keptFolder } from './kept-folder.ts';

const root = join(import.meta.dirname, '../..');
const appProcess = join(import.meta.dirname, 'app-process.ts');

export interface BundledEntries {
  /** The app, as `npm start` runs it. */
  main: string;
  /** The commands `backup` and `restore`. */
  backup: string;
  /** The app on a clock that can be moved. */
  appProcess: string;
}

/**
 * What runs in processes of its own, bundled from these sources as the build does it: it starts in a third of the
 * time that the sources take.
 */
export function bundledEntries(): Promise<BundledEntries> {
  // One reading of the sources serves all starts of a process, and these are all of the same sources.
  entries ??= findEntries();
  return entries;
}

let entries: Promise<BundledEntries> | null = null;

async function findEntries(): Promise<BundledEntries> {
  const folder = await keptFolder('bundled', fingerprint(), bundle);
  return {
    main: join(folder, 'main.js'),
    backup: join(folder, 'backup.js'),
    appProcess: join(folder, 'app-process.js'),
  };
}

async function bundle(outDir: string): Promise<void> {
  // Only who makes the bundle has to wait until Vite is loaded.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    mode: 'production',
    environments: { ssr: { build: { outDir, rolldownOptions: { input: { 'app-process': appProcess } } } } },
  });
  const { ssr } = builder.environments;
  if (!ssr) throw new Error('vite.config.ts no longer says how the server is bundled.');
  await builder.build(ssr);
}

const fingerprint = () =>
  createHash('sha256')
    .update(buildFingerprint(root))
    .update(readFileSync(appProcess))
    .digest('hex')
    .slice(0, 16);
