import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOutsideReferences } from './structure.ts';

/** What a text points to inside server/docs. */
interface References {
  /** "7.4", as in "rule 7.4" or "rules 7.4 and 7.5". */
  rules: string[];
  /** "W3", as in "wire W3". */
  wire: string[];
  /** "011", as in "decision 011". */
  decisions: string[];
}

const lists = (text: string, pattern: RegExp, item: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, list = '']) => list.match(item) ?? []);

function findReferences(text: string): References {
  return {
    rules: lists(text, /\brules? (\d+\.\d+(?:(?:, | and |, and )\d+\.\d+)*)/gi, /\d+\.\d+/g),
    wire: lists(text, /\bwire (W\d+(?:(?:, | and )W\d+)*)/g, /W\d+/g),
    decisions: lists(text, /\bdecisions? (\d{3}(?:(?:, | and )\d{3})*)/gi, /\d{3}/g),
  };
}

/** The targets of a Markdown page's links, addresses on the web and places on the page itself aside. */
function findLinks(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** The rule numbers in the titles of tests and groups of tests. */
function ruleNumbersInTitles(source: string): string[] {
  return findReferences([...source.matchAll(/\(rules? [^)'"`]*\)/g)].map(([found]) => found).join('\n'))
    .rules;
}

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const texts = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|js|mjs|md|css|html|sh|sql|yml|yaml)$|^\.ci\/run$|^\.env\.example$/.test(path))
  // This file holds examples of references.
  .filter((path) => !path.endsWith('/references.test.ts') && existsSync(join(root, path)))
  .map((path) => ({ path, text: read(path) }));
const pages = texts.filter(({ path }) => path.endsWith('.md'));
const tests = texts.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));

const numbers = (page: string, pattern: RegExp) => [...read(page).matchAll(pattern)].map(([, n = '']) => n);
const rules = numbers('server/docs/product-rules.md', /^(\d+\.\d+) /gm);
const known = {
  rules,
  wire: numbers('server/docs/wire.md', /^## (W\d+) /gm),
  decisions: readdirSync(join(root, 'server/docs/decisions')).map((name) => name.slice(0, 3)),
};

/** Rules that say what the product is, or what the rules after them say in detail. */
const heldByOthers = new Set<string>([]);

describe('what the repository points to', () => {
  it('is never a document outside it', () => {
    const outside = texts.filter(({ text }) => countOutsideReferences(text) > 0);
    expect(outside.map(({ path }) => path)).toEqual([]);
  });

  it.each(['rules', 'wire', 'decisions'] as const)('is there: %s', (kind) => {
    const found = texts.flatMap(({ path, text }) => findReferences(text)[kind].map((to) => ({ path, to })));
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ to }) => !known[kind].includes(to))).toEqual([]);
  });

  it('is there: links of the pages', () => {
    const broken = pages.flatMap(({ path, text }) =>
      findLinks(text)
        .map((target) => join(dirname(path), target))
        .filter((target) => !existsSync(join(root, target))),
    );
    expect(broken).toEqual([]);
  });

  it('lists every decision in their index', () => {
    const index = read('server/docs/decisions/README.md');
    const missing = known.decisions.filter((number) => number !== 'REA' && !index.includes(`](${number}-`));
    expect(missing).toEqual([]);
  });
});

describe('the product rules', () => {
  it('each have a number of their own, in order', () => {
    const sorted = [...rules].sort((a, b) => {
      const [first = 0, second = 0] = a.split('.').map(Number);
      const [third = 0, fourth = 0] = b.split('.').map(Number);
      return first - third || second - fourth;
    });
    expect(rules).toEqual(sorted);
    expect(new Set(rules).size).toBe(rules.length);
  });

  it.each([
    [
      'shared/contracts/videos.ts',
      /const mostVideos = (\d+)/,
      'server/docs/decisions/014-found-videos-follow-their-comments.md',
      /at most (\d+) videos/,
    ],
    [
      'server/http/guards.ts',
      /windowMs: 60_000, limit: (\d+), what: 'Too many comments/,
      'server/docs/product-rules.md',
      /^10\.3 .*More than (\d+) requests a minute/m,
    ],
    [
      'shared/schema.ts',
      /dailyCap: .*default\((\d+)\)/,
      'server/docs/product-rules.md',
      /`dailyCap` \((\d+)\)/,
    ],
    [
      'shared/schema.ts',
      /minGapSeconds: .*default\((\d+)\)/,
      'server/docs/product-rules.md',
      /`minGapSeconds` \((\d+)\)/,
    ],
  ])('and the decisions tell the limit that %s sets', (code, limit, page, told) => {
    const [inCode, onPage] = [limit.exec(read(code))?.[1], told.exec(read(page))?.[1]];
    expect(inCode).toBeDefined();
    expect(onPage).toBe(inCode);
  });

  it('are each named by a test', () => {
    const named = new Set(tests.flatMap(({ text }) => ruleNumbersInTitles(text)));
    expect(rules.filter((rule) => !named.has(rule) && !heldByOthers.has(rule))).toEqual([]);
  });
});

it('finds references in their forms, and links', () => {
  expect(findReferences('see rules 7.4, 7.5 and 9.1; rule 2.1')).toMatchObject({
    rules: ['7.4', '7.5', '9.1', '2.1'],
  });
  expect(findReferences('wire W3 and decision 011')).toMatchObject({
    wire: ['W3'],
    decisions: ['011'],
  });
  expect(findLinks('[a](b.md#c) [web](https://example.org) [here](#x)')).toEqual(['b.md']);
  expect(ruleNumbersInTitles("it('waits (rules 7.7, 7.8)'); // rule 9.9")).toEqual(['7.7', '7.8']);
});
