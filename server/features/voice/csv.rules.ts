/** One row of a CSV file and the line it begins on, counted from 1. */
export interface CsvRow {
  line: number;
  fields: string[];
  /** True where a quoted field never ends: everything behind it is lost. */
  isOpen: boolean;
}

const special = /[",\r\n]/g;

/**
 * The rows of RFC 4180 text one after another: quoted fields, doubled quotes, CRLF, LF or CR. Empty lines are
 * left out. Being a generator, it lets the caller pause between rows.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row: CsvRow = { line, fields: [], isOpen: false };
    for (;;) {
      const field = text[at] === '"' ? quoted(text, at) : plain(text, at);
      row.fields.push(field.value);
      row.isOpen ||= field.isOpen;
      line += field.lines;
      at = field.end;
      if (text[at] !== ',') break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (row.fields.length > 1 || row.fields[0] !== '') yield row;
  }
}

interface Field {
  value: string;
  /** The index of what follows the field. */
  end: number;
  /** How many line breaks it holds. */
  lines: number;
  isOpen: boolean;
}

function plain(text: string, from: number): Field {
  special.lastIndex = from;
  let mark = special.exec(text);
  // A quotation mark inside an unquoted field is only a character.
  while (mark && mark[0] === '"') mark = special.exec(text);
  const end = mark?.index ?? text.length;
  return { value: text.slice(from, end), end, lines: 0, isOpen: false };
}

function quoted(text: string, from: number): Field {
  let value = '';
  let begin = from + 1;
  for (;;) {
    const quote = text.indexOf('"', begin);
    if (quote === -1) {
      value += text.slice(begin);
      return { value, end: text.length, lines: lineBreaks(value), isOpen: true };
    }
    value += text.slice(begin, quote);
    if (text[quote + 1] !== '"') {
      // What stands between the closing quote and the next separator belongs to the field, as spreadsheets read it.
      const rest = plain(text, quote + 1);
      return { value: value + rest.value, end: rest.end, lines: lineBreaks(value), isOpen: false };
    }
    value += '"';
    begin = quote + 2;
  }
}

const lineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
