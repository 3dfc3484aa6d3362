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

describe('caption file with cues (rule 8.17)', () => {
  const cues = (first: string, second: string) =>
    `1\n${first}\nWe keep the probes simple.\n\n2\n${second}\nThat pays off.\n`;

  it.each([
    ['SRT', '00:00:01,000 --> 00:00:02,500', '00:00:03,000 --> 00:00:04,000'],
    ['SRT without milliseconds', '00:00:01 --> 00:00:02', '00:00:03 --> 00:00:04'],
    ['SRT with single digits', '0:0:1,8 --> 0:0:2,4', '0:0:3,4 --> 0:0:8,8'],
    [
      'SRT with colons before milliseconds',
      '00:00:01:000 --> 00:00:02:500',
      '00:00:03:000 --> 00:00:04:500',
    ],
    [
      'SRT with a space before the comma',
      '00:00:01 ,000 --> 00:00:02 ,500',
      '00:00:03 ,000 --> 00:00:04 ,500',
    ],
    [
      'SRT with a short arrow',
      '00:00:01,000 -> 00:00:02,500',
      '00:00:03,000 -> 00:00:04,500',
    ],
    [
      'SRT with no space around the arrow',
      '00:00:01,000-->00:00:02,500',
      '00:00:03,000-->00:00:04,500',
    ],
    [
      'indented SRT',
      '  00:00:01,000 --> 00:00:02,500',
      '\t00:00:03,000 --> 00:00:04,500',
    ],
    [
      'SRT with a position on the screen',
      '00:00:01,000 --> 00:00:02,500 X1:40 X2:600',
      '00:00:03,000 --> 00:00:04,000',
    ],
    [
      'SRT with dots in its times',
      '00.00.01,000 --> 00.00.02,500',
      '00.00.03,000 --> 00.00.04,000',
    ],
    [
      'SRT with dashes in the arrow',
      '00:00:01,000 –> 00:00:02,500',
      '00:00:03,000 ——> 00:00:04,000',
    ],
    ['SubViewer', '00:00:01.00,00:00:02.50', '00:00:03.00,00:00:04.50'],
  ])('is read: %s', (_, first, second) => {
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
    [
      'ranges with an en dash',
      '0:01 – 0:03 We keep the probes simple.\n0:03 – 0:05 That pays off.\n',
    ],
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
    [
      'full-width digits',
      '０：０１ We keep the probes simple.\n０：０３ That pays off.\n',
    ],
    [
      'LRC with times within the line',
      '[00:01.00]<00:01.00>We keep <00:01.50>the probes simple.\n[00:03.20]<00:03.20>That pays off.\n',
    ],
    [
      'LRC',
      '[ar:Somebody]\n[offset:+0]\n[00:01.00]We keep the probes simple.\n[00:03.20]That pays off.\n',
    ],
    [
      'LRC with several times for a line',
      '[00:01.00][00:40.00]We keep the probes simple.\n[00:03.20]That pays off.\n',
    ],
  ])('is read: %s', (_, file) => {
    expect(linesOf(file)).toEqual(twoLines);
  });

  it.each([
    [
      'SRT without empty lines',
      '1\n00:00:01,000 --> 00:00:02,500\nWe keep the probes simple.\n2\n00:00:03,000 --> 00:00:04,500\nThat pays off.\n',
    ],
    [
      'SRT with an empty line below each time',
      '1\n00:00:01,000 --> 00:00:02,500\n\nWe keep the probes simple.\n\n2\n00:00:03,000 --> 00:00:04,500\n\nThat pays off.\n',
    ],
    [
      'SRT with the line breaks of old Macs',
      '1\r00:00:01,000 --> 00:00:02,500\rWe keep the probes simple.\r\r2\r00:00:03,000 --> 00:00:04,500\rThat pays off.\r',
    ],
    [
      'SubViewer with a header',
      '[INFORMATION]\n[TITLE]A talk\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]bd\n00:00:01.00,00:00:02.50\nWe keep[br]the probes simple.\n\n00:00:03.00,00:00:04.50\nThat pays off.\n',
    ],
    [
      'Spruce STL with a header',
      '//Font select\n$FontName = Arial\n$FontSize = 30\n00:00:01:00 , 00:00:03:00 , We keep the probes simple.\n00:00:03:00 , 00:00:05:00 , That pays off.\n',
    ],
    ['MPL2', '[10][25]We keep the probes simple.\n[30][45]/That pays off.\n'],
    [
      'MicroDVD that states its frame rate',
      '{1}{1}25.000\n{25}{60}{y:i}We keep the probes simple.\n{75}{100}That pays off.\n',
    ],
    [
      'SRT with a space before milliseconds',
      '1\n00:00:01 000 --> 00:00:02 500\nWe keep the probes simple.\n\n2\n00:00:03 000 --> 00:00:04 000\nThat pays off.\n',
    ],
    [
      'SRT with an apostrophe before milliseconds',
      "1\n00:00:01'000 --> 00:00:02'500\nWe keep the probes simple.\n\n2\n00:00:03'000 --> 00:00:04'000\nThat pays off.\n",
    ],
    [
      'SRT with a space within the arrow',
      '1\n00:00:01,000 - -> 00:00:02,500\nWe keep the probes simple.\n\n2\n00:00:03,000 -- > 00:00:04,000\nThat pays off.\n',
    ],
    [
      'SRT with a long arrow',
      '1\n00:00:01,000 ---> 00:00:02,500\nWe keep the probes simple.\n\n2\n00:00:03,000 ---> 00:00:04,000\nThat pays off.\n',
    ],
    [
      'SRT with punctuation around its counters',
      '1.\n00:00:01,000 --> 00:00:02,500\nWe keep the probes simple.\n\n#2\n00:00:03,000 --> 00:00:04,000\nThat pays off.\n',
    ],
    [
      'SRT with each cue on one line',
      '1 00:00:01,000 --> 00:00:02,500 We keep the probes simple.\n2 00:00:03,000 --> 00:00:04,000 That pays off.\n',
    ],
    ['TMPlayer', '00:00:01:We keep the probes simple.\n00:00:03:That pays off.\n'],
  ])('is read: %s', (_, file) => {
    expect(linesOf(file)).toEqual(twoLines);
  });

  it('yields each line of rolling automatic captions once', () => {
    const srt =
      '1\n00:00:00,000 --> 00:00:02,000\nhello world\n\n2\n00:00:02,000 --> 00:00:02,010\nhello world\n\n3\n00:00:02,010 --> 00:00:04,000\nhello world\nthis rolls\n\n4\n00:00:04,000 --> 00:00:04,010\nthis rolls\n';
    expect(linesOf(srt)).toEqual([
      [0, 'hello world'],
      [2, 'this rolls'],
    ]);
  });

  it('keeps repeated words within a line when its rolling lines were merged', () => {
    const srt =
      '1\n00:00:00,000 --> 00:00:02,000\nhello world\n\n2\n00:00:02,010 --> 00:00:04,000\nhello world this rolls\n\n3\n00:00:04,010 --> 00:00:06,000\nthis rolls on\n';
    expect(linesOf(srt)).toEqual([
      [0, 'hello world'],
      [2, 'hello world this rolls'],
      [4, 'this rolls on'],
    ]);
  });

  it('keeps spoken numbers as words', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,500\n42\n\n2\n00:00:03,000 --> 00:00:04,500\n1984\nMore words\n';
    expect(linesOf(srt)).toEqual([
      [1, '42'],
      [3, '1984'],
      [3, 'More words'],
    ]);
  });

  it('keeps a sentence that begins with two times of day', () => {
    const text = [
      '10:30, 11:45 and noon are taken.',
      ...Array(8).fill('We went on with the probes.'),
    ].join('\n');
    expect(linesOf(text)).toContainEqual([null, '10:30, 11:45 and noon are taken.']);
  });
});

