import { describe, expect, it } from 'vitest';
import { findWrongImports, mayReadEnv } from './architecture/import-rules.ts';
import { areas, exemptions, later, limits } from './architecture/limits.ts';
import { findCycles, readModule, readSourceTree } from './architecture/source-tree.ts';
import {
  architecturePage,
  countCommentLines,
  countLines,
  countOutsideReferences,
  listFiles,
  longFiles,
  measure,
  read,
  readJourneys,
  smallFiles,
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
      .filter(({ to, isOurs }) => isOurs && /\.(tsx?|js)$|\/[^.]*$/.test(to) && !known.has(to));
    expect(missing).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(findCycles(modules)).toEqual([]);
  });

  it('has no barrel files and no drawers', () => {
    const bad = modules.filter(
      ({ path, onlyReexports }) => onlyReexports || /\/(index|utils?|helpers?|misc|common)(\.|\/)/.test(path),
    );
    expect(bad.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment at its edge only', () => {
    const readers = modules.filter(({ path, readsProcessEnv }) => readsProcessEnv && !mayReadEnv.test(path));
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

/** What the rules say about one file with this content. */
const judge = (path: string, source: string) => findWrongImports(readModule(path, source).imports);

describe('a wrong import is caught', () => {
  it.each<[string, string]>([
    ['shared/rules/topics.ts', "import { join } from 'node:path';"],
    ['shared/contracts/queue.ts', "import type { Config } from '../../server/config/config.ts';"],
    ['server/features/comments/review.routes.ts', "import { x } from './review.repository.ts';"],
    ['server/features/comments/review.routes.ts', "import { x } from '../../providers/youtube/youtube.ts';"],
    ['server/features/comments/review.service.ts', "import type { Request } from 'express';"],
    ['server/features/comments/review.service.ts', "import { eq } from 'drizzle-orm';"],
    [
      'server/features/comments/review.service.ts',
      "import { x } from '../publishing/publishing.repository.ts';",
    ],
    ['server/features/comments/review.service.ts', "type X = import('../voice/voice.repository.ts').X;"],
    ['server/features/comments/review.service.ts', "const x = await import('../voice/voice.repository.ts');"],
    ['server/features/comments/review.service.ts', "export { x } from '../voice/voice.presenter.ts';"],
    ['server/features/comments/review.rules.ts', "import { x } from './review.repository.ts';"],
    ['server/features/voice/voice.service.ts', "import { x } from '../drafting/drafting.service.ts';"],
    ['server/features/comments/review.rules.ts', "import { readFileSync } from 'node:fs';"],
    ['server/features/drafting/drafting.service.ts', "import OpenAI from 'openai';"],
    [
      'server/features/drafting/drafting.service.ts',
      "import { x } from '../../providers/language-model/prompt.ts';",
    ],
    ['server/features/voice/voice.routes.ts', "import passport from 'passport';"],
    ['server/jobs/post-due.ts', "import { x } from '../features/publishing/loop.repository.ts';"],
    ['server/http/events.ts', "import { x } from '../features/auth/account.service.ts';"],
    ['server/http/events.ts', "import { x } from '../app/context.ts';"],
    ['server/app/context.ts', "import { fakeClock } from '../testing/clock.ts';"],
    ['server/app/context.ts', "import { youtube } from 'googleapis/build/src/apis/youtube/index.js';"],
    ['server/main.ts', "import { startSandbox } from './sandbox/sandbox.ts';"],
    ['server/app/context.ts', "await import('../sandbox/sandbox.ts');"],
    ['server/sandbox/sandbox.ts', "import { loadConfig } from '../config/config.ts';"],
    ['server/app/app.ts', "import { App } from '../../client/src/app/app.tsx';"],
    ['server/prepare/prepare.js', "import { z } from 'zod';"],
    ['client/src/lib/formats.ts', "import { x } from '../api/http.ts';"],
    ['client/src/api/queue.ts', "import { QueuePage } from '../features/queue/queue-page.tsx';"],
    ['client/src/features/queue/queue-page.tsx', "import { x } from '../discover/filter-chips.tsx';"],
    ['client/src/features/queue/queue-page.tsx', "import { routes } from '../../app/routes.tsx';"],
    ['client/src/components/ui/button.tsx', "import { useQueue } from '../../api/queue.ts';"],
    ['client/src/api/queue.ts', "import { x } from '../../../server/config/config.ts';"],
    ['client/src/api/queue.ts', "import { comments } from '#shared/schema.ts';"],
    ['client/src/main.tsx', "import { x } from './testing/setup.ts';"],
  ])('in %s: %s', (path, source) => {
    expect(judge(path, source)).not.toEqual([]);
  });

  it.each<[string, string]>([
    ['server/features/drafting/drafting.routes.ts', "import { x } from '../comments/comment.view.ts';"],
    ['server/features/drafting/drafting.service.ts', "import { x } from '../voice/voice.service.ts';"],
    ['server/main.ts', "await import('./sandbox/sandbox.ts');"],
    ['server/features/comments/review.test.ts', "import { fakeClock } from '../../testing/clock.ts';"],
    ['client/src/api/queue.ts', "import type { Comment } from '#shared/schema.ts';"],
    ['client/src/features/queue/queue-page.tsx', "import { x } from '../../api/queue.ts';"],
    ['shared/schema.ts', "import { pgTable } from 'drizzle-orm/pg-core';"],
  ])('and a right one is not, in %s: %s', (path, source) => {
    expect(judge(path, source)).toEqual([]);
  });
});

describe('a bad shape is caught', () => {
  it('finds a cycle of three, through types and dynamic imports too', () => {
    const cycle = [
      readModule('server/a.ts', "import './b.ts'; import './d.ts';"),
      readModule('server/b.ts', "import type { C } from './c.ts';"),
      readModule('server/c.ts', "export const load = () => import('./a.ts');"),
      readModule('server/d.ts', 'export const d = 1;'),
    ];
    expect(findCycles(cycle)).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts']]);
  });

  it('finds a barrel, and does not mistake a file with content for one', () => {
    expect(
      readModule('shared/all.ts', "export * from './a.ts';\nexport { b } from './b.ts';").onlyReexports,
    ).toBe(true);
    expect(readModule('shared/a.ts', "export { b } from './b.ts';\nexport const a = 1;").onlyReexports).toBe(
      false,
    );
  });

  it('finds who reads the environment', () => {
    expect(readModule('server/x.ts', 'const port = process.env.PORT;').readsProcessEnv).toBe(true);
    expect(readModule('server/x.ts', 'const port = config.env.PORT;').readsProcessEnv).toBe(false);
  });
});

it('counts lines, and of comments only the lines they have to themselves', () => {
  const source = '/** One\n * two. */\nconst a = 1; // beside\n// alone\n';
  expect(countLines(source)).toBe(4);
  expect(countCommentLines('a.ts', source)).toBe(3);
});

it('counts references to documents outside the repository, not words that look alike', () => {
  const named = ['WIRE', 'SPEC', 'DESIGN'].map((name) => `as ${name} §9 says`);
  expect(countOutsideReferences(named.join(', '))).toBe(3);
  expect(countOutsideReferences('the SPECIFICATION, design and INSPECT')).toBe(0);
});

it('reads the files of a journey, each once, up to the next heading', () => {
  const document = `
### Journey: a search
It begins in \`client/src/a.tsx\`, goes on in \`server/b.ts\` and ends in \`client/src/a.tsx\`.
## Other
\`server/c.ts\`
`;
  expect(readJourneys(document)).toEqual([{ name: 'a search', files: ['client/src/a.tsx', 'server/b.ts'] }]);
});

it('names only files that exist in the journeys of the architecture page', () => {
  const journeys = readJourneys(read(architecturePage));
  expect(journeys).toHaveLength(3);
  const known = new Set(files);
  for (const { name, files: walked } of journeys) {
    expect(walked.length, name).toBeGreaterThan(5);
    expect(
      walked.filter((file) => !known.has(file)),
      name,
    ).toEqual([]);
  }
});

describe('how much there is to read', () => {
  const figures = measure(files, modules, areas, later);

  it('stays within its limits', () => {
    const over = [...figures].filter(
      ([name, figure]) => figure > (exemptions[name] ?? limits[name] ?? Number.POSITIVE_INFINITY),
    );
    expect(over).toEqual([]);
  });

  it('is measured wherever there is a limit, and exempted only above one', () => {
    expect(Object.keys(limits).filter((name) => !figures.has(name))).toEqual([]);
    const wrong = Object.entries(exemptions).filter(([name, figure]) => figure <= (limits[name] ?? figure));
    expect(wrong).toEqual([]);
  });
});

it('counts a short file with one importer, types and tests aside', () => {
  const at = (path: string, lines: number) => ({ path, lines });
  const modules = [
    readModule('server/a.ts', "import './b.ts'; import './c.ts';"),
    readModule('server/d.ts', "import type { C } from './c.ts';"),
    readModule('server/b.test.ts', "import './b.ts';"),
  ];
  const counted = [
    at('server/a.ts', 10),
    at('server/b.ts', 39),
    at('server/c.ts', 10),
    at('server/e.ts', 400),
  ];
  expect(smallFiles(counted, modules)).toEqual([at('server/b.ts', 39)]);
  expect(longFiles(counted)).toEqual([at('server/e.ts', 400)]);
});
