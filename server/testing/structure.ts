import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSourceTree } from './architecture/source-tree.ts';
import {
  countCommentLines,
  countLines,
  countOutsideReferences,
  featureCircles,
  featureDirections,
  isCode,
  isForTests,
  isLooseAtRoot,
  readJourneys,
} from './architecture/structure.ts';

/** npm run structure: the figures that say how much there is to read, each with its counting rule. */
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const code = tracked.filter(isCode);
const product = code.filter((path) => !isForTests(path));
const tests = code.filter(isForTests);
const texts = tracked.filter((path) => /\.(tsx?|js|mjs|md|css|html|sh|txt)$/.test(path));
const lines = sum(product.map((path) => countLines(read(path))));
const comments = sum(product.map((path) => countCommentLines(path, read(path))));
/** A text field of a voice profile like any other: what names it is what a new field would change. */
const sampleField = 'brandPersonality';
const architecture = 'server/docs/architecture.md';
const journeys = existsSync(join(root, architecture)) ? readJourneys(read(architecture)) : [];

const figures: [name: string, figure: string | number, rule: string][] = [
  [
    'files outside tests',
    product.length,
    '.ts and .tsx; not *.test, *.spec, *.shots, testing/ or client/e2e/',
  ],
  ['lines outside tests', lines, 'all lines of those files'],
  ['lines of tests', sum(tests.map((path) => countLines(read(path)))), 'all lines of the other .ts and .tsx'],
  [
    'comment share',
    `${((100 * comments) / lines).toFixed(1)} %`,
    'lines outside tests that hold only a comment',
  ],
  [
    'references that leave the repository',
    sum(texts.map((path) => countOutsideReferences(read(path)))),
    'names of outside documents, in capitals',
  ],
  ['files at the root of server/', product.filter(isLooseAtRoot).length, 'server/*.ts outside tests'],
  [
    'circles of features',
    featureCircles(featureDirections(readSourceTree()))
      .map((circle) => circle.join(' + '))
      .join('; ') || 0,
    'features that reach one another by imports, types included, tests left out',
  ],
  [
    'files for a new voice field',
    product.filter((path) => read(path).includes(sampleField)).length + 1,
    `files outside tests that name ${sampleField}, and a migration`,
  ],
  ...journeys.map(({ name, files }): [string, number, string] => [
    `journey: ${name}`,
    files.length,
    `files that its walk in ${architecture} opens`,
  ]),
];

for (const [name, figure, rule] of figures)
  process.stdout.write(`${name.padEnd(38)} ${String(figure).padEnd(12)} ${rule}\n`);
