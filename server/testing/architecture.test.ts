import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWrongImports, mayReadEnv } from './architecture/import-rules.ts';
import {
  architecturePage,
  countOutsideReferences,
  countTokens,
  findCycles,
  isCode,
  LONGEST_LINES,
  listFiles,
  listLongFiles,
  read,
  readJourneys,
  readModule,
  readSourceTree,
} from './architecture/structure.ts';

const modules = readSourceTree();
const files = listFiles();

describe('this repository', () => {
  it('keeps the import directions', () => {
    expect(modules.length).toBeGreaterThan(100);
    expect(findWrongImports(modules.flatMap(({ imports }) => imports))).toEqual([]);
  });

  it('imports only files that exist', () => {
    const known = new Set(modules.map(({ path }) => path));
    const missing = modules
      .flatMap(({ imports }) => imports)
      .filter(
        ({ to, isOurs }) => isOurs && /\.(tsx?|js)$|\/[^.]*$/.test(to) && !known.has(to),
      );
    expect(missing).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(findCycles(modules)).toEqual([]);
  });

  it('has no barrel files and no files called utils, helpers or the like', () => {
    const bad = modules.filter(
      ({ path, onlyReexports }) =>
        onlyReexports || /\/(index|utils?|helpers?|misc|common)(\.|\/)/.test(path),
    );
    expect(bad.map(({ path }) => path)).toEqual([]);
  });

  it('reads environment variables only in the files that may', () => {
    const readers = modules.filter(
      ({ path, readsProcessEnv }) => readsProcessEnv && !mayReadEnv.test(path),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

/** Returns the broken rules for a file with this content. */
const judge = (path: string, source: string) =>
  findWrongImports(readModule(path, source).imports);

describe('findWrongImports', () => {
  it.each<[string, string]>([
    ['shared/rules/topics.ts', "import { join } from 'node:path';"],
    [
      'shared/contracts/queue.ts',
      "import type { Config } from '../../server/config/config.ts';",
    ],
    [
      'server/features/comments/review.routes.ts',
      "import { x } from './review.repository.ts';",
    ],
    [
      'server/features/comments/review.service.ts',
      "import type { Request } from 'express';",
    ],
    ['server/features/comments/review.service.ts', "import { eq } from 'drizzle-orm';"],
    [
      'server/features/comments/review.service.ts',
      "export { x } from '../voice/voice.presenter.ts';",
    ],
    [
      'server/features/comments/review.rules.ts',
      "import { x } from './review.repository.ts';",
    ],
    [
      'server/features/voice/voice.service.ts',
      "import { x } from '../drafting/drafting.service.ts';",
    ],
    [
      'server/features/comments/review.rules.ts',
      "import { readFileSync } from 'node:fs';",
    ],
    ['server/features/drafting/drafting.service.ts', "import OpenAI from 'openai';"],
    [
      'server/features/drafting/drafting.service.ts',
      "import { x } from '../../providers/language-model/prompt.ts';",
    ],
    ['server/features/voice/voice.routes.ts', "import passport from 'passport';"],
    [
      'server/jobs/post-due.ts',
      "import { x } from '../features/publishing/loop.repository.ts';",
    ],
    ['server/http/events.ts', "import { x } from '../features/auth/account.service.ts';"],
    ['server/app/context.ts', "import { fakeClock } from '../testing/clock.ts';"],
    [
      'server/app/context.ts',
      "import { youtube } from 'googleapis/build/src/apis/youtube/index.js';",
    ],
    ['server/main.ts', "import { startSandbox } from './sandbox/sandbox.ts';"],
    ['server/sandbox/sandbox.ts', "import { loadConfig } from '../config/config.ts';"],
    ['server/app/app.ts', "import { App } from '../../client/src/app/app.tsx';"],
    ['server/prepare/prepare.js', "import { z } from 'zod';"],
    ['client/src/lib/formats.ts', "import { x } from '../api/http.ts';"],
    [
      'client/src/api/comments.ts',
      "import { QueuePage } from '../features/queue/queue-page.tsx';",
    ],
    [
      'client/src/features/queue/queue-page.tsx',
      "import { x } from '../discover/filter-chips.tsx';",
    ],
    [
      'client/src/features/queue/queue-page.tsx',
      "import { routes } from '../../app/routes.tsx';",
    ],
    [
      'client/src/components/ui/button.tsx',
      "import { useQueue } from '../../api/comments.ts';",
    ],
    ['client/src/api/comments.ts', "import { comments } from '#shared/schema.ts';"],
    ['client/src/main.tsx', "import { x } from './testing/setup.ts';"],
  ])('reports in %s: %s', (path, source) => {
    expect(judge(path, source)).not.toEqual([]);
  });
});

describe('structure checks', () => {
  it('find an import cycle of three files, also through types and dynamic imports', () => {
    const cycle = [
      readModule('server/a.ts', "import './b.ts'; import './d.ts';"),
      readModule('server/b.ts', "import type { C } from './c.ts';"),
      readModule('server/c.ts', "export const load = () => import('./a.ts');"),
      readModule('server/d.ts', 'export const d = 1;'),
    ];
    expect(findCycles(cycle)).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts']]);
  });

  it('find a barrel file, but not a file with code of its own', () => {
    expect(
      readModule('shared/all.ts', "export * from './a.ts';\nexport { b } from './b.ts';")
        .onlyReexports,
    ).toBe(true);
    expect(
      readModule('shared/a.ts', "export { b } from './b.ts';\nexport const a = 1;")
        .onlyReexports,
    ).toBe(false);
  });

  it('find files that read environment variables', () => {
    expect(
      readModule('server/x.ts', 'const port = process.env.PORT;').readsProcessEnv,
    ).toBe(true);
    expect(
      readModule('server/x.ts', 'const port = config.env.PORT;').readsProcessEnv,
    ).toBe(false);
  });
});

describe('the journeys of the architecture page', () => {
  /** How many files a reader may have to open at most to follow each journey. */
  const mostFiles: Readonly<Record<string, number>> = {
    'a search': 15,
    'an approval that gets posted': 16,
    'an edit that becomes a rule': 15,
    'a new field of a draft': 15,
  };
  const journeys = readJourneys(read(architecturePage));

  it('are those that have a limit here', () => {
    expect(journeys.map(({ name }) => name)).toEqual(Object.keys(mostFiles));
  });

  it.each(journeys)('name only files that exist: $name', ({ files: walked }) => {
    expect(walked.length).toBeGreaterThan(5);
    expect(walked.filter((file) => !files.includes(file))).toEqual([]);
  });

  it.each(journeys)(
    'have few enough files to follow: $name',
    ({ name, files: walked }) => {
      expect(walked.length).toBeLessThanOrEqual(mostFiles[name] ?? 0);
    },
  );
});

describe('size of the code', () => {
  it(`is at most ${LONGEST_LINES} lines in one file`, () => {
    expect(listLongFiles(files)).toEqual([]);
  });

  it('is counted in tokens, independently of line breaks and comments', () => {
    const narrow = 'const sum =\n  // Adds.\n  a +\n  b;\n';
    expect(countTokens('server/a.ts', narrow)).toBe(7);
    expect(countTokens('server/a.ts', 'const sum = a + b;')).toBe(7);
  });
});

describe('suppressed lint findings', () => {
  const mostSuppressions = 15;
  const suppressions = files
    .filter((path) => isCode(path) && !path.endsWith('/architecture.test.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/biome-ignore.*/g)].map(
        ([comment]) => `${path}: ${comment}`,
      ),
    );

  it(`are at most ${mostSuppressions}`, () => {
    expect(suppressions.length).toBeGreaterThan(0);
    expect(suppressions.length).toBeLessThanOrEqual(mostSuppressions);
  });

  it('each have a reason', () => {
    const withReason = /biome-ignore lint\/\w+\/\w+: \S+ \S+/;
    expect(suppressions.filter((suppression) => !withReason.test(suppression))).toEqual(
      [],
    );
  });
});

describe('references', () => {
  const lists = (text: string, pattern: RegExp, item: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, list = '']) => list.match(item) ?? []);

  /**
   * Finds references to pages in server/docs: "rules 7.4 and 7.5", "wire W3", "decision
   * 011".
   */
  const findReferences = (text: string) => ({
    rules: lists(
      text,
      /\brules? (\d+\.\d+(?:(?:, | and |, and )\d+\.\d+)*)/gi,
      /\d+\.\d+/g,
    ),
    wire: lists(text, /\bwire (W\d+(?:(?:, | and )W\d+)*)/g, /W\d+/g),
    decisions: lists(text, /\bdecisions? (\d{3}(?:(?:, | and )\d{3})*)/gi, /\d{3}/g),
  });

  /**
   * Returns the targets of a Markdown page's links, except web addresses and anchors on
   * the same page.
   */
  function findLinks(page: string): string[] {
    return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  }

  function ruleNumbersInTitles(source: string): string[] {
    return findReferences(
      [...source.matchAll(/\(rules? [^)'"`]*\)/g)].map(([found]) => found).join('\n'),
    ).rules;
  }

  const texts = files
    .filter((path) =>
      /\.(tsx?|js|mjs|md|css|html|sh|sql|yml|yaml)$|^\.ci\/run$|^\.env\.example$/.test(
        path,
      ),
    )
    // This file contains examples of references.
    .filter((path) => !path.endsWith('/architecture.test.ts'))
    .map((path) => ({ path, text: read(path) }));
  const pages = texts.filter(({ path }) => path.endsWith('.md'));
  const tests = texts.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));

  const numbers = (page: string, pattern: RegExp) =>
    [...read(page).matchAll(pattern)].map(([, n = '']) => n);
  const rules = numbers('server/docs/product-rules.md', /^(\d+\.\d+) /gm);
  const known = {
    rules,
    wire: numbers('server/docs/wire.md', /^## (W\d+) /gm),
    decisions: files.flatMap(
      (path) => /^server\/docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? [],
    ),
  };

  describe('reference in the repository', () => {
    it('never leads to a document outside it', () => {
      const outside = texts.filter(({ text }) => countOutsideReferences(text) > 0);
      expect(outside.map(({ path }) => path)).toEqual([]);
    });

    it.each(['rules', 'wire', 'decisions'] as const)(
      'leads to an existing target: %s',
      (kind) => {
        const found = texts.flatMap(({ path, text }) =>
          findReferences(text)[kind].map((to) => ({ path, to })),
        );
        expect(found.length).toBeGreaterThan(5);
        expect(found.filter(({ to }) => !known[kind].includes(to))).toEqual([]);
      },
    );

    it('leads to an existing file when it is a link in a page', () => {
      const broken = pages.flatMap(({ path, text }) =>
        findLinks(text)
          .map((target) => join(dirname(path), target))
          .filter(
            (target) =>
              !files.some((file) => file === target || file.startsWith(`${target}/`)),
          ),
      );
      expect(broken).toEqual([]);
    });

    it('is in the decisions’ index for every decision', () => {
      const index = read('server/docs/decisions/README.md');
      const missing = known.decisions.filter((number) => !index.includes(`](${number}-`));
      expect(missing).toEqual([]);
    });
  });

  describe('the product rules', () => {
    it('have unique numbers in ascending order', () => {
      const sorted = [...rules].sort((a, b) => {
        const [first = 0, second = 0] = a.split('.').map(Number);
        const [third = 0, fourth = 0] = b.split('.').map(Number);
        return first - third || second - fourth;
      });
      expect(rules).toEqual(sorted);
      expect(new Set(rules).size).toBe(rules.length);
    });

    it('are each named in the title of a test', () => {
      const named = new Set(tests.flatMap(({ text }) => ruleNumbersInTitles(text)));
      expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
    });
  });
});
