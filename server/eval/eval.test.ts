import { expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { readLines } from './cases.ts';
import { type Recording, recordingSchema } from './recorder.ts';
import { runEval } from './run-eval.ts';
import { evalTable, evalTexts } from './table.ts';

type Run = Awaited<ReturnType<typeof runEval>>;

const test = testDatabase();
const evaluated = (replay: readonly Recording[] | null) =>
  runEval({ model: null, replay, database: test.database });

let first: Promise<Run> | null = null;
/** Returns the only run with the sandbox's model, which the first test starts. */
const sandboxRun = () => {
  first ??= evaluated(null);
  return first;
};

it('evaluation drafts and reads a comment for every video, and prints a line for each', async () => {
  const { rows } = await sandboxRun();
  expect(rows).toHaveLength(18);
  expect(rows.filter(({ draft }) => !draft?.isRead)).toEqual([]);
  const table = evalTable(rows);
  expect(table).toMatch(/^A seized Nikon F2 comes back to life( +[\d.]+){6}$/m);
  expect(table).toMatch(/^All 6, with transcript( +[\d.]+){6}$/m);
  expect(evalTexts(rows)).toContain(rows[0]?.draft?.text);
});

it('a draft and its reading take no more tokens than a draft with two alternatives', async () => {
  const all = (await sandboxRun()).rows.filter(({ group }) => group === 'sandbox');
  expect(all).toHaveLength(12);
  const spent = all.reduce((sum, { tokens }) => sum + tokens.draft + tokens.read, 0);
  // The tokens measured before comments were read a second time.
  expect(spent).toBeLessThanOrEqual(35_032);
});

it('evaluation replays recorded answers, and says where a recording is missing', async () => {
  const run = await sandboxRun();
  const [first, second] = run.rows;
  if (!first || !second) throw new Error('There are no rows');
  const nothing = { model: 'm', title: second.title, draft: [], read: [] };
  const { rows } = await evaluated([...run.recordings.slice(0, 1), nothing]);
  expect(rows[0]).toEqual(first);
  expect(rows[1]).toMatchObject({ draft: null, tokens: { draft: 0, read: 0 } });
  expect(evalTexts(rows)).toContain('No draft: ');
});

it('committed recordings cover every video and can be replayed', async () => {
  const replay = readLines('recordings.jsonl', recordingSchema);
  const { rows } = await sandboxRun();
  expect(replay.map(({ title }) => title)).toEqual(rows.map(({ title }) => title));
  const { rows: replayed } = await evaluated([
    ...replay.slice(0, 2),
    ...replay.slice(-2),
  ]);
  expect(replayed).toHaveLength(4);
  expect(replayed.filter(({ draft }) => !draft)).toEqual([]);
});
