import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** client/e2e/README.md says which test holds which sentence of the specification: every test it names is there. */
const root = join(import.meta.dirname, '../..');
const table = readFileSync(join(root, 'client/e2e/README.md'), 'utf8');

const cells = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && line !== '| what | test |')
  .map((line) => line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '');

const file =
  /(?:[\w-]+\/)*[\w-]+\.(?:spec|rules\.test\.ts|test\.tsx?)|shared\/rules\/[\w-]+|server\/features\/\w+ tests/g;

interface Reference {
  file: string;
  names: string[];
}

/** "a.test.tsx: one thing; another …. b.spec" names three: two tests of a file, and all of another. */
function references(cell: string): Reference[] {
  const found = [...cell.matchAll(file)];
  return found.map((match, place) => {
    const rest = cell.slice(match.index + match[0].length, found[place + 1]?.index);
    const named = rest.startsWith(':') ? rest.slice(1) : '';
    const names = named
      .split(';')
      .map((name) => name.replace(/\(all\)|…|\.\s*$/g, '').trim())
      .filter((name) => name !== '' && name !== ',');
    return { file: match[0], names };
  });
}

function filesOf(name: string): string[] {
  if (name.endsWith(' tests')) return globSync(`${name.slice(0, -' tests'.length)}/*.test.ts`, { cwd: root });
  const candidates = [name, `client/src/${name}`, `client/e2e/${name}.ts`, `${name}.rules.test.ts`];
  return candidates.filter((each) => existsSync(join(root, each)) && /\.(test|spec)\.tsx?$/.test(each));
}

const all = cells.flatMap(references);

it('names a test in each row', () => {
  expect(cells.filter((cell) => references(cell).length === 0)).toEqual([]);
  expect(all.length).toBeGreaterThan(80);
});

it.each(all)('$file has the tests it is named for: $names', ({ file: name, names }) => {
  const files = filesOf(name);
  expect(files).not.toEqual([]);
  const text = files.map((each) => readFileSync(join(root, each), 'utf8')).join('\n');
  expect(names.filter((each) => !text.includes(each))).toEqual([]);
});
