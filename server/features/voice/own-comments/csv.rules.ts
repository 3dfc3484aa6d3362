import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRow {
  line: number;
  fields: string[];
  /** Why reading ended: an open quote, a field too long, or too many fields. */
  fault: 'open' | 'long' | 'wide' | null;
}

/** Longer than the longest comment in its most wordy spelling. */
export const longestField = 100_000;
export const mostFields = 100;
/** In bytes, so above `longestField` in any script; ends endless fields early. */
const mostBytesOfRow = 4 * longestField;
const rowsAtOnce = 250;

/** Parses a few rows at once, so that the caller can pause. Skips empty lines. */
export function* csvRows(text: string): Generator<CsvRow> {
  const file = Buffer.from(text.replace(/^\ufeff/, ''));
  let line = 1;
  for (let offset = 0; offset < file.length; ) {
    const { rows, end, fault } = parseRows(file.subarray(offset));
    for (const { fields, raw } of rows) {
      yield { line: line + emptyLines(raw), fields, fault: null };
      line += lineBreaks(raw);
    }
    offset += end;
    if (fault) return yield { line: line + emptyLines(file.toString('utf8', offset)), fields: [], fault };
    if (rows.length < rowsAtOnce) return;
  }
}

interface Parsed {
  rows: { fields: string[]; raw: string }[];
  end: number;
  fault: CsvRow['fault'];
}

function parseRows(file: Buffer): Parsed {
  const rows: Parsed['rows'] = [];
  let end = 0;
  let fault: CsvRow['fault'] = null;
  try {
    parse(file, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostBytesOfRow,
      to: rowsAtOnce,
      cast(value, { index }) {
        if (index >= mostFields) fault = 'wide';
        else if (value.length > longestField) fault = 'long';
        if (fault) throw new Error(fault);
        return value;
      },
      on_record(fields: string[], { bytes }) {
        rows.push({ fields, raw: file.toString('utf8', end, bytes) });
        end = bytes;
        return null;
      },
    });
  } catch (error) {
    fault ??= faultOf(error);
  }
  return { rows, end, fault };
}

function faultOf(error: unknown): CsvRow['fault'] {
  if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return 'open';
  if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') return 'long';
  throw error;
}

const emptyLines = (raw: string) => lineBreaks(/^[\r\n]*/.exec(raw)?.[0] ?? '');

/** The parser counts CRLF inside quotes twice. */
function lineBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
}
