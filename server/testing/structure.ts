import { areas, exemptions, later, limits } from './architecture/limits.ts';
import {
  countCommentLines,
  countLines,
  countOutsideReferences,
  isCode,
  isForTests,
  listFiles,
  longFiles,
  measure,
  read,
  readSourceTree,
  smallFiles,
} from './architecture/structure.ts';

/** npm run structure: how much there is to read, beside its limits. With -- --list also the files to look at. */
const files = listFiles();
const modules = readSourceTree();
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const [name, figure] of measure(files, modules, areas, later)) {
  const most = limits[name];
  const exempted = exemptions[name];
  const isKept = most !== undefined && figure <= most;
  const told =
    exempted === undefined ? '' : isKept ? ', no exemption is needed any more' : `, ${exempted} for now`;
  say(
    `${name.padEnd(44)} ${String(figure).padStart(6)}${most === undefined ? '' : `   at most ${most}${told}`}`,
  );
}

const product = files.filter((path) => isCode(path) && !isForTests(path));
const scripts = product.filter((path) => !path.endsWith('.css'));
const lines = scripts.reduce((sum, path) => sum + countLines(read(path)), 0);
const comments = scripts.reduce((sum, path) => sum + countCommentLines(path, read(path)), 0);
const texts = files.filter((path) => /\.(tsx?|js|mjs|md|css|html|sh|txt)$/.test(path));
const outside = texts.reduce((sum, path) => sum + countOutsideReferences(read(path)), 0);
/** A text field of a voice profile like any other: what names it is what a new field would change. */
const sampleField = 'brandPersonality';
const naming = product.filter((path) => read(path).includes(sampleField)).length;

say(`${'lines that hold only a comment'.padEnd(44)} ${((100 * comments) / lines).toFixed(1).padStart(6)} %`);
say(`${'references that leave the repository'.padEnd(44)} ${String(outside).padStart(6)}`);
say(`${'files for a new voice field'.padEnd(44)} ${String(naming + 1).padStart(6)}   with its migration`);

if (process.argv.includes('--list')) {
  const code = product.map((path) => ({ path, lines: countLines(read(path)) }));
  say('\nToo long:');
  for (const { path, lines } of longFiles(code)) say(`${String(lines).padStart(6)} ${path}`);
  say('\nSmall, with one importer:');
  for (const { path, lines } of smallFiles(code, modules)) say(`${String(lines).padStart(6)} ${path}`);
}
