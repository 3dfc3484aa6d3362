import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { shareLeft } from './report.ts';
import { simulateMonth } from './simulate-month.ts';

const size = { days: 7, draftsPerDay: 4 };
const lastDays = 3;

describe('a month of edits', () => {
  it('leaves at most half of the edits once rules and examples are on', async () => {
    const off = await simulateMonth({ ...size, learning: 'nothing' });
    const on = await simulateMonth({ ...size, learning: 'rules' });
    const learned = /# Rules this person set|⟦OWN WORDS⟧\n/;
    expect(off.prompts.some((prompt) => learned.test(prompt))).toBe(false);
    expect(on.prompts.at(-2)).toMatch(/# Rules this person set[\s\S]*⟦OWN WORDS⟧\n/);
    expect(on.accepted).toContain('Use no exclamation marks.');
    const left = shareLeft(off, on, lastDays);
    process.stdout.write(
      `Edits left after ${size.days} days of ${size.draftsPerDay} drafts: ${(100 * left).toFixed(0)} %\n`,
    );
    expect(left).toBeLessThanOrEqual(0.5);
    // Without learning the last days are as much work as the first.
    expect(shareLeft(off, off, lastDays)).toBe(1);
    expect(off.distances.at(-1)).toBeGreaterThan(0.7 * (off.distances[0] ?? 0));
  }, 60_000);

  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['Nice 👍 one', 'Nice one', 2],
  ])('counts %s → %s as %i', (before, after, distance) => {
    expect(editDistance(before, after)).toBe(distance);
    expect(editDistance(after, before)).toBe(distance);
  });
});
