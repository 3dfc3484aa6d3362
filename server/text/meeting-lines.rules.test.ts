import { describe, expect, it } from 'vitest';
import { readTranscript } from './transcript.rules.ts';

const linesOf = (text: string) => {
  const read = readTranscript(text);
  return 'problem' in read
    ? read.problem
    : read.lines.map(({ at, text: said }) => [at, said]);
};

const twoLines = [
  [3, 'We keep the probes simple.'],
  [10, 'That pays off.'],
];

describe('transcript with speakers (rule 8.17)', () => {
  it.each([
    [
      'Otter’s .txt',
      'Speaker 1  0:03  \nWe keep the probes simple.\n\nSpeaker 2  0:10  \nThat pays off.\n',
    ],
    [
      'Otter’s .txt with names',
      'Ada Lovelace  0:03\nWe keep the probes simple.\n\nBob O’Neil  0:10\nThat pays off.\n',
    ],
    ['Rev', 'Ada (00:03):\nWe keep the probes simple.\n\nBob (00:10):\nThat pays off.\n'],
    [
      'Riverside',
      'Ada (00:03.550)\nWe keep the probes simple.\n\nBob (00:10.120)\nThat pays off.\n',
    ],
    [
      'Descript',
      'Ada: [00:00:03] We keep the probes simple.\n\nBob: [00:00:10] That pays off.\n',
    ],
    [
      'Trint',
      'Ada [00:00:03] We keep the probes simple.\n\nBob [00:00:10] That pays off.\n',
    ],
    [
      'Sonix',
      '[00:00:03] Ada\nWe keep the probes simple.\n\n[00:00:10] Ada\nThat pays off.\n',
    ],
    [
      'WhisperX',
      '[00:03.020 --> 00:05.00] SPEAKER_00: We keep the probes simple.\n[00:10.020 --> 00:12.00] SPEAKER_01: That pays off.\n',
    ],
    [
      'Trint’s own names',
      'Speaker 1: [00:00:03] We keep the probes simple.\nSpeaker 2: [00:00:10] That pays off.\n',
    ],
    [
      'Premiere',
      '00:00:03:12 - 00:00:05:10\nSpeaker 1\nWe keep the probes simple.\n\n00:00:10:12 - 00:00:15:10\nSpeaker 2\nThat pays off.\n',
    ],
    [
      'German speakers',
      'Sprecher 1, 0:03\nWe keep the probes simple.\n\nSprecher 2, 0:10\nThat pays off.\n',
    ],
    [
      'Teams, copied',
      'Ada Lovelace\n0 minutes 3 seconds\n0:03\nAda Lovelace 0 minutes 3 seconds\nWe keep the probes simple.\nBob\n0 minutes 10 seconds\n0:10\nBob 0 minutes 10 seconds\nThat pays off.\n',
    ],
    [
      'Teams’ .vtt',
      "WEBVTT\n\n8f1c7c0e-2f5d-4d3c-9d3a-1b2c3d4e5f60/12-0\n00:00:03.100 --> 00:00:05.000\n<v Ada Lovelace>We keep the probes simple.</v>\n\n8f1c7c0e-2f5d-4d3c-9d3a-1b2c3d4e5f60/12-1\n00:00:10.000 --> 00:00:12.000\n<v Bob O'Neil (Guest)>That pays off.</v>\n",
    ],
    [
      'Webex’ .vtt',
      'WEBVTT\n\n1 "Ada Lovelace" (1234567)\n00:00:03.100 --> 00:00:05.000\nWe keep the probes simple.\n\n2 "Bob" (765)\n00:00:10.000 --> 00:00:12.000\nThat pays off.\n',
    ],
  ])('is read without the speakers: %s', (_, text) => {
    expect(linesOf(text)).toEqual(twoLines);
  });

  it('keeps a name before the words of a line, since the name may have been spoken', () => {
    const zoom =
      'WEBVTT\n\n1\n00:00:03.100 --> 00:00:05.000\nAda: We keep it.\n\n2\n00:00:10.000 --> 00:00:12.000\nBob: Fine.\n';
    expect(linesOf(zoom)).toEqual([
      [3, 'Ada: We keep it.'],
      [10, 'Bob: Fine.'],
    ]);
  });

  it('is read with hours and with lines after the last speaker’s words', () => {
    expect(
      linesOf(
        'Speaker 1 1:02:03\nWe begin.\n\nSpeaker 1 1:02:10\nBye.\nRecorded in Turin.\n',
      ),
    ).toEqual([
      [3723, 'We begin.'],
      [3730, 'Bye.'],
      [3730, 'Recorded in Turin.'],
    ]);
  });
});

