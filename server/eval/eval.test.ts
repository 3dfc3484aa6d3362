import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { readArguments } from './arguments.ts';
import { type EvalApp, openEvalApp } from './eval-app.ts';
import { evalVideos } from './eval-data.ts';
import { runGrounded } from './grounded/run-grounded.ts';
import { keepRun, readRun } from './kept-run.ts';
import { type EvalRun, runEval } from './run-eval.ts';
import { evalDifference, evalTable } from './table.ts';

describe('npm run eval', () => {
  let app: EvalApp;
  let run: EvalRun;
  beforeAll(async () => {
    app = await openEvalApp({});
    const at = new Date('2026-03-03T12:00:00Z');
    run = await runEval({ app, limit: 1, at, progress: () => {} });
  });
  afterAll(() => app.close());

  it('measures every profile in every style on the same videos', () => {
    expect(evalVideos).toHaveLength(40);
    expect(new Set(evalVideos.map(({ title }) => title)).size).toBe(40);
    expect(run).toMatchObject({ model: 'sandbox', videos: 1 });
    expect(new Set(run.cells.map(({ profile, style }) => `${profile}/${style}`)).size).toBe(12);
    for (const cell of run.cells) {
      expect(cell).toMatchObject({ drafts: 1, failed: 0 });
      expect(Object.keys(cell.measures)).toHaveLength(9);
      expect(cell.tokens.input).toBeGreaterThan(500);
    }
  });

  it('prints a row for each, the whole, and the difference to the run before', () => {
    const table = evalTable(run);
    expect(table).toContain('sandbox, 1 videos, 12 drafts.');
    expect(table.match(/^(Dry engineer|Warm coach|Curious analyst|Newcomer|All) /gm)).toHaveLength(13);
    const better = { ...run, cells: run.cells.map((cell) => ({ ...cell, score: cell.score + 5 })) };
    expect(evalDifference(better, run)).toMatch(/^Score +\+5\.0$/m);
    expect(evalDifference(run, better)).toMatch(/^Score +−5\.0$/m);
  });

  it('keeps the last run of a model and a size', () => {
    const folder = tempDir();
    expect(readRun(folder, run)).toBeNull();
    keepRun(folder, run);
    expect(readRun(folder, run)).toEqual(run);
    expect(readRun(folder, { ...run, model: 'another/model' })).toBeNull();
  });

  it('takes a limit, and says what it takes', () => {
    expect(readArguments([])).toEqual({ isGrounded: false, limit: 40 });
    expect(readArguments(['--limit', '3'])).toEqual({ isGrounded: false, limit: 3 });
    expect(readArguments(['--grounded'])).toEqual({ isGrounded: true, limit: 20 });
    expect(() => readArguments(['--limit', '41'])).toThrow(/npm run eval/);
    expect(() => readArguments(['--grounded', '--limit', '21'])).toThrow(/--grounded/);
  });
});

describe('npm run eval -- --grounded', () => {
  it('prints both halves and the sources of drafts, asking nobody but the model', async () => {
    const app = await openEvalApp({});
    const lines: string[] = [];
    const missed = await runGrounded({ app, limit: 1, say: (line) => void lines.push(line) });
    await app.close();
    expect(missed).toEqual([]);
    const printed = lines.join('\n');
    expect(printed).toMatch(/^invented number( +\d+ +[\d.]+ %){2}$/m);
    expect(printed).toContain('No material: 20 of 20 cannot check.');
    expect(printed).toMatch(/^sandbox: 1 drafts, 0 failed\.$/m);
    expect(printed).toContain('Requests to anything but the app and the model: 0.');
  });
});
