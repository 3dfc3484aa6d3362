import { parse } from 'csv-parse/sync';

/** Delimiters of tables: spreadsheets save with the one of their language, or with tabs. */
const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

interface Table {
  delimiter: Delimiter;
  /** The file without its byte order mark and without Excel's line about the delimiter. */
  rows: string;
}

/** Excel's first line: `sep=;`, also in quotation marks or filled up with delimiters where it was saved again. */
const separatorLine = /^"?sep=([,;\t|])"?[,;\t|]*\r?\n/i;

/**
 * Finds the delimiter of a CSV file: the one that Excel's "sep=" line names, else the most frequent of the first rows.
 * A table whose rows were saved as texts, each in quotation marks as a whole, is read as the table within.
 */
export function readTable(file: string): Table {
  const text = file.replace(/^\ufeff/, '');
  const named = separatorLine.exec(text);
  const rows = withoutRowQuotes(named ? text.slice(named[0].length) : text);
  return { delimiter: (named?.[1] as Delimiter | undefined) ?? mostFrequent(firstRows(rows)), rows };
}

/** Long enough for any header. */
const mostOfRow = 20_000;
/** Numbers writes the name of the table above its header. */
const rowsLookedAt = 2;

/** Returns the first rows that are not empty, without the text in quotation marks. */
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

/** A first row in quotation marks as a whole, with several cells in it: `"Id,Text"`. */
const quotedRow =
  /^\s*"(?:[^"\r\n]|""){0,5000}[,;\t](?:[^"\r\n]|""){0,5000}[,;\t](?:[^"\r\n]|""){0,5000}"\s*[\r\n]/;

function withoutRowQuotes(text: string): string {
  if (!quotedRow.test(text.slice(0, mostOfRow))) return text;
  try {
    const rows = parse(text, { delimiter: '\u0000', relax_quotes: true, relax_column_count: true });
    return rows.map(([row = '']) => row).join('\n');
  } catch {
    return text;
  }
}
