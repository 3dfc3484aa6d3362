import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

const root = join(import.meta.dirname, '../../..');
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The repository's files, new ones that Git does not ignore among them. */
export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/** Files that only tests use: tests themselves, their helpers, and the browser tests. */
export const isForTests = (path: string) =>
  /\.(test|spec|shots)\.tsx?$/.test(path) || /\/testing\//.test(path) || path.startsWith('client/e2e/');

export const isCode = (path: string) => /\.(tsx?|js|mjs|css)$/.test(path);

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

export const architecturePage = 'server/docs/architecture.md';

export interface Journey {
  name: string;
  files: string[];
}

/** The walks of the architecture page: each "### Journey: …" and the files that its text opens. */
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

/** Longer files are hard to hold in one head. */
export const LONGEST = 350;
/** A shorter file with a single user belongs into that user's file. */
const SHORTEST = 40;

interface CodeFile {
  path: string;
  lines: number;
}

/** Files without tests that are too long; the tables are one list by nature. */
export const longFiles = (files: readonly CodeFile[]): CodeFile[] =>
  files.filter(({ path, lines }) => lines > LONGEST && !isForTests(path) && path !== 'shared/schema.ts');

/** Files without tests that are short and that one other such file imports. */
export function smallFiles(files: readonly CodeFile[], modules: readonly SourceModule[]): CodeFile[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of modules)
    if (!isForTests(path))
      for (const { to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(path));
  return files.filter(
    ({ path, lines }) => lines < SHORTEST && !isForTests(path) && importers.get(path)?.size === 1,
  );
}

/** What is measured, by the names that limits.ts gives a limit to; the whole without the files of `later`. */
export function measure(
  files: readonly string[],
  modules: readonly SourceModule[],
  areas: Readonly<Record<string, RegExp>>,
  later: RegExp,
): Map<string, number> {
  const code = files.filter(isCode).map((path): CodeFile => ({ path, lines: countLines(read(path)) }));
  const figures = new Map<string, number>();
  const count = (name: string, counted: readonly CodeFile[]) => {
    figures.set(`${name}: files`, counted.length);
    figures.set(
      `${name}: lines`,
      counted.reduce((sum, { lines }) => sum + lines, 0),
    );
  };
  count(
    'without tests',
    code.filter(({ path }) => !isForTests(path) && !later.test(path)),
  );
  count(
    'tests and helpers',
    code.filter(({ path }) => isForTests(path) && !later.test(path)),
  );
  figures.set('other files', files.filter((path) => !isCode(path) && !later.test(path)).length);
  figures.set(`files under ${SHORTEST} lines with one importer`, smallFiles(code, modules).length);
  figures.set(`files over ${LONGEST} lines`, longFiles(code).length);
  for (const { name, files: walked } of readJourneys(read(architecturePage)))
    figures.set(`journey: ${name}`, walked.length);
  for (const [area, pattern] of Object.entries(areas)) {
    const own = code.filter(({ path }) => pattern.test(path));
    const isTest = ({ path }: CodeFile) => isForTests(path);
    if (!own.every(isTest))
      count(
        area,
        own.filter((file) => !isTest(file)),
      );
    if (own.some(isTest)) count(`${area}, tests`, own.filter(isTest));
  }
  return figures;
}

/** One import of one file: `to` is a path in this repository, or the specifier of a package. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'static' | 'type' | 'dynamic';
  readonly isOurs: boolean;
}

interface SourceModule {
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

/** Every module of the three parts, tests included. */
export const readSourceTree = (): SourceModule[] =>
  listFiles()
    .filter((path) => /^(client|server|shared)\/.*\.(tsx?|js)$/.test(path))
    .map((path) => readModule(path, read(path)));

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
