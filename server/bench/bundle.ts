import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildOneLine } from './build-one-line.ts';
import { atMost, exactly, type Finding } from './finding.ts';
import type { World } from './world.ts';

export const builtClient = join(import.meta.dirname, '../../dist/client');

/** What must come only when it is wanted. */
const lazyWithPreload = /chart|dialog|settings|queue-page|scheduled|history|analytics/;

/** The scripts a page needs before it shows: those index.html names, and what they import at once. */
export function scriptsOf(directory: string): string[] {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const seen = new Set(named);
  for (const path of seen) {
    const code = readFileSync(join(directory, path), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      seen.add(`assets/${name}`);
  }
  return [...seen];
}

const gzipBytes = (directory: string) =>
  scriptsOf(directory).reduce((sum, path) => sum + gzipSync(readFileSync(join(directory, path))).length, 0);

/** The JavaScript that /discover needs, beside react and react-dom alone in the same build. */
export async function bundle({ folder }: World): Promise<Finding[]> {
  const ours = gzipBytes(builtClient);
  const floor = gzipBytes(await buildOneLine(folder));
  const early = scriptsOf(builtClient).filter((path) => lazyWithPreload.test(path));
  const all = readdirSync(join(builtClient, 'assets')).filter((name) => name.endsWith('.js'));
  const later = all.filter((name) => lazyWithPreload.test(name));
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    {
      what: 'JavaScript for /discover, gzip',
      ours: kilobytes(ours),
      against: `${kilobytes(floor)} (react + react-dom)`,
      value: ours / floor,
      target: atMost(2.2),
    },
    {
      what: 'charts, dialogs and other pages in it',
      ours: early.join(', ') || 'none',
      against: `${later.length} chunks on demand`,
      value: early.length + (later.length === 0 ? 1 : 0),
      target: exactly(0),
    },
  ];
}
