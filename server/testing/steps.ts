import { vi } from 'vitest';

/**
 * Counts the characters that regular expressions pass over during `work`, plus one for
 * each call. Unlike a duration, this shows on any machine whether a text is scanned again
 * and again.
 */
export function countSteps(work: () => unknown): number {
  const { exec } = RegExp.prototype;
  let steps = 0;
  const counted = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
    this: RegExp,
    text,
  ) {
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
