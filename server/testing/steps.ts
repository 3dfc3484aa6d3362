import { vi } from 'vitest';

/** Counts the letters that regular expressions go over while some work is done, and each call as one more. Rereading a text again and again shows in the count, on any machine. */
export function countSteps(work: () => unknown): number {
  const { exec } = RegExp.prototype;
  let steps = 0;
  const counted = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    const isPlaced = this.global || this.sticky;
    const from = isPlaced ? this.lastIndex : 0;
    const found = exec.call(this, text);
    if (found) steps += Math.abs(found.index + found[0].length - from);
    else if (!this.sticky) steps += text.length - from;
    steps += 1;
    return found;
  });
  try {
    work();
  } finally {
    counted.mockRestore();
  }
  return steps;
}
