import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readModule } from './module-imports.ts';
import {
  countCommentLines,
  countLines,
  countOutsideReferences,
  featureCircles,
  featureDirections,
  readJourneys,
} from './structure.ts';

it('counts lines, and of comments only the lines they have to themselves', () => {
  const source = '/** One\n * two. */\nconst a = 1; // beside\n// alone\n';
  expect(countLines(source)).toBe(4);
  expect(countCommentLines('a.ts', source)).toBe(3);
});

it('counts references to documents outside the repository, not words that look alike', () => {
  const named = ['WIRE', 'SPEC', 'DESIGN'].map((name) => `as ${name} §9 says`);
  expect(countOutsideReferences(named.join(', '))).toBe(3);
  expect(countOutsideReferences('the SPECIFICATION, design and INSPECT')).toBe(0);
});

it('finds features that reach one another, over others too', () => {
  const importing = (from: string, to: string) =>
    readModule(`server/features/${from}/x.ts`, `import type { X } from '../${to}/y.ts';`);
  const modules = [importing('a', 'b'), importing('b', 'c'), importing('c', 'a'), importing('d', 'a')];
  expect(featureCircles(featureDirections(modules))).toEqual([['a', 'b', 'c']]);
  expect(featureCircles(featureDirections(modules.slice(0, 2)))).toEqual([]);
});

it('reads the files of a journey, each once, up to the next heading', () => {
  const document = `
### Journey: a search
It begins in \`client/src/a.tsx\`, goes on in \`server/b.ts\` and ends in \`client/src/a.tsx\`.
## Other
\`server/c.ts\`
`;
  expect(readJourneys(document)).toEqual([{ name: 'a search', files: ['client/src/a.tsx', 'server/b.ts'] }]);
});

it('names only files that exist in the journeys of the architecture page', () => {
  const root = join(import.meta.dirname, '../../..');
  const journeys = readJourneys(readFileSync(join(root, 'server/docs/architecture.md'), 'utf8'));
  expect(journeys).toHaveLength(3);
  const named = journeys.flatMap(({ files }) => files);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
