import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule, type SourceModule } from './module-imports.ts';

const root = join(import.meta.dirname, '../../..');

/** Every module of the three parts, tests included. */
export function readSourceTree(): SourceModule[] {
  return ['client', 'server', 'shared'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .map((name) => `${part}/${name.replaceAll('\\', '/')}`)
      .filter(
        (path) =>
          /\.(tsx?|js)$/.test(path) && !/\/node_modules\/|^client\/e2e\/(report|results)\//.test(path),
      )
      .map((path) => readModule(path, readFileSync(join(root, path), 'utf8'))),
  );
}
