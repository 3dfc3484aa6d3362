import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { pastedComments } from './own-comments.rules.ts';
import { csvRows, takeoutRows, takeoutText } from './takeout.rules.ts';

const header = 'Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text';
const id = 'UgxKREWxIgDrw8w2e_Z4AaABAg';
const channel = 'UCBR8-60-B28hp2BmDPdntcQ';
const row = (text: string, at = '2024-02-03T04:05:06.789012+00:00') =>
  `${id},${channel},${at},0,,dQw4w9WgXcQ,${text}`;
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const read = (file: string) => [...takeoutRows(file)];
const texts = (file: string) =>
  read(file).map((result) => ('comment' in result ? result.comment.content : result.problem));

describe('CSV', () => {
  it('reads back whatever was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ü', '👋') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((cells) => cells.map(quote).join(',')).join(end);
        expect([...csvRows(text)].map(({ fields }) => fields)).toEqual(rows);
      }),
    );
  });

  it('counts the lines that quoted fields span', () => {
    const rows = [...csvRows('\ufeffa,b\r\n"x\ny\r\nz",1\r\n\r\nlast,"open\nfield')];
    expect(rows).toEqual([
      { line: 1, fields: ['a', 'b'], fault: null },
      { line: 2, fields: ['x\ny\r\nz', '1'], fault: null },
      { line: 6, fields: [], fault: 'open' },
    ]);
  });

  it.each([
    ['long', `a,b\n${'x'.repeat(300_000)},1\nc,d`],
    ['long', `a,b\n${'x"'.repeat(200_000)},1\nc,d`],
    ['long', `a,b\n"${'x""'.repeat(200_000)}",1\nc,d`],
    ['wide', `a,b\n${','.repeat(300_000)}\nc,d`],
    ['long', `a,b\n"${'""'.repeat(1_000_000)}`],
  ])('stops at a row that is too %s, without reading it whole (rule 6.8)', (fault, text) => {
    const decode = vi.spyOn(Buffer.prototype, 'toString');
    expect([...csvRows(text)]).toEqual([
      { line: 1, fields: ['a', 'b'], fault: null },
      { line: 2, fields: [], fault },
    ]);
    expect(decode.mock.calls.length).toBeLessThan(200);
    vi.restoreAllMocks();
  });

  it('takes a quotation mark inside a field as a character', () => {
    expect([...csvRows('x"y,"ab"c\n"d""e",f')].map(({ fields }) => fields)).toEqual([
      ['x"y', '"ab"c'],
      ['d"e', 'f'],
    ]);
  });
});

describe('the text of a cell', () => {
  it.each([
    ['plain text', 'Nice {point}, thanks', 'Nice {point}, thanks'],
    [
      'segments',
      '{"takeoutSegments":[{"text":"See "},{"text":"https://a.b","link":{"linkUrl":"https://a.b"}}]}',
      'See https://a.b',
    ],
    ['joined objects', '{"text":"a"},{"text":"\\n"},{"text":"b"}', 'a\nb'],
    ['one object', '{"text":"alone"}', 'alone'],
    [
      'a segment without text',
      '{"takeoutSegments":[{"text":"Hi"},{"link":{"linkUrl":"https://x.y"}}]}',
      'Hi',
    ],
    ['broken segments', '{"text":"a"},{"text":', null],
    ['brackets in a string', `{"text":"${'['.repeat(50)}\\"["}`, `${'['.repeat(50)}"[`],
    ['brackets deeper than any export', `{"text":${'['.repeat(50)}${']'.repeat(50)}}`, null],
    ['text that only looks like code', '{"kind":"joke"}', '{"kind":"joke"}'],
  ])('as %s', (_, cell, expected) => {
    expect(takeoutText(cell)).toBe(expected);
  });
});

