import type { SourceModule } from './module-imports.ts';

/**
 * Import cycles, each as the list of its files. Type imports count too: two files that need each other's
 * types are one thing in two files.
 */
export function findCycles(modules: readonly SourceModule[]): string[][] {
  const edges = new Map(modules.map(({ path, imports }) => [path, imports.map(({ to }) => to)]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start !== -1) cycles.push(trail.slice(start));
    if (start !== -1 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
