import { join } from 'node:path';
import { build } from 'vite';

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
