import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** One import of one file: `to` is a path in this repository, or the specifier of a package. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'static' | 'type' | 'dynamic';
  readonly isOurs: boolean;
}

export interface SourceModule {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Nothing but imports and re-exports: a barrel. */
  readonly onlyReexports: boolean;
  readonly readsProcessEnv: boolean;
}

/** Parses one TypeScript or JavaScript file; `path` is relative to the repository, with forward slashes. */
export function readModule(path: string, source: string): SourceModule {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [];
  let readsProcessEnv = false;
  const add = (specifier: string, kind: Import['kind']) =>
    imports.push({ from: path, kind, ...resolve(path, specifier) });
  new Visitor({
    ImportDeclaration(node) {
      const named = node.specifiers;
      const isType =
        node.importKind === 'type' ||
        (named.length > 0 &&
          named.every((name) => name.type === 'ImportSpecifier' && name.importKind === 'type'));
      add(node.source.value, isType ? 'type' : 'static');
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.exportKind === 'type' ? 'type' : 'static');
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === 'type' ? 'type' : 'static');
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(String(node.source.value), 'dynamic');
    },
    TSImportType(node) {
      add(String(node.source.value), 'type');
    },
    MemberExpression(node) {
      const { object, property } = node;
      const isEnv = property.type === 'Identifier' ? property.name === 'env' : false;
      if (isEnv && object.type === 'Identifier' && object.name === 'process') readsProcessEnv = true;
    },
  }).visit(program);
  const reexports = program.body.map(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source !== null && node.declaration === null),
  );
  const rest = program.body.filter((node, index) => !reexports[index] && node.type !== 'ImportDeclaration');
  return { path, imports, onlyReexports: reexports.includes(true) && rest.length === 0, readsProcessEnv };
}

function resolve(from: string, specifier: string): Pick<Import, 'to' | 'isOurs'> {
  if (specifier.startsWith('#shared/')) return { to: specifier.slice(1), isOurs: true };
  if (!specifier.startsWith('.')) return { to: specifier, isOurs: false };
  return { to: posix.join(posix.dirname(from), specifier), isOurs: true };
}

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
