import { areas, exemptions, later, limits } from './architecture/limits.ts';
import {
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
const texts = files.filter((path) => /\.(tsx?|js|mjs|md|css|html|sh|txt)$/.test(path));
const outside = texts.reduce((sum, path) => sum + countOutsideReferences(read(path)), 0);
say(`${'references that leave the repository'.padEnd(44)} ${String(outside).padStart(6)}`);

if (process.argv.includes('--list')) {
  const code = product.map((path) => ({ path, lines: countLines(read(path)) }));
  say('\nToo long:');
  for (const { path, lines } of longFiles(code)) say(`${String(lines).padStart(6)} ${path}`);
  say('\nSmall, with one importer:');
  for (const { path, lines } of smallFiles(code, modules)) say(`${String(lines).padStart(6)} ${path}`);
}
