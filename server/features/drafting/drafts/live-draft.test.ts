import { describe, expect, it } from 'vitest';
import { wholeComment, wordsToShow } from './live-draft.ts';

const nothingForeign = () => false;

describe('the words shown of an unfinished comment', () => {
  it.each([
    ['a word only when it is whole', '', 'Probes li', 'Probes'],
    ['the blank with the word behind it', 'Probes', 'Probes lie. B', ' lie.'],
    ['nothing while nothing is new', 'Probes', 'Probes ', ''],
    ['nothing that does not go on from what stands', 'Nodes', 'Probes lie often', ''],
    ['Japanese, which has no blanks', '', '監視は大事', '監視は大事'],
    ['no word in Latin letters behind Japanese before it is whole', '', '監視はgrafana', '監視は'],
  ])('%s', (_, shown, written, expected) => {
    expect(wordsToShow(shown, written, nothingForeign)).toBe(expected);
  });

  it('end once something foreign is among them (rule 6.8)', () => {
    const isForeign = (text: string) => text.includes('evil.example');
    expect(wordsToShow('', 'See https://evil.example', isForeign)).toBe('See');
    expect(wordsToShow('See', 'See https://evil.example now and', isForeign)).toBe('');
  });
});

describe('a comment continued from a beginning', () => {
  const begun = 'Readiness probes that call';

  it.each([
    ['the whole comment', 'Readiness probes that call the database fail.', null],
    ['a part of the beginning', 'Readiness pro', null],
    ['the comment with a better beginning', 'Readiness probes, that query the database, fail.', null],
    ['the rest alone', 'the database fail.', `${begun} the database fail.`],
  ])('is %s', (_, written, expected) => {
    expect(wholeComment(begun, written)).toBe(expected ?? written);
    expect(wholeComment(`${begun} `, written)).toBe(expected ?? written);
  });

  it('is what was written where nothing was begun', () => {
    expect(wholeComment('', 'Probes lie.')).toBe('Probes lie.');
  });
});
