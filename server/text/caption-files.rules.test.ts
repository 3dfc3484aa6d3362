import { describe, expect, it } from 'vitest';
import { readTranscript } from './transcript.rules.ts';

const linesOf = (text: string) => {
  const read = readTranscript(text);
  return 'problem' in read ? read.problem : read.lines.map(({ at, text: said }) => [at, said]);
};

const twoLines = [
  [1, 'We keep the probes simple.'],
  [3, 'That pays off.'],
];

describe('a cue file is read however its times are written (rule 8.17)', () => {
  const cues = (first: string, second: string) =>
    `1\n${first}\nWe keep the probes simple.\n\n2\n${second}\nThat pays off.\n`;

  it.each([
    ['SRT', '00:00:01,000 --> 00:00:02,500', '00:00:03,000 --> 00:00:04,000'],
    ['SRT without milliseconds', '00:00:01 --> 00:00:02', '00:00:03 --> 00:00:04'],
    ['SRT with single digits', '0:0:1,8 --> 0:0:2,4', '0:0:3,4 --> 0:0:8,8'],
    ['SRT with colons before milliseconds', '00:00:01:000 --> 00:00:02:500', '00:00:03:000 --> 00:00:04:500'],
    [
      'SRT with a space before the comma',
      '00:00:01 ,000 --> 00:00:02 ,500',
      '00:00:03 ,000 --> 00:00:04 ,500',
    ],
    ['SRT with a short arrow', '00:00:01,000 -> 00:00:02,500', '00:00:03,000 -> 00:00:04,500'],
    ['SRT with no space around the arrow', '00:00:01,000-->00:00:02,500', '00:00:03,000-->00:00:04,500'],
    ['indented SRT', '  00:00:01,000 --> 00:00:02,500', '\t00:00:03,000 --> 00:00:04,500'],
    [
      'SRT with a place on the screen',
      '00:00:01,000 --> 00:00:02,500 X1:40 X2:600',
      '00:00:03,000 --> 00:00:04,000',
    ],
    ['SRT with dots in its clocks', '00.00.01,000 --> 00.00.02,500', '00.00.03,000 --> 00.00.04,000'],
    ['SRT with dashes in the arrow', '00:00:01,000 –> 00:00:02,500', '00:00:03,000 ——> 00:00:04,000'],
    ['SubViewer', '00:00:01.00,00:00:02.50', '00:00:03.00,00:00:04.50'],
  ])('%s', (_, first, second) => {
    expect(linesOf(cues(first, second))).toEqual(twoLines);
  });

  it.each([
    [
      'SBV',
      '0:00:01.000,0:00:03.000\nWe keep the probes simple.\n\n0:00:03.000,0:00:05.500\nThat pays off.\n',
    ],
    [
      'Whisper’s .txt',
      '[00:01.020 --> 00:03.090]  We keep the probes simple.\n[00:03.090 --> 01:00.840]  That pays off.\n',
    ],
    [
      'Whisper’s .txt with hours',
      '[00:00:01.020 --> 00:00:03.090]  We keep the probes simple.\n[00:00:03.090 --> 00:01:00.840]  That pays off.\n',
    ],
    [
      'faster-whisper’s lines',
      '[1.00s -> 3.00s] We keep the probes simple.\n[3.00s -> 7.44s] That pays off.\n',
    ],
    [
      'Whisper’s .tsv',
      'start\tend\ttext\n1000\t3000\tWe keep the probes simple.\n3000\t7000\tThat pays off.\n',
    ],
    [
      'ranges in brackets',
      '[00:00:01 - 00:00:03] We keep the probes simple.\n[00:00:03 - 00:00:05] That pays off.\n',
    ],
    ['ranges with an en dash', '0:01 – 0:03 We keep the probes simple.\n0:03 – 0:05 That pays off.\n'],
    [
      'Spruce STL',
      '00:00:01:00 , 00:00:03:00 , We keep the probes simple.\n00:00:03:00 , 00:00:05:00 , That pays off.\n',
    ],
    [
      'Markdown links',
      '[00:01](https://www.youtube.com/watch?v=aaaaaaaaaaa&t=1) We keep the probes simple.\n[00:03](https://www.youtube.com/watch?v=aaaaaaaaaaa&t=3)- That pays off.\n',
    ],
    [
      'Markdown links in bold',
      '**[00:01](https://youtu.be/aaaaaaaaaaa?t=1)** We keep the probes simple.\n**[00:03](https://youtu.be/aaaaaaaaaaa?t=3)** That pays off.\n',
    ],
    [
      'a Markdown list',
      '# Notes\n\n- [00:01](https://youtu.be/a?t=1) We keep the probes simple.\n- **0:03** That pays off.\n',
    ],
    ['digits of full width', '０：０１ We keep the probes simple.\n０：０３ That pays off.\n'],
    [
      'LRC with times within the line',
      '[00:01.00]<00:01.00>We keep <00:01.50>the probes simple.\n[00:03.20]<00:03.20>That pays off.\n',
    ],
    ['LRC', '[ar:Somebody]\n[offset:+0]\n[00:01.00]We keep the probes simple.\n[00:03.20]That pays off.\n'],
    [
      'LRC with several times for a line',
      '[00:01.00][00:40.00]We keep the probes simple.\n[00:03.20]That pays off.\n',
    ],
  ])('%s', (_, file) => {
    expect(linesOf(file)).toEqual(twoLines);
  });

  it('takes numbers that are spoken for words', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,500\n42\n\n2\n00:00:03,000 --> 00:00:04,500\n1984\nMore words\n';
    expect(linesOf(srt)).toEqual([
      [1, '42'],
      [3, '1984'],
      [3, 'More words'],
    ]);
  });

  it('keeps a sentence that begins with two times of the day', () => {
    const text = ['10:30, 11:45 and noon are taken.', ...Array(8).fill('We went on with the probes.')].join(
      '\n',
    );
    expect(linesOf(text)).toContainEqual([null, '10:30, 11:45 and noon are taken.']);
  });
});