it('does not parse a cell that is nested too deep (rule 6.8)', () => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(takeoutText(`{"text":${'['.repeat(20_000)}`)).toBeNull();
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

describe('a Takeout file', () => {
  it('gives text, ids and time of each comment', () => {
    expect(read(csv(header, row(quote('{"text":"One, two"}'))))).toEqual([
      {
        comment: {
          content: 'One, two',
          youtubeCommentId: id,
          youtubeVideoId: 'dQw4w9WgXcQ',
          writtenAt: new Date('2024-02-03T04:05:06.789Z'),
        },
      },
    ]);
  });

  it.each([
    [
      'German',
      'Kommentar-ID,Kanal-ID,Zeitstempel der Kommentarerstellung,Preis,ID des übergeordneten Kommentars,Video-ID,Kommentartext',
    ],
    [
      'Spanish',
      'ID del comentario,ID del canal,Marca de tiempo de creación del comentario,Precio,ID del comentario principal,ID del vídeo,Texto del comentario',
    ],
    [
      'French',
      'ID du commentaire,ID de la chaîne,Horodatage de création du commentaire,Prix,ID du commentaire parent,ID de la vidéo,Texte du commentaire',
    ],
    [
      'Portuguese',
      'ID do comentário,ID do canal,Carimbo de data/hora,Preço,ID do comentário pai,ID do vídeo,Texto do comentário',
    ],
    [
      'Japanese',
      'コメント ID,チャンネル ID,コメント作成のタイムスタンプ,価格,親コメント ID,動画 ID,コメント テキスト',
    ],
    ['a language nobody foresaw', 'aa,bb,cc,dd,ee,ff,gg'],
  ])('is read with a header in %s', (_, names) => {
    expect(
      read(csv(names, row('Hello there'), row('Once more, and longer')).replace(', and', ' and')),
    ).toEqual(
      [expect.anything(), expect.anything()].map(() => ({
        comment: expect.objectContaining({
          content: expect.stringMatching(/^(Hello|Once)/),
          youtubeCommentId: id,
          youtubeVideoId: 'dQw4w9WgXcQ',
          writtenAt: new Date('2024-02-03T04:05:06.789Z'),
        }),
      })),
    );
  });

  it('is read whatever the order of its columns, and without a header', () => {
    expect(texts('Comment Text,Video ID,Comment ID\nFirst,dQw4w9WgXcQ,x\n')).toEqual(['First']);
    expect(texts(csv(row('No header here')))).toEqual(['No header here']);
  });

  it('tells of bad rows by their line and reads the others', () => {
    const file = csv(
      header,
      row(quote('a\nb')),
      'too,short',
      row(''),
      row(quote('{"takeoutSegments":[')),
      row('x'.repeat(10_001)),
      row('fine', 'no time at all'),
      row('"never closed'),
    );
    expect(texts(csv(header, row('fine'), row('x'.repeat(100_001)), row('lost')))).toEqual([
      'fine',
      { line: 3, reason: 'A field has more than 100,000 characters; nothing after it was read.' },
    ]);
    expect(texts(csv(header, row('fine'), ','.repeat(200), row('lost')))).toEqual([
      'fine',
      { line: 3, reason: 'It has more than 100 fields; nothing after it was read.' },
    ]);
    expect(texts(file)).toEqual([
      'a\nb',
      { line: 4, reason: 'It has 2 fields instead of 7.' },
      { line: 5, reason: 'It has no text.' },
      { line: 6, reason: 'Its text is broken JSON.' },
      { line: 7, reason: 'It is longer than 10,000 characters.' },
      'fine',
      { line: 9, reason: 'A quotation mark is opened and never closed; nothing after it was read.' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a picture', '\u0089PNG\r\n\u001a'],
    ['one column of numbers', 'n\n1\n2\n'],
  ])('that is %s is refused in one sentence', (_, file) => {
    expect(texts(file)).toEqual([{ line: 1, reason: expect.stringMatching(/\.$/) }]);
  });

  it('never throws, and never gives text that cannot be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a",\n\r{}[]:\u0000\ud800é') }), (noise) => {
        for (const result of read(`${header}\n${row(noise)}\n${noise}`)) {
          if ('comment' in result) {
            expect(result.comment.content).not.toContain('\u0000');
            expect(result.comment.content.isWellFormed()).toBe(true);
            expect(result.comment.content.trim()).not.toBe('');
          }
        }
      }),
    );
  });
});

describe('pasted comments', () => {
  it('are parted by blank lines', () => {
    const found = pastedComments(
      '\r\nFirst line\r\nsecond line\r\n\r\n  \r\nAnother one\n\n\n\nThird\u0000\n',
    );
    expect(found.map(({ content }) => content)).toEqual(['First line\nsecond line', 'Another one', 'Third']);
    expect(pastedComments(' \n\n ')).toEqual([]);
  });
});
