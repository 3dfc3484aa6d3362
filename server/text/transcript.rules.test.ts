import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { videoTime } from '#shared/rules/format.ts';
import { tokensOf } from './model-text.rules.ts';
import { type StretchChoice, transcriptPlanner } from './stretches.rules.ts';
import {
  fitLength,
  givenText,
  lineAt,
  readTranscript,
  shown,
  type Transcript,
} from './transcript.rules.ts';

const linesOf = (text: string, chapterTitles: string[] = []) => {
  const read = readTranscript(text, chapterTitles);
  return 'problem' in read ? [] : read.lines.map(({ at, text: said }) => [at, said]);
};

describe('readTranscript', () => {
  it('reads SRT without its counters', () => {
    const srt =
      '\uFEFF1\r\n00:00:01,600 --> 00:00:04,200\r\nWe set the <i>probe</i>\r\nto ten seconds.\r\n\r\n2\r\n01:02:03,000 --> 01:02:05,000\r\n{\\an8}2\r\n';
    expect(linesOf(srt)).toEqual([
      [1, 'We set the probe'],
      [1, 'to ten seconds.'],
      [3723, '2'],
    ]);
  });

  it('reads WebVTT without header, notes, styles, ids, settings and tags', () => {
    const vtt = `WEBVTT - Some title
Kind: captions
Language: en

NOTE made by hand
over two lines

REGION
id:fred width:40%

intro
00:01.000 --> 00:04.000 align:start position:0%
<v Ada>Hello<00:00:01.500><c> everyone</c>

00:04.000 --> 00:06.000
NOTE that this is said.
`;
    expect(linesOf(vtt)).toEqual([
      [1, 'Hello everyone'],
      [4, 'NOTE that this is said.'],
    ]);
  });

  it('reads each line of rolling captions once', () => {
    const rolling = `WEBVTT

00:00:00.000 --> 00:00:02.000 align:start
 
hello<00:00:00.400><c> world</c>

00:00:02.000 --> 00:00:02.010 align:start
hello world
 

00:00:02.010 --> 00:00:04.000 align:start
hello world
this<00:00:03.000><c> rolls</c>
`;
    expect(linesOf(rolling)).toEqual([
      [0, 'hello world'],
      [2, 'this rolls'],
    ]);
  });

  it('reads the transcript panel with times above or beside the words, and keeps its section titles', () => {
    const said = [
      [0, 'so what is a probe'],
      [41, 'it asks the pod'],
      [41, 'The second part'],
      [3723, 'at last'],
    ];
    expect(
      linesOf(
        '0:00\nso what is a probe\n0:41\nit asks the pod\nThe second part\n1:02:03\nat last',
      ),
    ).toEqual(said);
    expect(
      linesOf(
        '0:00 so what is a probe\n[0:41] - it asks the pod\nThe second part\n1:02:03\tat last',
      ),
    ).toEqual(said);
  });

  it('keeps times that a plain text mentions as words', () => {
    const text = [
      '12:30 is lunch.',
      ...Array(8).fill('We went on with the probes.'),
    ].join('\n');
    expect(linesOf(text)[0]).toEqual([null, '12:30 is lunch.']);
  });

  it('removes sounds, speaker marks and entities', () => {
    expect(
      linesOf(
        '[Music] &gt;&gt; it&#39;s 5 &lt; 6 [ __ ] &amp; fine ♪\n>> [Applause]\n[clears throat] yes',
      ),
    ).toEqual([
      [null, "it's 5 < 6 & fine"],
      [null, 'yes'],
    ]);
  });

  it('keeps text that only looks like a tag, a sound or an entity', () => {
    const text = 'if a <b && c> d, see [1] and &unknown; &#0; &#xD800;';
    expect(linesOf(text)).toEqual([[null, text]]);
  });

  it('reports that a text without words has no words', () => {
    for (const text of ['', ' \n\n', '[Music]', 'WEBVTT\n\nNOTE only'])
      expect(readTranscript(text)).toEqual({
        problem: expect.stringContaining('no words'),
      });
  });

  it('accepts any text and returns trimmed lines', () => {
    const awkward = fc.constantFrom(
      '0:41',
      '00:00:01,000 --> 00:00:02,000',
      'WEBVTT',
      '\n',
      '\r\n',
      '<c',
      '[',
      '&#',
      '>>',
    );
    const text = fc
      .array(fc.oneof(awkward, fc.string({ unit: 'binary' })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (any) => {
        const read = readTranscript(any);
        for (const line of 'problem' in read ? [] : read.lines)
          expect(line.text).toBe(line.text.trim());
      }),
    );
  });

  const word = fc.stringMatching(/^\p{L}[\p{L}\p{N}]{0,11}$/u);
  const sentence = fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map((words) => words.join(' '));

  it('keeps every word of a plain text', () => {
    const paragraphs = fc.array(sentence, { minLength: 1 });
    fc.assert(
      fc.property(paragraphs, (texts) => {
        expect(linesOf(texts.join('\n\n'))).toEqual(texts.map((text) => [null, text]));
      }),
    );
  });

  it('keeps each time with its words in every format', () => {
    const srtTime = (seconds: number) =>
      `${new Date(seconds * 1000).toISOString().slice(11, 19)},000`;
    const formats: ((cues: [number, string][]) => string)[] = [
      (cues) =>
        cues
          .map(
            ([at, text], n) =>
              `${n + 1}\n${srtTime(at)} --> ${srtTime(at + 1)}\n${text}\n`,
          )
          .join('\n'),
      (cues) =>
        `WEBVTT\n\n${cues.map(([at, text]) => `${srtTime(at)} --> ${srtTime(at + 1)}\n${text}\n`.replaceAll(',', '.')).join('\n')}`,
      (cues) => cues.map(([at, text]) => `${videoTime(at)}\n${text}`).join('\n'),
      (cues) => cues.map(([at, text]) => `${videoTime(at)} ${text}`).join('\n'),
    ];
    const cues = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 400 }), sentence), { minLength: 1 })
      .map((steps) => {
        let at = 0;
        return steps.map(([step, text], index): [number, string] => {
          at += step;
          // Numbered, because repeated lines would be taken for rolling captions.
          return [at, `word ${index} ${text}`];
        });
      });
    fc.assert(
      fc.property(cues, fc.constantFrom(...formats), (given, format) => {
        expect(linesOf(format(given))).toEqual(given);
      }),
    );
  });
});

