import { expect, it } from 'vitest';
import { promptTranscript } from './reduce-transcript.rules.ts';

const wanted = {
  budget: 3_000,
  point: null,
  notes: null,
  title: 'A talk',
  profile: [],
  chapters: [],
};
const filler = 'we then looked at it again and talked about what else there was to see';
/** An hour, a line each five seconds. */
const hour = (special: Readonly<Record<number, string>> = {}) => ({
  lines: Array.from({ length: 720 }, (_, index) => ({
    at: index * 5,
    text: special[index * 5] ?? `${filler} ${index}`,
  })),
});

it('gives a transcript that fits whole, with times', () => {
  const lines = [
    { at: 0, text: 'Hello everyone.' },
    { at: 4, text: 'Today it is probes.' },
    { at: 8, text: 'x'.repeat(290) },
  ];
  expect(promptTranscript({ lines }, wanted)).toEqual({
    text: `[0:00] Hello everyone. Today it is probes.\n[0:08] ${'x'.repeat(290)}`,
    words: 7,
    usedWords: 7,
  });
});

it('keeps to the budget in order of time, marks the gaps and counts the words', () => {
  const { text, words, usedWords } = promptTranscript(hour(), wanted);
  expect(text.length).toBeLessThanOrEqual(wanted.budget);
  expect(text.length).toBeGreaterThan(wanted.budget * 0.8);
  expect(text).toContain('\n[…]\n[');
  const times = [...text.matchAll(/^\[(?:(\d+):)?(\d+):(\d+)\]/gm)].map(
    ([, hours = 0, minutes, seconds]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  );
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(words).toBe(720 * 16);
  expect(usedWords).toBe(text.match(/[\p{L}\p{N}]+(?![^[]*\])/gu)?.length);
});

it('chooses the passages about the point before those about notes, title and profile', () => {
  const special = {
    600: 'the startup probe waited thirty seconds',
    1200: 'we sized the connection pools by hand',
    1800: 'a canary took one percent',
    2400: 'the audit came in spring',
  };
  const subject = { notes: 'canaries', title: 'Connection pool sizes', profile: ['audits'] };
  const about = { ...wanted, budget: 1_200, ...subject, point: 'startup probes matter' };
  expect(promptTranscript(hour(special), about).text).toContain(special[600]);
  const { text } = promptTranscript(hour(special), { ...about, budget: 3_000 });
  for (const line of Object.values(special)) expect(text).toContain(line);
});

it('shows the beginning and each chapter where nothing else tells what matters', () => {
  const chapters = [0, 300, 1500, 3000].map((at) => ({ at, title: 'Part' }));
  const special = Object.fromEntries(chapters.map(({ at }) => [at, `here begins part ${at}`]));
  const { text } = promptTranscript(hour(special), { ...wanted, budget: 6_000, chapters });
  expect(text.startsWith('[0:00] here begins part 0')).toBe(true);
  const minutes = [...text.matchAll(/^\[(\d+):/gm)].map(([, minute]) => Number(minute));
  for (const { at } of chapters) expect(minutes).toContain(at / 60);
});

it('cuts long paragraphs between sentences, words, or characters', () => {
  const sentences = `${'One more word here is said. '.repeat(400)}`.trim();
  const { text } = promptTranscript({ lines: [{ at: null, text: sentences }] }, wanted);
  for (const passage of text.split('\n').filter((line) => line !== '[…]'))
    expect(passage).toMatch(/^One .*said\.$/);
  const unbroken = promptTranscript(
    { lines: [{ at: null, text: '探针'.repeat(4_000) }] },
    { ...wanted, point: '探针' },
  );
  expect(unbroken.text.length).toBeGreaterThan(2_000);
  const pairs = promptTranscript({ lines: [{ at: null, text: `x${'💬'.repeat(4_000)}` }] }, wanted);
  expect(pairs.text.isWellFormed()).toBe(true);
});
