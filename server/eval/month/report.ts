import { mean } from '../cell.ts';
import type { MonthResult } from './simulate-month.ts';

export interface Months {
  /** Nothing learned. */
  off: MonthResult;
  examples: MonthResult;
  /** Rules and examples. */
  on: MonthResult;
}

const barLength = 40;

/** What is left of the edits at the end, 0 to 1: the last days of a month against the same days without learning. */
export function shareLeft(off: MonthResult, on: MonthResult, lastDays: number): number {
  return mean(on.distances.slice(-lastDays)) / mean(off.distances.slice(-lastDays));
}

/** The months day by day, the rules, and what is left of the edits. */
export function monthReport({ off, examples, on }: Months): string {
  const most = Math.max(...off.distances);
  const bar = (value: number) => '▇'.repeat(Math.round((value / most) * barLength));
  const column = (value: number | undefined) => (value ?? 0).toFixed(0).padStart(12);
  const days = off.distances.map((without, day) => {
    const learned = on.distances[day] ?? 0;
    const numbers = [without, examples.distances[day], learned].map(column).join('');
    return `${String(day + 1).padStart(3)}${numbers}  ${bar(learned)}`;
  });
  const left = (month: MonthResult) => `${(100 * shareLeft(off, month, 7)).toFixed(0)} %`;
  return [
    'Characters the owner changes in a draft, on average',
    'Day     nothing    examples   and rules',
    ...days,
    '',
    `Accepted: ${on.accepted.join(' ') || 'none'}`,
    `Rejected: ${on.rejected.join(' ') || 'none'}`,
    `Of the edits in the last week ${left(examples)} are left with examples, ${left(on)} with rules and examples.`,
  ].join('\n');
}