describe('file that holds no readable captions (rule 8.17)', () => {
  it.each([
    [
      'a Word document (.docx)',
      'PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml…word/document.xml',
    ],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    [
      'a rich text document (.rtf)',
      '{\\rtf1\\ansi\\deff0 {\\fonttbl {\\f0 Times;}}\\f0 We keep it simple.\\par}',
    ],
    ['a subtitle file of broadcasters (.stl)', `850STL25.01${' '.repeat(200)}`],
    [
      'a Scenarist file (.scc)',
      'Scenarist_SCC V1.0\n\n00:00:03:12\t9420 9420 94ae 94ae 9470 9470 5765 206b\n',
    ],
    [
      'an index of subtitle pictures (.idx)',
      '# VobSub index file, v7\ntimestamp: 00:00:03:000, filepos: 0\n',
    ],
  ])('is refused with a message that calls it %s', (kind, file) => {
    expect(linesOf(file)).toContain(`This is ${kind}`);
  });
});

it('text that only begins like a file of another kind is read', () => {
  expect(linesOf('An STL file of 00.01 MB\nRIFF and PK are letters')).toEqual([
    [null, 'An STL file of 00.01 MB'],
    [null, 'RIFF and PK are letters'],
  ]);
});

describe('entities in a transcript', () => {
  it('are decoded when they are escaped twice', () => {
    expect(
      linesOf('0:01 don&amp;#39;t stop &amp;amp; go\n0:05 &amp;gt;&amp;gt; yes &hellip;'),
    ).toEqual([
      [1, "don't stop & go"],
      [5, 'yes …'],
    ]);
  });

  it('are decoded when they are escaped three times, and no further', () => {
    expect(
      linesOf('0:01 don&amp;amp;#39;t\n0:05 &amp;amp;lt;b> tag\n0:09 AT&T and R&D'),
    ).toEqual([
      [1, "don't"],
      [5, '<b> tag'],
      [9, 'AT&T and R&D'],
    ]);
  });

  it.each([
    ['double quotation marks', 'say &amp;quot;hi&amp;quot; now', 'say "hi" now'],
    ['an apostrophe in hexadecimal', 'it&amp;#x27;s &amp;#x2019;t', "it's ’t"],
    [
      'named letters and signs',
      'caf&amp;eacute; &amp;mdash; I&amp;rsquo;m',
      'café — I’m',
    ],
    ['a no-break space', 'two&amp;nbsp;words', 'two words'],
    ['numeric entities within numeric entities', 'it&#38;#39;s', "it's"],
    ['tags', '&amp;lt;i&amp;gt;slanted&amp;lt;/i&amp;gt; text', 'slanted text'],
  ])('are decoded: %s', (_, escaped, read) => {
    expect(linesOf(`0:01 ${escaped}\n0:05 2 &lt; 3`)).toEqual([
      [1, read],
      [5, '2 < 3'],
    ]);
  });

  it('are kept when they name no character', () => {
    expect(linesOf('a &#0; b &unknown; c')).toEqual([[null, 'a &#0; b &unknown; c']]);
  });
});

