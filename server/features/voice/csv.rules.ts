/** One row of a CSV file and the line it begins on, counted from 1. */
export interface CsvRow {
  line: number;
  fields: string[];
  /**
   * Why reading ended with this row, and everything behind it is lost: a quoted field that never ends, one
   * longer than any comment, or more fields than any such file has.
   */
  fault: 'open' | 'long' | 'wide' | null;
}

/** Longer than the longest comment in its most wordy spelling. */
export const longestField = 100_000;
export const mostFields = 100;

const special = /[",\r\n]/g;

/**
 * The rows of RFC 4180 text one after another: quoted fields, doubled quotes, CRLF, LF or CR. Empty lines are
 * left out. Being a generator, it lets the caller pause between rows; the caps bound what it does before that.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row: CsvRow = { line, fields: [], fault: null };
    for (;;) {
      const next = text[at] === '"' ? quoted(text, at) : plain(text, at);
      row.fields.push(next.value);
      row.fault = next.fault ?? (row.fields.length > mostFields ? 'wide' : null);
      if (row.fault) return yield row;
      line += next.lines;
      at = next.end;
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
  fault: CsvRow['fault'];
}

function plain(text: string, from: number): Field {
  special.lastIndex = from;
  let mark = special.exec(text);
  // A quotation mark inside an unquoted field is only a character.
  while (mark && mark[0] === '"' && mark.index - from <= longestField) mark = special.exec(text);
  const end = mark?.index ?? text.length;
  return field(text.slice(from, end), end, 0);
}

function quoted(text: string, from: number): Field {
  let value = '';
  let begin = from + 1;
  for (;;) {
    const quote = text.indexOf('"', begin);
    if (quote === -1) {
      value += text.slice(begin);
      return { ...field(value, text.length, 0), fault: 'open' };
    }
    value += text.slice(begin, quote);
    if (text[quote + 1] !== '"') {
      // What stands between the closing quote and the next separator belongs to the field, as spreadsheets read it.
      const rest = plain(text, quote + 1);
      return field(value + rest.value, rest.end, lineBreaks(value));
    }
    value += '"';
    if (value.length > longestField) return field(value, quote, 0);
    begin = quote + 2;
  }
}

const field = (value: string, end: number, lines: number): Field => ({
  value,
  end,
  lines,
  fault: value.length > longestField ? 'long' : null,
});

const lineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
