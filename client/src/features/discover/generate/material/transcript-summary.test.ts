import { describe, expect, it } from 'vitest';
import { fitTranscript, isTranscript, summarize } from './transcript-summary.ts';

describe('the summary of a transcript', () => {
  it.each([
    ['the transcript panel', '0:00\nhello there\n1:02:03\nand goodbye', { words: 4, first: 0, last: 3723 }],
    ['times and words on one line', '0:41 hello there\n[12:30] goodbye', { words: 3, first: 41, last: 750 }],
    [
      'SRT',
      '1\n00:00:01,000 --> 00:00:04,000\nhello there\n\n2\n00:00:05,000 --> 00:00:09,000\r\ngoodbye',
      { words: 3, first: 1, last: 5 },
    ],
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:04.000 align:start\nhello there', { words: 2, first: 1, last: 1 }],
    ['plain text', 'we kept 3 of 11\ntemplates', { words: 6, first: null, last: null }],
  ])('reads words and times of %s', (_, text, summary) => {
    expect(summarize(text)).toEqual(summary);
  });
});

describe('a pasted text', () => {
  it('is a transcript when it is long or full of times, else a note', () => {
    expect(isTranscript('x '.repeat(800))).toBe(true);
    expect(isTranscript('0:00\na\n0:05\nb\n0:09\nc')).toBe(true);
    expect(isTranscript('7:42 three were alive\n12:30 a fork is a vote')).toBe(false);
  });

  it('is cut at the end of a word where it is too long, and says by how much', () => {
    const text = `${'word '.repeat(39_999)}wordy end`;
    const fitted = fitTranscript(text);
    expect(fitted.text.endsWith('word wordy')).toBe(true);
    expect(fitted.text.length + fitted.leftOut).toBe(text.length);
  });

  it('loses what the server refuses: NUL and half a character pair', () => {
    expect(fitTranscript('a\0b \ud83d').text).toBe('ab \ufffd');
    const cut = fitTranscript(`${'x'.repeat(199_999)}😀`).text;
    expect(cut.isWellFormed()).toBe(true);
  });
});