describe('copy of YouTube’s transcript panel (rule 8.17)', () => {
  it.each([
    [
      'French',
      '0 seconde',
      '4 secondes',
      '1 minute et 5 secondes',
      'Français (générés automatiquement)',
    ],
    [
      'Italian',
      '0 secondi',
      '4 secondi',
      '1 minuto e 5 secondi',
      'Italiano (generati automaticamente)',
    ],
    [
      'Portuguese',
      '0 segundo',
      '4 segundos',
      '1 minuto e 5 segundos',
      'Português (gerada automaticamente)',
    ],
    [
      'Dutch',
      '0 seconden',
      '4 seconden',
      '1 minuut en 5 seconden',
      'Nederlands (automatisch gegenereerd)',
    ],
    [
      'Polish',
      '0 sekund',
      '4 sekundy',
      '1 minuta i 5 sekund',
      'polski (wygenerowany automatycznie)',
    ],
    [
      'Russian',
      '0 секунд',
      '4 секунды',
      '1 минута 5 секунд',
      'Русский (автоматически созданные)',
    ],
    [
      'Turkish',
      '0 saniye',
      '4 saniye',
      '1 dakika 5 saniye',
      'Türkçe (otomatik oluşturuldu)',
    ],
    ['Korean', '0초', '4초', '1분 5초', '한국어 (자동 생성됨)'],
    ['Chinese', '0秒钟', '4秒钟', '1分钟5秒钟', '中文（自动生成）'],
    ['Hindi', '0 सेकंड', '4 सेकंड', '1 मिनट और 5 सेकंड', 'हिन्दी (अपने-आप जनरेट होने वाला)'],
    [
      'Arabic with its own digits',
      '٠ ثانية',
      '٤ ثوان',
      'دقيقة ١ و٥ ثوان',
      'العربية (منشأة تلقائيا)',
    ],
    [
      'Swedish',
      '0 sekunder',
      '4 sekunder',
      '1 minut och 5 sekunder',
      'svenska (automatiskt genererad)',
    ],
    [
      'Indonesian',
      '0 detik',
      '4 detik',
      '1 menit, 5 detik',
      'Bahasa Indonesia (dibuat otomatis)',
    ],
    [
      'Greek',
      '0 δευτερόλεπτα',
      '4 δευτερόλεπτα',
      '1 λεπτό και 5 δευτερόλεπτα',
      'Ελληνικά (αυτόματα)',
    ],
    [
      'Finnish',
      '0 sekuntia',
      '4 sekuntia',
      '1 minuutti ja 5 sekuntia',
      'suomi (luotu automaattisesti)',
    ],
    ['Vietnamese', '0 giây', '4 giây', '1 phút 5 giây', 'Tiếng Việt (được tạo tự động)'],
    ['Thai', '0 วินาที', '4 วินาที', '1 นาที 5 วินาที', 'ไทย (สร้างอัตโนมัติ)'],
    [
      'Bengali with its own digits',
      '০ সেকেন্ড',
      '৪ সেকেন্ড',
      '১ মিনিট, ৫ সেকেন্ড',
      'বাংলা (স্বয়ংক্রিয়ভাবে)',
    ],
    [
      'Persian with its own digits',
      '۰ ثانیه',
      '۴ ثانیه',
      '۱ دقیقه و ۵ ثانیه',
      'فارسی (تولید خودکار)',
    ],
    [
      'Romanian, with “one” as a word',
      '0 secunde',
      '4 secunde',
      'un minut și 5 secunde',
      'română (generate automat)',
    ],
    [
      'Hebrew, with “one” as a word',
      '0 שניות',
      '4 שניות',
      'דקה ו-5 שניות',
      'עברית (נוצר אוטומטית)',
    ],
    [
      'Arabic with vowel marks',
      '0 ثانية',
      '4 ثوانٍ',
      'دقيقة واحدة و5 ثوانٍ',
      'العربية (تلقائية)',
    ],
    [
      'a language with other words than those of Intl',
      '0 tikov',
      '4 tiki',
      '1 obrat in 5 tikov',
      'Jezik (samodejno ustvarjeno)',
    ],
  ])('is read without its times in words: %s', (_, ...texts) => {
    const [first, second, third, language] = texts;
    const panel = `Heading\nSearch\n0:00\n${first}\nsome words\n0:04\n${second}\nmore words\n1:05\n${third}\nthe last words\n${language}\n`;
    expect(linesOf(panel)).toEqual([
      [0, 'some words'],
      [4, 'more words'],
      [65, 'the last words'],
    ]);
  });

  it('is read without its times in words when it has no line breaks', () => {
    const panel =
      '0:000 secondeBonjour à tous\n0:044 secondesles sondes\n1:051 minute et 5 secondesvoilà\n';
    expect(linesOf(panel)).toEqual([
      [0, 'Bonjour à tous'],
      [4, 'les sondes'],
      [65, 'voilà'],
    ]);
  });

  it('is read without its times in words when its times have dots', () => {
    const panel =
      '0.00\n0 sekuntia\nsome words\n0.04\n4 sekuntia\nmore words\n1.02.03\n1 tunti, 2 minuuttia ja 3 sekuntia\nthe end\n';
    expect(linesOf(panel)).toEqual([
      [0, 'some words'],
      [4, 'more words'],
      [3723, 'the end'],
    ]);
  });

  it('keeps prices that go up and down', () => {
    const text = '0.50\nan apple\n0.20\na plum\n1.10\na melon';
    expect(linesOf(text)).toContainEqual([null, '0.20']);
  });

  it('keeps speech that begins with a number', () => {
    const panel = '0:04\n4 people came\n0:09\nand left again\n1:05\nafter an hour\n';
    expect(linesOf(panel)).toContainEqual([4, '4 people came']);
  });
});
