import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFingerprint } from '../prepare/fingerprint.js';
import { keptFolder } from './kept-folder.ts';

const root = join(import.meta.dirname, '../..');
const appProcess = join(import.meta.dirname, 'app-process.ts');

export interface BundledEntries {
  /** As `npm start` runs it. */
  main: string;
  /** The commands `backup` and `restore`. */
  backup: string;
  /** The app on a clock that can be moved. */
  appProcess: string;
}

/** Bundles what tests run as processes: it starts in a third of the time that the sources take. */
export function bundledEntries(): Promise<BundledEntries> {
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
  // Loading Vite takes a while, so only if there is a bundle to make.
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