describe('a caption file of another kind is read (rule 8.17)', () => {
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
      'one JSON object a line',
      '{"start":1.0,"end":2.9,"text":"We keep the probes simple."}\n{"start":3.0,"end":4,"text":"That pays off."}\n',
    ],
    ['a table of seconds', 'start,end,text\n1.0,3.0,"We keep the probes simple."\n3.0,5.0,That pays off.\n'],
    ['a table of clocks', 'Start;Text\n0:01;We keep the probes simple.\n0:03;That pays off.\n'],
    [
      'TTML',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.000" end="00:00:02.000">We keep the probes simple.</p><p begin="3.5s" end="4s">That pays off.</p></div></body></tt>',
    ],
    [
      'TTML with a prefix',
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
      'a list of a download tool',
      '[{"text":"We keep the probes simple.","start":1.2,"duration":2},{"text":"That pays off.","start":3.1,"duration":2}]',
    ],
  ])('%s', (_, file) => {
    expect(linesOf(file)).toEqual(twoLines);
  });

  it('keeps the commas of a line of ASS', () => {
    const file =
      '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,First, second, third\n';
    expect(linesOf(file)).toEqual([[1, 'First, second, third']]);
  });

  it('reads MicroDVD without times, since its frames do not tell them', () => {
    expect(linesOf('{0}{25}{y:i}Hello|you\n{26}{50}Bye\n')).toEqual([
      [null, 'Hello'],
      [null, 'you'],
      [null, 'Bye'],
    ]);
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body><p>Sign in to continue</p></body></html>'],
    ['an XML file', '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>'],
    ['a JSON file', '{"kind":"youtube#captionListResponse","items":[]}'],
    ['a JSON file that is cut off or damaged', '{"events":[{"tStartMs":12'],
  ])('names what it is where it holds no captions: %s', (kind, file) => {
    expect(linesOf(file)).toContain(`This is ${kind}, and it holds no captions`);
  });
});

