import { afterAll, describe, expect, it } from 'vitest';
import { readHalf, sentenceKinds } from './grounded-data.ts';
import { labelledTable } from './grounded-table.ts';
import { countUncheckable, labelledFigures, missedTargets } from './labelled-figures.ts';

describe('labelled sentences (rules 8.10, 8.11)', () => {
  const [aside, tuning] = [readHalf('aside'), readHalf('tuning')];
  const figures = { aside: labelledFigures(aside), tuning: labelledFigures(tuning) };
  afterAll(() => void process.stdout.write(`${labelledTable(figures.aside, figures.tuning)}\n`));

  it('are sixty of each kind at least, half of them put aside', () => {
    for (const kind of sentenceKinds) {
      const put = figures.aside[kind].sentences;
      expect(put, kind).toBeGreaterThanOrEqual(30);
      expect(put + figures.tuning[kind].sentences, kind).toBeGreaterThanOrEqual(60);
    }
  });

  it('are caught as often as promised, and the true ones left alone', () => {
    expect(missedTargets(figures.aside)).toEqual([]);
  });

  it('cannot be checked once the material is taken away', () => {
    expect(countUncheckable([...aside, ...tuning])).toBe(aside.length + tuning.length);
  });
});
