import { parse } from 'csv-parse/sync';

/**
 * Spreadsheets save tables with the usual delimiter of the user's language, or with tabs.
 */
const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

interface Table {
  delimiter: Delimiter;
  /** The file without its byte order mark and without Excel's "sep=" line. */
  rows: string;
}

/**
 * Excel's first line, `sep=;`. A program that saved the
 * file again may have added quotation marks or delimiters.
 */
const separatorLine = /^"?sep=([,;\t|])"?[,;\t|]*\r?\n/i;

/**
 * Finds the delimiter of a CSV file: the one in Excel's "sep=" line, or else the most
 * frequent one in the first rows. If each row was saved as one quoted cell, removes these
 * quotation marks first.
 */
export function readTable(file: string): Table {
  const text = file.replace(/^\ufeff/, '');
  const named = separatorLine.exec(text);
  const rows = withoutRowQuotes(named ? text.slice(named[0].length) : text);
  return {
    delimiter: (named?.[1] as Delimiter | undefined) ?? mostFrequent(firstRows(rows)),
    rows,
  };
}

/** In characters: longer than any header row. */
const mostOfRow = 20_000;
/** Two, because Apple's Numbers writes the name of the table above the header row. */
const rowsLookedAt = 2;

/** Returns the first rows that are not empty, without quoted text. */
function firstRows(text: string): string[] {
  const start = text.slice(0, mostOfRow).trimStart();
  const unquoted = start.replace(/"(?:[^"]|"")*"/g, '');
  return unquoted.split(/(?:\r\n?|\n)+/).slice(0, rowsLookedAt);
}

function mostFrequent(rows: readonly string[]): Delimiter {
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of delimiters) {
    const count = Math.max(...rows.map((row) => row.split(delimiter).length - 1));
    if (count > most) {
      best = delimiter;
      most = count;
    }
  }
  return best;
}

/**
 * Matches a first row with three or more cells that was saved as one quoted cell:
 * `"Id,Date,Text"`.
 */
const quotedRow =
  /^\s*"(?:[^"\r\n]|""){0,5000}[,;\t](?:[^"\r\n]|""){0,5000}[,;\t](?:[^"\r\n]|""){0,5000}"\s*[\r\n]/;

function withoutRowQuotes(text: string): string {
  if (!quotedRow.test(text.slice(0, mostOfRow))) return text;
  try {
    const rows = parse(text, {
      delimiter: '\u0000',
      relax_quotes: true,
      relax_column_count: true,
    });
    return rows.map(([row = '']) => row).join('\n');
  } catch {
    return text;
  }
}