describe('readTranscript: copy of YouTube’s panel', () => {
  it('is read without its header, chapters and times in words', () => {
    const panel = `Transcript

Search in video
Intro
0:00
0 seconds
so welcome everyone
0:04
4 seconds
today we wait
What went wrong
12:04
12 minutes, 4 seconds
it failed
1:02:03
1 hour, 2 minutes, 3 seconds
and came back
English (auto-generated)`;
    expect(linesOf(panel, ['Intro', 'What went wrong'])).toEqual([
      [0, 'so welcome everyone'],
      [4, 'today we wait'],
      [724, 'it failed'],
      [3723, 'and came back'],
    ]);
  });

  it.each([
    [
      'German',
      'Transkript\nIm Video suchen\n0:04\n4 Sekunden\nheute\n12:04\n12 Minuten, 4 Sekunden\nwarten wir',
    ],
    [
      'Spanish',
      'Transcripción\nBuscar en el vídeo\n0:04\n4 segundos\nheute\n12:04\n12 minutos y 4 segundos\nwarten wir',
    ],
    [
      'Japanese',
      '文字起こし\n動画内を検索\n0:04\n4 秒\nheute\n12:04\n12 分 4 秒\nwarten wir',
    ],
    [
      'English, without line breaks around the times',
      '0:044 secondsheute\n12:0412 minutes, 4 secondswarten wir',
    ],
  ])('is read: %s', (_, panel) => {
    expect(linesOf(panel)).toEqual([
      [4, 'heute'],
      [724, 'warten wir'],
    ]);
  });
});

describe('fitLength', () => {
  it('keeps whole sentences', () => {
    expect(fitLength('One thing. Another thing. A third.', 26)).toBe(
      'One thing. Another thing.',
    );
    expect(fitLength('Short.', 26)).toBe('Short.');
  });

  it('cuts a sentence that is too long by itself', () => {
    expect(fitLength('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it.each([
    ['a joined emoji', '👨‍👩‍👧'.repeat(10), `${'👨‍👩‍👧'.repeat(2)}…`],
    ['flags', '🇩🇪'.repeat(10), `${'🇩🇪'.repeat(4)}…`],
    ['a conjunct letter', 'क्‍ष'.repeat(10), `${'क्‍ष'.repeat(4)}…`],
  ])('keeps %s whole', (_what, long, fitted) => {
    expect(fitLength(long, 20)).toBe(fitted);
  });

  it('never exceeds the limit and never splits a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 5, max: 100 }),
        (long, limit) => {
          const fitted = fitLength(long, limit);
          expect(fitted.length).toBeLessThanOrEqual(Math.max(limit, 1));
          expect(fitted.isWellFormed()).toBe(true);
          const whole = fitted.replace(/…$/, '');
          const characters = [...new Intl.Segmenter().segment(long)].map(
            ({ index }) => index,
          );
          if (fitted !== long && long.startsWith(whole) && whole !== '')
            expect([...characters, long.length]).toContain(whole.length);
        },
      ),
    );
  });
});

