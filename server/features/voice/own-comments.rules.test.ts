import { describe, expect, it } from 'vitest';
import { points } from '../../testing/drafting-app.ts';
import { chooseExamples, type OwnText } from './own-comments.rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const unlike =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );
/** Texts about nothing in common, with each other or the video. */
const text = (id: number, change: Partial<OwnText> = {}): OwnText => ({
  kind: 'approved',
  id,
  content: `${unlike[id]} ${unlike[id + 1]}town ${unlike[id + 2]}ville keeps ${unlike[id + 3]}berg busy in ${unlike[id + 4]}land.`,
  style: 'insightful',
  at: day(1),
  ...change,
});
const video = {
  title: 'Kubernetes readiness probes',
  description: 'Rolling updates explained.',
  tags: ['DevOps'],
};
const choose = (texts: readonly OwnText[], except: readonly string[] = [], marked: readonly OwnText[] = []) =>
  chooseExamples(marked, texts, { style: 'insightful', video, except }).map(({ id }) => id);

describe('examples in a prompt (rule 8.1)', () => {
  it('are at most six, the newest first among equals', () => {
    const texts = [3, 7, 1, 8, 2, 9, 4, 6].map((number) => text(number, { at: day(number) }));
    expect(choose(texts)).toEqual([9, 8, 7, 6, 4, 3]);
  });

  it('have a stable order within one instant', () => {
    const texts = [1, 2, 3].map((number) => text(number));
    expect(choose(texts)).toEqual(choose([...texts].reverse()));
  });

  it('are first those in the same style, then those without one, then those in others', () => {
    const texts = [
      text(1, { style: 'supportive', at: day(9) }),
      text(2, { kind: 'own', style: null, at: day(8) }),
      text(3, { at: day(1) }),
    ];
    expect(choose(texts)).toEqual([3, 2, 1]);
  });

  it('near the video’s topic come before newer ones on something else', () => {
    const near = text(1, {
      content: 'Readiness probes during rolling updates in Kubernetes want their own endpoint, we learned.',
    });
    expect(choose([text(2, { at: day(20) }), near])).toEqual([1, 2]);
  });

  it.each([
    ['a link', { content: `${points[0]} https://example.org` }],
    ['too few characters to show a manner', { content: 'Nice probes.' }],
    ['too many', { content: 'Probes and more. '.repeat(100) }],
  ])('leave out one with %s', (_, change) => {
    expect(choose([text(1, change), text(2)])).toEqual([2]);
  });

  it('leave out what the draft replaces, and what nearly repeats another', () => {
    const kept = text(1, { at: day(2) });
    const repeated = text(3, { content: `${kept.content} Yes.` });
    const replaced = text(5);
    expect(choose([kept, repeated, replaced], [replaced.content])).toEqual([1]);
  });

  it('begin with the marked ones, whatever their style, length or age, without what the draft replaces', () => {
    const marked = [
      text(1, { kind: 'marked', content: 'Short.', style: 'supportive' }),
      text(5, { kind: 'marked' }),
    ];
    const texts = [5, 8, 10, 12, 14, 16, 18].map((number) => text(number, { at: day(number) }));
    expect(choose(texts, [], marked)).toEqual([1, 5, 18, 16, 14, 12]);
    expect(choose([], [text(5).content], marked)).toEqual([1]);
  });

  it('are none where there is nothing', () => {
    expect(choose([])).toEqual([]);
  });
});