describe('time on a transcript’s line (rule 8.17)', () => {
  it.each([
    ['after the words', 'We keep the probes simple. (0:03)\nThat pays off. [0:10]\n'],
    [
      'in a Markdown table',
      '| Time | Text |\n| --- | :-- |\n| 0:03 | We keep the probes simple. |\n| 0:10 | That pays off. |\n',
    ],
    ['with units', '0m03s We keep the probes simple.\n0m10s That pays off.\n'],
    [
      'with units in brackets',
      '[0m 3s] We keep the probes simple.\n[0h 0m 10s] That pays off.\n',
    ],
    [
      'after the words as a link',
      'We keep the probes simple. ([0:03](https://youtu.be/a?t=3))\nThat pays off. ([0:10](https://youtu.be/a?t=10))\n',
    ],
    [
      'in a link with the words',
      '[0:03 We keep the probes simple.](https://youtu.be/a?t=3)\n[0:10 That pays off.](https://youtu.be/a?t=10)\n',
    ],
    [
      'in a link of HTML',
      '<a href="https://youtu.be/a?t=3">0:03</a> We keep the probes simple.\n<a href="https://youtu.be/a?t=10">0:10</a> That pays off.\n',
    ],
    [
      'in an address before the words',
      'https://youtu.be/a?t=3 We keep the probes simple.\nhttps://youtu.be/a?t=10s That pays off.\n',
    ],
    [
      'in a heading',
      '## 0:03\nWe keep the probes simple.\n\n## [0:10](https://youtu.be/a?t=10)\n\nThat pays off.\n',
    ],
    ['in a quotation', '> 0:03 We keep the probes simple.\n> 0:10 That pays off.\n'],
    ['as code', '`0:03` We keep the probes simple.\n`0:10` That pays off.\n'],
    ['in italics', '*0:03* We keep the probes simple.\n_0:10_ That pays off.\n'],
    [
      'in two pairs of brackets',
      '[[0:03]] We keep the probes simple.\n[[0:10]] That pays off.\n',
    ],
    [
      'after a bullet or an emoji',
      '• 0:03 We keep the probes simple.\n⏱ 0:10 That pays off.\n',
    ],
    ['after a number', '1) 0:03 We keep the probes simple.\n2. [0:10] That pays off.\n'],
    [
      'after a sign such as @',
      '@0:03 We keep the probes simple.\nT+0:10 That pays off.\n',
    ],
    [
      'in digits of another script',
      '٠:٠٣ We keep the probes simple.\n०:१० That pays off.\n',
    ],
    [
      'with marks for minutes and seconds',
      '0′03″ We keep the probes simple.\n0\'10" That pays off.\n',
    ],
    [
      'with units of Chinese and Japanese',
      '0分03秒 We keep the probes simple.\n0分10秒 That pays off.\n',
    ],
    ['in seconds', '[3s] We keep the probes simple.\n10.5s: That pays off.\n'],
    [
      'in ranges of seconds',
      '[3.00 - 5.00] We keep the probes simple.\n[10.00s -> 12.50s] That pays off.\n',
    ],
    [
      'as cues in seconds',
      '3.000 --> 5.000\nWe keep the probes simple.\n\n10.000 --> 12.000\nThat pays off.\n',
    ],
    [
      'with words for start and end',
      'Start: 00:00:03 End: 00:00:05\nWe keep the probes simple.\n\nStart: 00:00:10 End: 00:00:12\nThat pays off.\n',
    ],
    [
      'with frames',
      '00:00:03;12 We keep the probes simple.\n00:00:10;01 That pays off.\n',
    ],
    [
      'before an equals sign',
      '0:00:03=We keep the probes simple.\n0:00:10=That pays off.\n',
    ],
  ])('is read %s', (_, text) => {
    expect(linesOf(text)).toEqual(twoLines);
  });
});

describe('transcript lines that only look like speakers or times', () => {
  it.each([
    'The Meeting Is At 10:30\nand we went on with the probes.\nThen came lunch.\nThen came more.\nThen we left.\nAll of us.',
    'John 3:16\nFor God so loved the world.\nGenesis 1:01\nIn the beginning.',
    'Lunch was late (12:30)\nand we went on with the probes.\nThen we left.',
  ])('are kept in plain text: %s', (text) => {
    expect(linesOf(text)).toEqual(text.split('\n').map((line) => [null, line]));
  });

  it('are kept in a list of chapters without spoken words', () => {
    const text = 'Intro 0:00\nProbes 1:20\nQuestions 9:59';
    expect(linesOf(text)).toEqual(text.split('\n').map((line) => [null, line]));
  });

  it('are kept in two lines of speech after each time', () => {
    const text =
      '0:03\nHello World\nit is me\n0:10\nGood Bye\nit was me\n0:20\nSee You\nsoon';
    expect(linesOf(text)).toContainEqual([3, 'Hello World']);
  });
});

describe('invisible characters', () => {
  it.each([
    [
      'a zero-width space',
      '\u200b0:03\u200b\nWe keep the pro\u200bbes simple.\n\u200b0:10\nThat pays off.',
    ],
    [
      'a soft hyphen',
      '0:03\nWe keep the pro\u00adbes simple.\n0:10\nThat pays\u00ad off.',
    ],
    [
      'a byte order mark within',
      '0:03\n\ufeffWe keep the probes simple.\n\ufeff0:10\nThat pays off.',
    ],
    [
      'direction marks',
      '\u200e0:03\nWe keep the probes simple.\n\u202a0:10\u202c\nThat pays off.',
    ],
    ['a word joiner', '0:03 \u2060We keep the probes simple.\n0:10 \u2060That pays off.'],
    [
      'a no-break space',
      '0:03\u00a0We keep the\u00a0probes simple.\n0:10\u202fThat pays off.',
    ],
  ])('are removed from times and words: %s (rule 8.17)', (_, text) => {
    expect(linesOf(text)).toEqual(twoLines);
  });

  it('are kept where words and emoji need them', () => {
    expect(linesOf('0:03\nمی‌خواهم 👩‍💻\n0:10\nक्‍ष')).toEqual([
      [3, 'می‌خواهم 👩‍💻'],
      [10, 'क्‍ष'],
    ]);
  });
});
