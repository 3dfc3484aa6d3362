import {
  architecturePage,
  countCommentLines,
  countLines,
  isCode,
  isForTests,
  listFiles,
  measureAreas,
  read,
  readJourneys,
} from './architecture/structure.ts';

/** npm run structure: reports how much code there is to read. Nothing here is a limit. */
const files = listFiles();
const say = (line: string) => process.stdout.write(`${line}\n`);

const columns = (name: string, values: readonly (string | number)[]) =>
  `${name.padEnd(32)}${values.map((value) => value.toLocaleString('en').padStart(14)).join('')}`;

say(columns('area', ['files', 'tokens', 'test files', 'test tokens']));
const total = { files: 0, tokens: 0, testFiles: 0, testTokens: 0 };
for (const { name, product, tests } of measureAreas(files)) {
  say(columns(name, [product.files, product.tokens, tests.files, tests.tokens]));
  total.files += product.files;
  total.tokens += product.tokens;
  total.testFiles += tests.files;
  total.testTokens += tests.tokens;
}
say(columns('all', [total.files, total.tokens, total.testFiles, total.testTokens]));

say('\nFiles to open to follow a journey of the architecture page:');
for (const { name, files: walked } of readJourneys(read(architecturePage))) {
  say(columns(name, [walked.length]));
}

const scripts = files.filter(
  (path) => isCode(path) && !isForTests(path) && !path.endsWith('.css'),
);
const lines = scripts.reduce((sum, path) => sum + countLines(read(path)), 0);
const comments = scripts.reduce(
  (sum, path) => sum + countCommentLines(path, read(path)),
  0,
);
/**
 * A text field of a voice profile. A new field would change every file that names this
 * one.
 */
const sampleField = 'brandPersonality';
const naming = scripts.filter((path) => read(path).includes(sampleField));

say('');
say(
  columns('lines that hold only a comment', [
    `${((100 * comments) / lines).toFixed(1)} %`,
  ]),
);
say(columns('files for a new voice field', [`${naming.length} + migration`]));
