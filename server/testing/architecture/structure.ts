import { parseSync } from 'vite';
import type { SourceModule } from './source-tree.ts';

/** Files that only tests use: tests themselves, their helpers, and the browser tests. */
export const isForTests = (path: string) =>
  /\.(test|spec|shots)\.tsx?$/.test(path) || /\/testing\//.test(path) || path.startsWith('client/e2e/');

export const isCode = (path: string) => /\.tsx?$/.test(path);

export const countLines = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Lines that hold nothing but a comment. */
export function countCommentLines(path: string, source: string): number {
  const { comments } = parseSync(path, source);
  return comments
    .filter(({ start }) => source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '')
    .reduce((sum, { start, end }) => sum + source.slice(start, end).split('\n').length, 0);
}

const outsideDocuments = ['SPEC', 'DESIGN', 'WIRE', 'PITFALLS', 'LOOK', 'STYLE', 'MODELS'];
const outsideReference = new RegExp(`\\b(${outsideDocuments.join('|')})(?=\\.md|[ :§,;)]|$)`, 'gm');

/** Names of documents that a reader of this repository does not have. */
export const countOutsideReferences = (text: string) => text.match(outsideReference)?.length ?? 0;

/** Code at the server's root that is neither an entry nor a test. */
export const isLooseAtRoot = (path: string) => /^server\/[^/]+\.ts$/.test(path) && !isForTests(path);

const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1];

/** Which feature imports which, type imports included and tests left out. */
export function featureDirections(modules: readonly SourceModule[]): Map<string, Set<string>> {
  const directions = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const from = featureOf(path);
    if (from === undefined || isForTests(path)) continue;
    const targets = directions.get(from) ?? new Set();
    directions.set(from, targets);
    for (const { to } of imports) {
      const feature = featureOf(to);
      if (feature !== undefined && feature !== from) targets.add(feature);
    }
  }
  return directions;
}

/** Groups of features that all reach one another. */
export function featureCircles(directions: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const to of directions.get(next) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
    return seen;
  };
  const reached = new Map([...directions.keys()].map((feature) => [feature, reach(feature)]));
  const circles = new Map<string, string[]>();
  for (const [feature, seen] of reached) {
    if (!seen.has(feature)) continue;
    const circle = [...seen].filter((other) => reached.get(other)?.has(feature)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

export interface Journey {
  name: string;
  files: string[];
}

/** The walks of server/docs/architecture.md: each "### Journey: …" and the files that its text opens. */
export function readJourneys(document: string): Journey[] {
  return document
    .split(/^### Journey: /m)
    .slice(1)
    .map((section) => {
      const [name = ''] = section.split('\n', 1);
      const walk = section.split(/^##+ /m)[0] ?? '';
      const files = [...walk.matchAll(/`((?:client|server|shared)\/[^`\s]+\.tsx?)`/g)].map(
        ([, file]) => file,
      );
      return { name, files: [...new Set(files.filter((file) => file !== undefined))] };
    });
}
