import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import jsTokens from 'js-tokens';
import { parseSync, Visitor } from 'vite';

const root = join(import.meta.dirname, '../../..');
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns the repository's files, including new ones that Git does not ignore. */
export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/**
 * Returns true for files that only tests use: tests, their helpers, and the browser
 * tests.
 */
export const isForTests = (path: string) =>
  /\.(test|spec|shots)\.tsx?$/.test(path) ||
  /\/testing\//.test(path) ||
  path.startsWith('client/e2e/');

export const isCode = (path: string) => /\.(tsx?|js|mjs|css)$/.test(path);

export const countLines = (text: string) =>
  text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Counts the lines of comments that do not share a line with code. */
export function countCommentLines(path: string, source: string): number {
  const { comments } = parseSync(path, source);
  return comments
    .filter(
      ({ start }) =>
        source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '',
    )
    .reduce(
      (sum, { start, end }) => sum + source.slice(start, end).split('\n').length,
      0,
    );
}

const outsideDocuments = [
  'SPEC',
  'DESIGN',
  'WIRE',
  'PITFALLS',
  'LOOK',
  'STYLE',
  'MODELS',
];
const outsideReference = new RegExp(
  `\\b(${outsideDocuments.join('|')})(?=\\.md|[ :§,;)]|$)`,
  'gm',
);

/** Counts mentions of documents that a reader of this repository does not have. */
export const countOutsideReferences = (text: string) =>
  text.match(outsideReference)?.length ?? 0;

export const architecturePage = 'server/docs/architecture.md';

export interface Journey {
  name: string;
  files: string[];
}

/**
 * Reads the journeys of the architecture page: each "### Journey: …" and the files that
 * its text names.
 */
export function readJourneys(document: string): Journey[] {
  return document
    .split(/^### Journey: /m)
    .slice(1)
    .map((section) => {
      const [name = ''] = section.split('\n', 1);
      const walk = section.split(/^##+ /m)[0] ?? '';
      const files = [
        ...walk.matchAll(/`((?:client|server|shared)\/[^`\s]+\.tsx?)`/g),
      ].map(([, file]) => file);
      return { name, files: [...new Set(files.filter((file) => file !== undefined))] };
    });
}

/** A longer file is hard to read as a whole. */
export const LONGEST_LINES = 400;

/**
 * Returns product files over the limit, except shared/schema.ts, where the tables are one
 * list by nature.
 */
export const listLongFiles = (files: readonly string[]): string[] =>
  files
    .filter((path) => isCode(path) && !isForTests(path) && path !== 'shared/schema.ts')
    .filter((path) => countLines(read(path)) > LONGEST_LINES);

/**
 * Counts lexical tokens, so that line width, blank lines and comments do not affect the
 * number.
 */
export function countTokens(path: string, source: string): number {
  if (path.endsWith('.css')) return source.match(/[\w-]+|[^\s\w]/g)?.length ?? 0;
  let count = 0;
  for (const token of jsTokens(source, { jsx: /x$/.test(path) })) {
    if (!isSpaceOrComment(token.type)) count += 1;
  }
  return count;
}

const isSpaceOrComment = (tokenType: string) =>
  /^(WhiteSpace|LineTerminatorSequence|SingleLineComment|MultiLineComment)$/.test(
    tokenType,
  );

/**
 * The areas of the repository, in the order of the report. A file belongs to the first
 * area whose pattern matches.
 */
const areas: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['client', /^client\/(?!e2e\/)/],
  ['browser tests', /^client\/e2e\//],
  ['features', /^server\/features\//],
  ['platform', /^server\/((app|backup|config|core|db|http|jobs|text)\/|[^/]+\.ts$)/],
  ['providers', /^server\/providers\//],
  ['sandbox', /^server\/sandbox\//],
  ['bench, eval and prepare', /^server\/(bench|eval|prepare)\//],
  ['test helpers', /^server\/testing\//],
  ['shared', /^shared\//],
  ['other', /^/],
];

interface Size {
  files: number;
  tokens: number;
}

interface AreaSizes {
  name: string;
  product: Size;
  tests: Size;
}

/**
 * Counts files and tokens per area, separately for product code and for tests with their
 * helpers.
 */
export function measureAreas(files: readonly string[]): AreaSizes[] {
  const sizes = areas.map(([name]) => ({
    name,
    product: { files: 0, tokens: 0 },
    tests: { files: 0, tokens: 0 },
  }));
  for (const path of files.filter(isCode)) {
    const area = sizes[areas.findIndex(([, pattern]) => pattern.test(path))];
    if (area === undefined) continue;
    const size = isForTests(path) ? area.tests : area.product;
    size.files += 1;
    size.tokens += countTokens(path, read(path));
  }
  return sizes.filter(({ product, tests }) => product.files + tests.files > 0);
}

/**
 * An import in a file: `to` is a path in this repository, or the specifier of a package.
 */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'static' | 'type' | 'dynamic';
  readonly isOurs: boolean;
}

interface SourceModule {
  readonly path: string;
  readonly imports: readonly Import[];
  /** True for a barrel: a file with nothing but imports and re-exports. */
  readonly onlyReexports: boolean;
  readonly readsProcessEnv: boolean;
}

/**
 * Parses one TypeScript or JavaScript file; `path` is relative to the repository, with
 * forward slashes.
 */
export function readModule(path: string, source: string): SourceModule {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0)
    throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
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
          named.every(
            (name) => name.type === 'ImportSpecifier' && name.importKind === 'type',
          ));
      add(node.source.value, isType ? 'type' : 'static');
    },
    ExportNamedDeclaration(node) {
      if (node.source)
        add(node.source.value, node.exportKind === 'type' ? 'type' : 'static');
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
      if (isEnv && object.type === 'Identifier' && object.name === 'process')
        readsProcessEnv = true;
    },
  }).visit(program);
  const reexports = program.body.map(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        node.source !== null &&
        node.declaration === null),
  );
  const rest = program.body.filter(
    (node, index) => !reexports[index] && node.type !== 'ImportDeclaration',
  );
  return {
    path,
    imports,
    onlyReexports: reexports.includes(true) && rest.length === 0,
    readsProcessEnv,
  };
}

function resolve(from: string, specifier: string): Pick<Import, 'to' | 'isOurs'> {
  if (specifier.startsWith('#shared/')) return { to: specifier.slice(1), isOurs: true };
  if (!specifier.startsWith('.')) return { to: specifier, isOurs: false };
  return { to: posix.join(posix.dirname(from), specifier), isOurs: true };
}

/** Returns every module of client, server and shared, including tests. */
export const readSourceTree = (): SourceModule[] =>
  listFiles()
    .filter((path) => /^(client|server|shared)\/.*\.(tsx?|js)$/.test(path))
    .map((path) => readModule(path, read(path)));

/**
 * Returns import cycles, each as the list of its files. Type imports count too: two files
 * that need each other's types belong together.
 */
export function findCycles(modules: readonly SourceModule[]): string[][] {
  const edges = new Map(
    modules.map(({ path, imports }) => [path, imports.map(({ to }) => to)]),
  );
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
