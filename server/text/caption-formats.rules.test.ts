import { describe, expect, it } from 'vitest';
import { readTranscript } from './transcript.rules.ts';

const linesOf = (text: string) => {
  const read = readTranscript(text);
  return 'problem' in read
    ? read.problem
    : read.lines.map(({ at, text: said }) => [at, said]);
};

const twoLines = [
  [1, 'We keep the probes simple.'],
  [3, 'That pays off.'],
];

describe('caption file in another format (rule 8.17)', () => {
  it.each([
    [
      'srv1',
      '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1.2" dur="2">We keep the probes simple.</text><text start="3.4" dur="2">That pays off.</text></transcript>',
    ],
    [
      'srv3',
      '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">\n<body>\n<p t="1240" d="2149" w="1"><s ac="0">We keep</s><s t="240"> the probes simple.</s></p>\n<p t="3400" d="2000">That pays off.</p>\n</body>\n</timedtext>',
    ],
    [
      'srv2',
      '<?xml version="1.0" encoding="utf-8" ?><timedtext><window t="0" id="1" op="define"/><text t="1240" d="2149" w="1">We keep the probes simple.</text><text t="3400" d="1">That pays off.</text></timedtext>',
    ],
    [
      'TTML in ticks',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000"><body><div><p begin="10000000t" end="2t">We keep the probes simple.</p><p begin="35000000t" end="4t">That pays off.</p></div></body></tt>',
    ],
    [
      'SSA',
      '[Script Info]\n[V4 Styles]\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:03.00,Default,NTP,0000,0000,0000,!Effect,We keep the probes simple.\nDialogue: Marked=0,0:00:03.00,0:00:05.00,Default,NTP,0000,0000,0000,!Effect,That pays off.\n',
    ],
    [
      'whisper.cpp’s .json',
      '{"result":{"language":"en"},"transcription":[{"timestamps":{"from":"00:00:01,000","to":"00:00:03,000"},"offsets":{"from":1000,"to":3000},"text":" We keep the probes simple."},{"timestamps":{"from":"00:00:03,000","to":"00:00:05,000"},"offsets":{"from":3000,"to":5000},"text":" That pays off."}]}',
    ],
    [
      'one JSON object per line',
      '{"start":1.0,"end":2.9,"text":"We keep the probes simple."}\n{"start":3.0,"end":4,"text":"That pays off."}\n',
    ],
    [
      'a table with seconds',
      'start,end,text\n1.0,3.0,"We keep the probes simple."\n3.0,5.0,That pays off.\n',
    ],
    [
      'a table with seconds and no header',
      '1.0,3.0,"We keep the probes simple."\n3.0,5.0,That pays off.\n',
    ],
    [
      'a table with times and no header',
      '"00:00:01","00:00:03","We keep the probes simple."\n"00:00:03","00:00:05","That pays off."\n',
    ],
    [
      'a table with milliseconds and no header',
      '1000\t3000\tWe keep the probes simple.\n3000\t7000\tThat pays off.\n',
    ],
    [
      'Audacity’s label track',
      '1.000000\t3.000000\tWe keep the probes simple.\n3.000000\t5.000000\tThat pays off.\n',
    ],
    [
      'USF',
      '<?xml version="1.0"?><USFSubtitles><subtitles><subtitle start="00:00:01.000" stop="00:00:02.000"><text>We keep the probes simple.</text></subtitle><subtitle start="00:00:03.000"><text>That pays off.</text></subtitle></subtitles></USFSubtitles>',
    ],
    [
      'a table with times',
      'Start;Text\n0:01;We keep the probes simple.\n0:03;That pays off.\n',
    ],
    [
      'TTML',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.000" end="00:00:02.000">We keep the probes simple.</p><p begin="3.5s" end="4s">That pays off.</p></div></body></tt>',
    ],
    [
      'TTML with a namespace prefix',
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:div><tt:p begin="00:00:01:12">We keep the probes simple.</tt:p><tt:p begin="00:00:03:00">That pays off.</tt:p></tt:div></tt:body></tt:tt>',
    ],
    [
      'SAMI',
      '<SAMI><HEAD><TITLE>x</TITLE></HEAD><BODY>\n<SYNC Start=1000><P Class=ENCC>We keep the probes simple.\n<SYNC Start=2500><P Class=ENCC>&nbsp;\n<SYNC Start=3000><P Class=ENCC>That pays off.\n</BODY></SAMI>',
    ],
    [
      'ASS',
      '[Script Info]\nTitle: x\n\n[V4+ Styles]\nFormat: Name, Fontname\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,We keep the probes simple.\nDialogue: 0,0:00:03.00,0:00:05.00,Default,,0,0,0,,{\\i1}That{\\i0} pays off.\n',
    ],
    [
      'json3',
      '{"wireMagic":"pb3","events":[{"tStartMs":1240,"dDurationMs":2149,"segs":[{"utf8":"We keep"},{"utf8":" the probes simple."}]},{"tStartMs":2900,"aAppend":1,"segs":[{"utf8":"\\n"}]},{"tStartMs":3400,"segs":[{"utf8":"That pays off."}]}]}',
    ],
    [
      'Whisper’s .json',
      '{"text":" We keep the probes simple. That pays off.","segments":[{"id":0,"start":1.0,"end":3.0,"text":" We keep the probes simple."},{"id":1,"start":3.0,"end":5.0,"text":" That pays off."}],"language":"en"}',
    ],
    [
      'a download tool’s list',
      '[{"text":"We keep the probes simple.","start":1.2,"duration":2},{"text":"That pays off.","start":3.1,"duration":2}]',
    ],
  ])('is read: %s', (_, file) => {
    expect(linesOf(file)).toEqual(twoLines);
  });

  const twoEntries = (entry: (start: number, text: string) => object) => [
    entry(1.24, 'We keep the probes simple.'),
    entry(3.4, 'That pays off.'),
  ];

  it.each<[string, unknown]>([
    [
      'AssemblyAI, in milliseconds and also word by word',
      {
        text: 'We keep the probes simple. That pays off.',
        words: 'We keep the probes simple. That pays off.'
          .split(' ')
          .map((text, at) => ({ text, start: 1240 + at * 300, end: 1500 + at * 300 })),
        utterances: [
          { speaker: 'A', text: 'We keep the probes simple.', start: 1240, end: 3000 },
          { speaker: 'B', text: 'That pays off.', start: 3400, end: 5000 },
        ],
      },
    ],
    [
      'Deepgram',
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'We keep the probes simple. That pays off.',
                  words: [{ word: 'we', punctuated_word: 'We', start: 1.24, end: 1.5 }],
                  paragraphs: {
                    paragraphs: [
                      {
                        sentences: twoEntries((start, text) => ({
                          text,
                          start,
                          end: start + 1,
                        })),
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      },
    ],
    [
      'Azure’s recognized phrases',
      {
        recognizedPhrases: twoEntries((start, display) => ({
          offset: `PT${start}S`,
          nBest: [{ confidence: 0.9, display }],
        })),
      },
    ],
    [
      'YouTube’s response for its transcript panel',
      {
        actions: [
          {
            content: {
              initialSegments: twoEntries((start, text) => ({
                transcriptSegmentRenderer: {
                  startMs: String(start * 1000),
                  snippet: { runs: [{ text }] },
                },
              })),
            },
          },
        ],
      },
    ],
    [
      'a podcast’s transcript',
      {
        version: '1.0.0',
        segments: twoEntries((startTime, body) => ({ speaker: 'Ada', startTime, body })),
      },
    ],
    [
      'the chunks of a transformers pipeline',
      {
        text: 'x',
        chunks: twoEntries((start, text) => ({
          timestamp: [start, start + 1],
          text: ` ${text}`,
        })),
      },
    ],
  ])('is read: %s', (_, file) => {
    expect(linesOf(JSON.stringify(file))).toEqual(twoLines);
  });

  it('is read: a list as Python prints it', () => {
    const file = `[{'text': 'We keep the probes simple.', 'start': 1.2}, {'text': "That's it.", 'start': 3.4}]`;
    expect(linesOf(file)).toEqual([
      [1, 'We keep the probes simple.'],
      [3, "That's it."],
    ]);
  });

  it('is read: single words, with the punctuation between them', () => {
    const item = (content: string, start_time?: string) => ({
      start_time,
      alternatives: [{ content }],
    });
    const items = [item('We', '1.2'), item('keep', '1.5'), item('.'), item('Yes', '3.0')];
    expect(
      linesOf(
        JSON.stringify({
          results: { transcripts: [{ transcript: 'We keep. Yes' }], items },
        }),
      ),
    ).toEqual([
      [1, 'We'],
      [1, 'keep.'],
      [3, 'Yes'],
    ]);
  });

  it('is read: TTML with times in its spans and in frames', () => {
    const begin =
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="x" ttp:frameRate="25"><body><div>';
    const file = `${begin}<p><span begin="25f">We keep the probes simple.</span> <span begin="3s">That pays off.</span></p></div></body></tt>`;
    expect(linesOf(file)).toEqual(twoLines);
  });

  it('keeps the words around an inner caption', () => {
    const file =
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s">We <span begin="2s">keep</span> it.</p></body></tt>';
    expect(linesOf(file)).toEqual([
      [1, 'We'],
      [2, 'keep'],
      [2, 'it.'],
    ]);
  });

  it('keeps the commas in a line of ASS', () => {
    const file =
      '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,First, second, third\n';
    expect(linesOf(file)).toEqual([[1, 'First, second, third']]);
  });

  it('is read without times when it is MicroDVD without a frame rate', () => {
    expect(linesOf('{0}{25}{y:i}Hello|you\n{26}{50}Bye\n')).toEqual([
      [null, 'Hello'],
      [null, 'you'],
      [null, 'Bye'],
    ]);
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body><p>Sign in to continue</p></body></html>'],
    [
      'an XML file',
      '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>',
    ],
    ['a web page', '<div class="cue"><span>0:03</span> Hello</div>'],
    ['a JSON file', '{"kind":"youtube#captionListResponse","items":[]}'],
    ['a JSON file that is cut off or damaged', '{"events":[{"tStartMs":12'],
  ])(
    'is refused when it holds no captions, with a message that calls it %s',
    (kind, file) => {
      expect(linesOf(file)).toContain(`This is ${kind}, and it holds no captions`);
    },
  );
});
