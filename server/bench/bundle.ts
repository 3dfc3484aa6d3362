import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildOneLine } from './build-one-line.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, exactly, type Finding, kilobytes } from './finding.ts';

export const builtClient = join(import.meta.dirname, '../../dist/client');

const onDemand = /chart|dialog|settings|queue-page|scheduled|history|analytics/;

function scriptsOf(directory: string): string[] {
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

export async function bundle({ folder }: BenchEnvironment): Promise<Finding[]> {
  const ours = gzipBytes(builtClient);
  const floor = gzipBytes(await buildOneLine(folder));
  const early = scriptsOf(builtClient).filter((path) => onDemand.test(path));
  const all = readdirSync(join(builtClient, 'assets')).filter((name) => name.endsWith('.js'));
  const later = all.filter((name) => onDemand.test(name));
  return [
    {
      what: 'JavaScript for /discover, gzip',
      ours: kilobytes(ours),
      against: `${kilobytes(floor)} (react + react-dom)`,
      value: ours / floor,
      target: atMost(2),
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
