import { describe, expect, it } from 'vitest';
import { fitTranscript, isTranscript } from './transcript-text.ts';

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
