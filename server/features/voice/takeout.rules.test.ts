import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastedComments } from './own-comments.rules.ts';
import { csvRows, takeoutRows, takeoutText } from './takeout.rules.ts';

const header =
  'Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text';
const id = 'UgxKREWxIgDrw8w2e_Z4AaABAg';
const channel = 'UCBR8-60-B28hp2BmDPdntcQ';
const row = (text: string, at = '2024-02-03T04:05:06.789012+00:00') =>
  `${id},${channel},${at},0,,dQw4w9WgXcQ,${text}`;
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const read = (file: string) => [...takeoutRows(file)];
const texts = (file: string) =>
  read(file).map((result) =>
    'comment' in result ? result.comment.content : result.problem,
  );

describe('CSV', () => {
  it('reads back every table that was written', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ü', '👋'),
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((cells) => cells.map(quote).join(',')).join(end);
        expect([...csvRows(text)].map(({ fields }) => fields)).toEqual(rows);
      }),
    );
  });

  it('counts lines within quoted fields', () => {
    const rows = [...csvRows('\ufeffa,b\r\n"x\ny\r\nz",1\r\n\r\nlast,"open\nfield')];
    expect(rows).toEqual([
      { line: 1, fields: ['a', 'b'], fault: null },
      { line: 2, fields: ['x\ny\nz', '1'], fault: null },
      { line: 6, fields: [], fault: 'open' },
    ]);
  });

  it.each([
    ['plain', `a,b\n${'x'.repeat(500_000)},1\nc,d`],
    ['quoted', `a,b\n"${'x""'.repeat(400_000)}",1\nc,d`],
  ])('stops at a row that is too long: %s (rule 6.8)', (_, text) => {
    expect([...csvRows(text)]).toEqual([
      { line: 1, fields: ['a', 'b'], fault: null },
      { line: 2, fields: [], fault: 'long' },
    ]);
  });

  it('reads a quotation mark inside a field as a character', () => {
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
      'a segment without a text',
      '{"takeoutSegments":[{"text":"Hi"},{"link":{"linkUrl":"https://x.y"}}]}',
      'Hi',
    ],
    [
      'a segment that begins with an emoji',
      '{"emoji":{"id":"e"},"text":":smile:"},{"text":" nice"}',
      ':smile: nice',
    ],
    [
      'a segment that begins with a hashtag',
      '{"hashtag":{"text":"#k8s"},"text":"#k8s"},{"text":" is great"}',
      '#k8s is great',
    ],
    [
      'a segment that begins with a time',
      '{"timestamp":{"seconds":61},"text":"1:01"},{"text":" here"}',
      '1:01 here',
    ],
    [
      'a list of segments',
      '[{"text":"a list"},{"text":" of segments"}]',
      'a list of segments',
    ],
    ['prose with brackets', '[edit] {"quoted"} braces', '[edit] {"quoted"} braces'],
    ['broken segments', '{"text":"a"},{"text":', null],
    ['brackets in a string', `{"text":"${'['.repeat(50)}\\"["}`, `${'['.repeat(50)}"[`],
    [
      'brackets deeper than any export',
      `{"text":${'['.repeat(50)}${']'.repeat(50)}}`,
      null,
    ],
    ['prose that only looks like JSON', '{"kind":"joke"}', '{"kind":"joke"}'],
  ])('is read from %s', (_, cell, expected) => {
    expect(takeoutText(cell)).toBe(expected);
  });
});

