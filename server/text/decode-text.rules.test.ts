import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.rules.ts';

const srt = (words: string) =>
  `1\n00:00:01,000 --> 00:00:02,000\n${words}\n\n2\n00:00:03,000 --> 00:00:04,000\n${words}\n`;

/** Node can only decode the older encodings, so this inverts its decoder. */
function encode(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytesOf = new Map<string, number[]>();
  for (let lead = 0; lead < 256; lead += 1) {
    const single = decoder.decode(Uint8Array.of(lead));
    if (single !== '\ufffd' && single.length === 1 && !bytesOf.has(single))
      bytesOf.set(single, [lead]);
    for (let trail = 0x40; trail < 256; trail += 1) {
      const pair = decoder.decode(Uint8Array.of(lead, trail));
      if ([...pair].length === 1 && pair !== '\ufffd' && !bytesOf.has(pair))
        bytesOf.set(pair, [lead, trail]);
    }
  }
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (!bytes) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}

const german = 'Grüße aus Köln, schön hier';
const swap = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('decodeText (rule 6.11)', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(srt(german))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${srt(german)}`)],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${srt(german)}`, 'utf16le')],
    ['UTF-16 LE without a byte order mark', Buffer.from(srt(german), 'utf16le')],
    [
      'UTF-16 BE with a byte order mark',
      swap(Buffer.from(`\ufeff${srt(german)}`, 'utf16le')),
    ],
    ['UTF-16 BE without a byte order mark', swap(Buffer.from(srt(german), 'utf16le'))],
    ['Windows-1252', encode(srt(german), 'windows-1252')],
  ])('decodes %s', (_, bytes) => {
    const decoded = decodeText(bytes);
    expect('text' in decoded && decoded.text).toBe(srt(german));
  });

  it.each([
    ['windows-1252', 'Schöne Grüße – für alle'],
    ['windows-1252', 'Voilà, c’est déjà l’été à Orléans'],
    ['windows-1251', 'Привет всем, проверим пробы'],
    ['shift_jis', 'みなさんこんにちは、今日はプローブの話です'],
    ['euc-kr', '안녕하세요 여러분 오늘은 프로브를 봅니다'],
    ['gb18030', '大家好，今天我们来看一下探针的设置'],
    ['big5', '大家好，今天我們來看一下探針的設定'],
    ['windows-1253', 'Καλημέρα σε όλους, σήμερα βλέπουμε τα πράγματα'],
    ['windows-1250', 'Zażółć gęślą jaźń i sprawdźmy sondy'],
    ['iso-8859-2', 'Zażółć gęślą jaźń i sprawdźmy sondy'],
    ['windows-1251', 'Добрий день, сьогодні її розповідь'],
    ['koi8-r', 'Привет всем, сегодня проверим пробы'],
    ['ibm866', 'Привет всем, сегодня проверим пробы'],
    ['windows-874', 'สวัสดีครับ วันนี้เราจะพูดถึงการตรวจสอบ'],
    ['windows-1254', 'Şimdi çalışmaya başlıyoruz, güzel günler'],
    ['windows-1255', 'שלום לכולם היום נדבר על בדיקות'],
    ['windows-1256', 'مرحبا بكم اليوم نتحدث عن الفحوص'],
    ['windows-1257', 'Šiandien kalbėsime apie mėgėjų žaidimus'],
    ['euc-jp', 'みなさんこんにちは、今日はプローブの話です'],
  ])('decodes %s: %s', (label, words) => {
    const decoded = decodeText(encode(srt(words), label));
    expect('text' in decoded && decoded.text).toBe(srt(words));
  });

  it('decodes two words that all Latin encodings read alike', () => {
    const row =
      'UgxKREWxIgDrw8w2e_1,UCBR8-60,2020-09-13T15:26:40.000Z,"{""text"":""Schöne Grüße""}"';
    expect(decodeText(encode(row, 'windows-1252'))).toEqual({
      text: row,
      encoding: 'windows-1252',
    });
  });

  it('refuses one word that Latin encodings read differently', () => {
    expect(decodeText(encode('voilà', 'windows-1252'))).toHaveProperty('problem');
  });

  it.each([
    ['macintosh', 'Grüße aus Köln, schön hier überall'],
    ['iso-8859-15', 'Cœur à l’ouvrage déjà, à Orléans'],
  ])('refuses %s, which is not among the known encodings: %s', (label, words) => {
    expect(decodeText(encode(srt(words.replaceAll('’', "'")), label))).toHaveProperty(
      'problem',
    );
  });

  it('uses the encoding that the sender names', () => {
    const decoded = decodeText(encode('Łódź', 'windows-1250'), 'windows-1250');
    expect(decoded).toEqual({ text: 'Łódź', encoding: 'windows-1250' });
  });

  it('recognises the encoding although the sender wrongly names UTF-8', () => {
    const decoded = decodeText(encode(srt(german), 'windows-1252'), 'utf-8');
    expect('text' in decoded && decoded.text).toBe(srt(german));
  });

  it('refuses noise with the advice to save the file as UTF-8', () => {
    const noise = Uint8Array.from(
      { length: 400 },
      (_, index) => (index * 73 + 129) % 256 || 1,
    );
    const decoded = decodeText(noise);
    expect('problem' in decoded && decoded.problem).toContain('save it as UTF-8');
  });
});

describe('decodeText: file that is not text (rule 6.11)', () => {
  const bytes = (begin: string) =>
    Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.alloc(400, 0xb5)]);

  it.each([
    ['an Excel workbook (.xlsx)', bytes('PK\u0003\u0004\u0014\u0000xl/workbook.xml')],
    [
      'an OpenDocument spreadsheet',
      bytes('PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ],
    ['a document of Numbers', bytes('PK\u0003\u0004Index/Document.iwa')],
    [
      'a compressed archive',
      bytes('PK\u0003\u0004Takeout/YouTube and YouTube Music/comments/comments.csv'),
    ],
    ['a compressed archive', bytes('\u001f\u008b\u0008')],
    ['an Office document of an old kind', bytes('\u00d0\u00cf\u0011\u00e0')],
    ['a sound or video file', bytes('\u0000\u0000\u0000\u0020ftypisom')],
    ['a file of subtitle pictures', bytes('\u0000\u0000\u0001\u00ba')],
    ['a picture', bytes('\u0089PNG\r\n')],
  ])('is refused with a message that calls it %s', (kind, file) => {
    expect(decodeText(file)).toEqual({
      problem: expect.stringContaining(`This is ${kind}`),
    });
  });
});
