/** Delimiters of tables: spreadsheets save with the one of their language, or with tabs. */
const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

interface Table {
  delimiter: Delimiter;
  /** The file without its byte order mark and without Excel's line about the delimiter. */
  rows: string;
}

/** Finds the delimiter of a CSV file: the one that Excel's "sep=" line names, else the most frequent of the first row. */
export function readTable(file: string): Table {
  const text = file.replace(/^\ufeff/, '');
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  if (named) return { delimiter: named[1] as Delimiter, rows: text.slice(named[0].length) };
  return { delimiter: mostFrequent(firstRow(text)), rows: text };
}

/** Long enough for any header. */
const mostOfRow = 20_000;

/** Returns the first row that is not empty, without the text in quotation marks. */
function firstRow(text: string): string {
  const start = text.slice(0, mostOfRow).trimStart();
  const unquoted = start.replace(/"(?:[^"]|"")*"/g, '');
  return unquoted.split(/\r\n?|\n/, 1)[0] ?? '';
}

function mostFrequent(row: string): Delimiter {
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of delimiters) {
    const count = row.split(delimiter).length - 1;
    if (count > most) {
      best = delimiter;
      most = count;
    }
  }
  return best;
}