/**
 * Plans for a context window of `window` tokens, 6,000 of which are taken by the rest of
 * the prompt.
 */
const planTranscript = (
  transcript: Transcript,
  { window, ...asked }: StretchChoice & { window: number },
) => transcriptPlanner(transcript, asked)(window - 6000);

const wanted: StretchChoice = {
  chapters: [],
  point: null,
  notes: null,
  title: 'A talk',
  profile: [],
  chosen: [],
};
const word = (at: number) =>
  ['probe', 'rollout', 'queue', 'deploy', 'latency', 'cluster'][at % 6] ?? '';

/** Spells a number in letters, because digits take many tokens. */
const spelled = (number: number) =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Returns a talk with eight words per line and a line every three seconds. */
const talkOf = (words: number, special: Record<number, string> = {}): Transcript => ({
  lines: Array.from({ length: Math.ceil(words / 8) }, (_, line) => ({
    at: line * 3,
    text:
      special[line] ??
      Array.from({ length: 8 }, (_, at) => `${word(line * 7 + at)}${spelled(line)}`).join(
        ' ',
      ),
  })),
});
const said = ({ lines }: Transcript, from: number, to: number) =>
  lines
    .filter(({ at }) => at !== null && at >= from && at < to)
    .map(({ text }) => text)
    .join(' ');
const withoutMarks = (text: string) =>
  text.replace(/(?:^|\n)\[[\d:…]+\] ?/g, ' ').replace(/\s+/g, ' ');

describe('transcriptPlanner: talk of 9,000 words', () => {
  const talk = talkOf(9000, {
    500: 'and here the canary took one percent of all traffic',
  });

  it('fits a window of 8,000 tokens as section marks and whole stretches around the point', () => {
    const plan = planTranscript(talk, {
      ...wanted,
      point: 'canaries and traffic',
      window: 8000,
    });
    expect(tokensOf(plan.text)).toBeLessThanOrEqual(2000);
    expect(plan.text).toMatch(/^All parts of it:\n0:00 /);
    expect(plan.sections.map(({ from }) => from)).toEqual(
      Array.from({ length: 12 }, (_, index) => index * 300),
    );
    expect(plan.stretches?.some(({ from, to }) => from <= 1500 && 1500 < to)).toBe(true);
  });

  it('uses the chapters as section marks when the video has chapters', () => {
    const chapters = [
      { at: 0, title: 'Intro' },
      { at: 900, title: 'What a startup probe costs' },
    ];
    const { text, sections } = planTranscript(talk, {
      ...wanted,
      chapters,
      window: 8000,
    });
    expect(text).toContain('0:00 Intro\n15:00 What a startup probe costs\n');
    expect(sections).toEqual([
      { from: 0, to: 900, line: 'Intro' },
      { from: 900, to: 3373, line: 'What a startup probe costs' },
    ]);
  });
});

it('transcriptPlanner puts stretches of at least two minutes in the prompt word for word and in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          pause: fc.integer({ min: 0, max: 90 }),
          text: fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,30}$/),
        }),
        {
          minLength: 1,
          maxLength: 300,
        },
      ),
      fc.integer({ min: 6100, max: 9000 }),
      (drawn, window) => {
        let at = 0;
        const lines = drawn.map(({ pause, text }) => {
          at += pause;
          return { at, text };
        });
        const plan = planTranscript({ lines }, { ...wanted, window });
        let last = -1;
        for (const { from, to } of plan.stretches ?? []) {
          expect(from).toBeGreaterThan(last);
          expect(to - from >= 120 || to >= at).toBe(true);
          expect(withoutMarks(plan.text)).toContain(said({ lines }, from, to).trim());
          last = to;
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('transcriptPlanner takes a text without times in parts of 300 words', () => {
  const text = Array.from({ length: 9000 }, (_, at) => `${word(at)}${spelled(at)}.`).join(
    ' ',
  );
  const plan = planTranscript(
    { lines: [{ at: null, text }] },
    { ...wanted, window: 8000 },
  );
  expect(plan).toMatchObject({ words: 9000, seconds: null, stretches: [], sections: [] });
  expect(plan.usedWords).toBeGreaterThanOrEqual(300);
  expect(plan.text).toContain('[…]');
});

it('tokensOf counts four Latin letters, or one Japanese character, as a token', () => {
  expect(['abcdefgh', '準備プローブ'].map(tokensOf)).toEqual([2, 6]);
});

it('shown quotes only whole characters around a fact', () => {
  const of = givenText('description', `${'🔥'.repeat(60)} 4711 ${'🔥'.repeat(60)}`);
  expect(shown(lineAt(of, 121, 125)).quote).toMatch(/^(🔥)+ 4711 (🔥)+$/u);
});
