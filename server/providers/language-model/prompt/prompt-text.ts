import { fenceMarks } from './fence-marks.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Removes invisible characters and fence marks. */
export function promptText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(invisible, '')
    .replaceAll(fenceMarks.open, '[')
    .replaceAll(fenceMarks.close, ']')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function withinBudget(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const kept = text
    .slice(0, budget)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd();
  return `${kept} [shortened: the first ${budget} of ${text.length} characters]`;
}

export function promptLine(text: string, budget: number): string {
  return withinBudget(promptText(text).replace(/\s+/g, ' '), budget);
}
