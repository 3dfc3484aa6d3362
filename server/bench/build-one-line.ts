import { join } from 'node:path';
import { build } from 'vite';

/** Builds one-line/ with the app's own Vite configuration, and returns the folder. */
export async function buildOneLine(folder: string): Promise<string> {
  const outDir = join(folder, 'one-line');
  await build({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    configLoader: 'native',
    root: join(import.meta.dirname, 'one-line'),
    logLevel: 'error',
    mode: 'production',
    environments: { client: { build: { outDir, emptyOutDir: true } } },
  });
  return outDir;
}