describe('entities are read', () => {
  it('that are escaped twice', () => {
    expect(linesOf('0:01 don&amp;#39;t stop &amp;amp; go\n0:05 &amp;gt;&amp;gt; yes &hellip;')).toEqual([
      [1, "don't stop & go"],
      [5, 'yes …'],
    ]);
  });

  it('that are escaped three times, and no further than they were', () => {
    expect(linesOf('0:01 don&amp;amp;#39;t\n0:05 &amp;amp;lt;b> tag\n0:09 AT&T and R&D')).toEqual([
      [1, "don't"],
      [5, '<b> tag'],
      [9, 'AT&T and R&D'],
    ]);
  });

  it('and one that names no character is kept', () => {
    expect(linesOf('a &#0; b &unknown; c')).toEqual([[null, 'a &#0; b &unknown; c']]);
  });
});

describe('the times in words of YouTube’s panel are left out in any language (rule 8.17)', () => {
  it.each([
    ['French', '0 seconde', '4 secondes', '1 minute et 5 secondes', 'Français (générés automatiquement)'],
    ['Italian', '0 secondi', '4 secondi', '1 minuto e 5 secondi', 'Italiano (generati automaticamente)'],
    ['Portuguese', '0 segundo', '4 segundos', '1 minuto e 5 segundos', 'Português (gerada automaticamente)'],
    ['Dutch', '0 seconden', '4 seconden', '1 minuut en 5 seconden', 'Nederlands (automatisch gegenereerd)'],
    ['Polish', '0 sekund', '4 sekundy', '1 minuta i 5 sekund', 'polski (wygenerowany automatycznie)'],
    ['Russian', '0 секунд', '4 секунды', '1 минута 5 секунд', 'Русский (автоматически созданные)'],
    ['Turkish', '0 saniye', '4 saniye', '1 dakika 5 saniye', 'Türkçe (otomatik oluşturuldu)'],
    ['Korean', '0초', '4초', '1분 5초', '한국어 (자동 생성됨)'],
    ['Chinese', '0秒钟', '4秒钟', '1分钟5秒钟', '中文（自动生成）'],
    ['Hindi', '0 सेकंड', '4 सेकंड', '1 मिनट और 5 सेकंड', 'हिन्दी (अपने-आप जनरेट होने वाला)'],
    ['Arabic with its own digits', '٠ ثانية', '٤ ثوان', 'دقيقة ١ و٥ ثوان', 'العربية (منشأة تلقائيا)'],
    [
      'a language that Intl words otherwise',
      '0 tikov',
      '4 tiki',
      '1 obrat in 5 tikov',
      'Jezik (samodejno ustvarjeno)',
    ],
  ])('%s', (_, first, second, third, language) => {
    const panel = `Heading\nSearch\n0:00\n${first}\nsome words\n0:04\n${second}\nmore words\n1:05\n${third}\nthe last words\n${language}\n`;
    expect(linesOf(panel)).toEqual([
      [0, 'some words'],
      [4, 'more words'],
      [65, 'the last words'],
    ]);
  });

  it('also where the copy has no line breaks', () => {
    const panel = '0:000 secondeBonjour à tous\n0:044 secondesles sondes\n1:051 minute et 5 secondesvoilà\n';
    expect(linesOf(panel)).toEqual([
      [0, 'Bonjour à tous'],
      [4, 'les sondes'],
      [65, 'voilà'],
    ]);
  });

  it('but not speech that begins with a number', () => {
    const panel = '0:04\n4 people came\n0:09\nand left again\n1:05\nafter an hour\n';
    expect(linesOf(panel)).toContainEqual([4, '4 people came']);
  });
});