describe('a Takeout file', () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('is read when a spreadsheet saved it with %s', (_, delimiter) => {
    const line = (...cells: string[]) => cells.map(quote).join(delimiter);
    const file = csv(
      'Kommentar-ID,Kanal-ID,Zeitstempel,Video-ID,Kommentartext'.replaceAll(
        ',',
        delimiter,
      ),
      line(
        id,
        channel,
        '2025-12-30T14:28:42+00:00',
        'dQw4w9WgXcQ',
        'Gute Idee, mit Komma',
      ),
    );
    expect(texts(file)).toEqual(['Gute Idee, mit Komma']);
  });

  it('is read after the line with which Excel names its delimiter', () => {
    expect(texts(`sep=;\r\nId;Kanal;Text\r\n${id};${channel};Gute Idee\r\n`)).toEqual([
      'Gute Idee',
    ]);
  });

  it.each([
    ['30.12.2025 14:28', '2025-12-30T14:28:00.000Z'],
    ['2025/12/30 14:28:42', '2025-12-30T14:28:00.000Z'],
    ['12/30/2025 14:28', '2025-12-30T14:28:00.000Z'],
    ['30/12/2025', '2025-12-30T00:00:00.000Z'],
  ])(
    'may have dates in a spreadsheet’s format, which are read as times and not as texts: %s',
    (shown, expected) => {
      const file = csv(
        'Id,Kanal,Zeit,Video,Text',
        `${id},${channel},${shown},dQw4w9WgXcQ,ja`,
      );
      expect(read(file)).toMatchObject([
        { comment: { content: 'ja', writtenAt: new Date(expected) } },
      ]);
    },
  );

  it.each([
    [
      'within quotation marks',
      `"sep=;"\r\n"Id";"Kanal";"Text"\r\n"${id}";"${channel}";"Gute Idee; ja"\r\n`,
    ],
    [
      'padded with delimiters',
      `sep=;;;\r\nId;Kanal;Text;\r\n${id};${channel};"Gute Idee; ja";\r\n`,
    ],
    ['with a tab', `sep=\t\r\nId\tKanal\tText\r\n${id}\t${channel}\tGute Idee; ja\r\n`],
  ])('is read after Excel’s delimiter line %s', (_, file) => {
    expect(texts(file)).toEqual(['Gute Idee; ja']);
  });

  it.each([
    ['vertical bars', `${header}\n${row('ja')}\n`.replaceAll(',', '|')],
    ['whole rows in quotation marks', `"${header}"\r\n"${row('ja')}"\r\n`],
    [
      'the name of a table above the header',
      `Table 1,,,,,,\r\n${header}\r\n${row('ja')}\r\n`,
    ],
    [
      'the name of a table alone in the first row',
      `Tabelle 1\r\n${header}\r\n${row('ja')}\r\n`.replaceAll(',', ';'),
    ],
    ['empty rows of delimiters', `${header}\r\n,,,,,,\r\n${row('ja')}\r\n,,,,,,\r\n`],
    ['empty columns at the end', `${header},,\r\n${row('ja')},,\r\n`],
    ['extra empty cells in a row', `${header}\r\n${row('ja')},,\r\n`],
    [
      'an added first column of numbers',
      `,${header}\r\n0,${row('ja')}\r\n1,${row('ja')}\r\n`.replace(/\r\n1.*/, ''),
    ],
    ['line ends of old Macs', `${header}\r${row('ja')}\r`],
    [
      'segments in doubled quotation marks',
      csv(header, row(quote(quote('{"text":"ja"}')))),
    ],
    ['dates shown as ###', csv(header, row('ja', '##########'))],
  ])('is read with %s', (_, file) => {
    expect(texts(file)).toEqual(['ja']);
  });

  it.each([
    ['12/30/2025 2:28 PM', '2025-12-30T14:28:00.000Z'],
    ['12/30/2025 2:28\u202fPM', '2025-12-30T14:28:00.000Z'],
    ['30.12.2025 12:28 a.m.', '2025-12-30T00:28:00.000Z'],
    ['30-Dec-25', '2025-12-30T00:00:00.000Z'],
    ['"Tuesday, December 30, 2025 2:28:42 PM"', '2025-12-30T14:28:42.000Z'],
    ['30 Dec 2025 14:28', '2025-12-30T14:28:00.000Z'],
    ['30. Dezember 2025 14:28', null],
    ['30 de diciembre de 2025', null],
    ['45325.17021', null],
  ])('may have dates in words, which are not read as texts: %s', (shown, expected) => {
    const file = csv(
      'Id,Kanal,Zeit,Video,Text',
      `${id},${channel},${shown},dQw4w9WgXcQ,ja`,
    );
    const writtenAt = expected === null ? null : new Date(expected);
    expect(read(file)).toMatchObject([{ comment: { content: 'ja', writtenAt } }]);
  });

  it.each([
    [
      'subscriptions.csv',
      `Channel Id,Channel Url,Channel Title\n${channel},http://www.youtube.com/channel/${channel},A channel\n`,
    ],
    [
      'playlists.csv',
      'Playlist ID,Playlist Title,Time\nPLabcdefghijklmnopqrstuvwxyz012345,My songs,2024-02-03T04:05:06+00:00\n',
    ],
    [
      'the list of own videos',
      `Video ID,Channel ID,Title\ndQw4w9WgXcQ,${channel},My own video\n`,
    ],
  ])('is not confused with %s', (_, file) => {
    expect(texts(file)).toEqual([
      {
        line: 1,
        reason: expect.stringContaining('This is another file of your Takeout'),
      },
    ]);
  });

  it('has no time for a comment when day and month cannot be told apart', () => {
    const file = csv(
      'Id,Kanal,Zeit,Video,Text',
      `${id},${channel},3/4/2025 14:28,dQw4w9WgXcQ,ja`,
    );
    expect(read(file)).toMatchObject([{ comment: { content: 'ja', writtenAt: null } }]);
  });

  it('has long ids that are not read as texts, even when the texts are short', () => {
    const oldId = 'z12dgr0zx1zsz1dff04cjdeoqsanjxbzc04';
    const file = csv(
      'Id,Kanal,Zeit,Preis,Beitrag,Video,Text',
      `${oldId},${channel},2015-03-01 04:05:06 UTC,"1,23457E+17",UgkxAbCdEfGhIjKlMnOpQrStUvWxYz012345,dQw4w9WgXcQ,lol nice`,
    );
    expect(read(file)).toMatchObject([
      { comment: { content: 'lol nice', youtubeCommentId: oldId } },
    ]);
  });

  it.each([
    [
      'This is live chats.csv',
      'Live Chat ID,Channel ID,Live Chat Create Timestamp,Price,Video ID,Live Chat Text\n' +
        `ChwKGkNKdUpfYnlNb0lRREZmVEF3Z1FkQTlrQmpn,${channel},2023-08-30T01:54:46+00:00,0,jH39c5-y6kg,hi all\n`,
    ],
    [
      'This is a web page',
      '<!DOCTYPE html><html><body><ul><li>You added a comment</li></ul></body></html>',
    ],
    ['This is a JSON file', '[{"header": "YouTube", "title": "Watched x, y"}]'],
  ])('is refused by name when it is another file: %s', (sentence, file) => {
    expect(read(file)).toMatchObject([
      { problem: { reason: expect.stringContaining(sentence) } },
    ]);
  });

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

  it('is read with nine columns, including replies and comments on community posts', () => {
    const replyId = `${id}.9abcDEFghiJKLmnoPQRstu`;
    const file = csv(
      'Kommentar-ID,Kanal-ID,Zeitstempel der Kommentarerstellung,Preis,ID des übergeordneten Kommentars,Beitrags-ID,Video-ID,Kommentartext,ID des Kommentars auf oberster Ebene',
      `${id},${channel},2024-02-03T04:05:06+00:00,0,,,dQw4w9WgXcQ,${quote('{"text":"Ein "},{"text":"Satz"}')},`,
      `${replyId},${channel},2024-02-04T04:05:06+00:00,0,${id},,dQw4w9WgXcQ,${quote('{"text":"Eine Antwort"}')},${id}`,
      `Ugy2345678901234567890AaABAg,${channel},2024-02-05T04:05:06+00:00,0,,UgkxAbCdEfGhIjKlMnOpQrStUvWxYz012345,,${quote('{"text":"Unter einem Beitrag"}')},`,
    );
    expect(read(file)).toMatchObject([
      { comment: { content: 'Ein Satz', youtubeCommentId: id } },
      {
        comment: {
          content: 'Eine Antwort',
          youtubeCommentId: replyId,
          youtubeVideoId: 'dQw4w9WgXcQ',
        },
      },
      { comment: { content: 'Unter einem Beitrag', youtubeVideoId: null } },
    ]);
  });

  it.each([
    [
      'German',
      'Kommentar-ID,Kanal-ID,Zeitstempel der Kommentarerstellung,Preis,ID des übergeordneten Kommentars,Video-ID,Kommentartext',
    ],
    ['an unknown language', 'aa,bb,cc,dd,ee,ff,gg'],
  ])('is read with a header in %s', (_, names) => {
    expect(
      read(
        csv(names, row('Hello there'), row('Once more, and longer')).replace(
          ', and',
          ' and',
        ),
      ),
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

  it('is read with columns in any order, and without a header', () => {
    expect(texts('Comment Text,Video ID,Comment ID\nFirst,dQw4w9WgXcQ,x\n')).toEqual([
      'First',
    ]);
    expect(texts(csv(row('No header here')))).toEqual(['No header here']);
  });

  it('reports bad rows by line, and is read apart from them', () => {
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
    expect(
      texts(csv(header, row('fine'), row('x'.repeat(400_001)), row('lost'))),
    ).toEqual([
      'fine',
      { line: 3, reason: 'It has more than 400,000 bytes; nothing after it was read.' },
    ]);
    expect(texts(file)).toEqual([
      'a\nb',
      { line: 4, reason: 'It has 2 fields instead of 7.' },
      { line: 5, reason: 'It has no text.' },
      { line: 6, reason: 'Its text is broken JSON.' },
      { line: 7, reason: 'It is longer than 10,000 characters.' },
      'fine',
      {
        line: 9,
        reason: 'A quotation mark is opened and never closed; nothing after it was read.',
      },
    ]);
  });

  it.each([
    ['empty', ''],
    ['a picture', '\u0089PNG\r\n\u001a'],
    ['one column of numbers', 'n\n1\n2\n'],
  ])('is refused with one sentence when it is %s', (_, file) => {
    expect(texts(file)).toEqual([{ line: 1, reason: expect.stringMatching(/\.$/) }]);
  });

  it('never makes the reader throw or return text that cannot be stored', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a",\n\r{}[]:\u0000\ud800é') }),
        (noise) => {
          for (const result of read(`${header}\n${row(noise)}\n${noise}`)) {
            if ('comment' in result) {
              expect(result.comment.content).not.toContain('\u0000');
              expect(result.comment.content.isWellFormed()).toBe(true);
              expect(result.comment.content.trim()).not.toBe('');
            }
          }
        },
      ),
    );
  });
});

describe('pasted comments', () => {
  it('are separated by empty lines', () => {
    const found = pastedComments(
      '\r\nFirst line\r\nsecond line\r\n\r\n  \r\nAnother one\n\n\n\nThird\u0000\n',
    );
    expect(found.map(({ comment }) => comment.content)).toEqual([
      'First line\nsecond line',
      'Another one',
      'Third',
    ]);
    expect(pastedComments(' \n\n ')).toEqual([]);
  });
});
