import { commentHardLimit } from '#shared/contracts/comments.ts';
import { invalid } from '../../../core/errors.ts';
import { type CsvRow, csvRows, longestField, mostFields } from './csv.rules.ts';
import { type ReadComment, storable } from './pasted.rules.ts';
import { isDataRow, longestName, type TakeoutColumns, takeoutColumns } from './takeout-columns.rules.ts';
import { takeoutText } from './takeout-text.rules.ts';

export type TakeoutRow = { comment: ReadComment } | { problem: { line: number; reason: string } };

const sampledRows = 50;

/** Reads row by row (wire W8). Throws 400 if the first row fits no comments file. */
export function* takeoutRows(file: string): Generator<TakeoutRow> {
  const rows = csvRows(file);
  const opening = rows.next();
  if (opening.done) return yield { problem: { line: 1, reason: 'The file is empty.' } };
  const first = opening.value;
  const header = headerOf(first);
  const held: CsvRow[] = [];
  for (let next = rows.next(); !next.done; next = rows.next()) {
    held.push(next.value);
    if (held.length > sampledRows) break;
  }
  const data = header ? held : [first, ...held];
  const columns = takeoutColumns(
    header,
    data.map(({ fields }) => fields),
  );
  if (!columns || (header && columns.width < 2 && !/text/i.test(header[0] ?? '')))
    return yield {
      problem: { line: first.line, reason: 'This is not a comments file: no column holds comment texts.' },
    };
  for (const row of data) yield readRow(row, columns);
  for (const row of rows) yield readRow(row, columns);
}

function headerOf({ line, fields, fault }: CsvRow): string[] | null {
  const refused = (what: string) =>
    invalid(`This is not a comments file: line ${line} ${what}. Bring comments.csv of your Takeout.`);
  if (fault === 'wide') throw refused(`has more than ${mostFields} fields`);
  if (fault === 'long') throw refused(`has a field of more than ${inFigures(longestField)} characters`);
  if (isDataRow(fields)) return null;
  if (fields.some((name) => name.length > longestName))
    throw refused(`names a column with more than ${longestName} characters`);
  return fields;
}

const faults: Record<NonNullable<CsvRow['fault']>, string> = {
  open: 'A quotation mark is opened and never closed; nothing after it was read.',
  long: `A field has more than ${inFigures(longestField)} characters; nothing after it was read.`,
  wide: `It has more than ${mostFields} fields; nothing after it was read.`,
};

function readRow({ line, fields, fault }: CsvRow, columns: TakeoutColumns): TakeoutRow {
  const unreadable = (reason: string): TakeoutRow => ({ problem: { line, reason } });
  if (fault) return unreadable(faults[fault]);
  if (fields.length !== columns.width)
    return unreadable(
      `It has ${fields.length} field${fields.length === 1 ? '' : 's'} instead of ${columns.width}.`,
    );
  const text = takeoutText(fields[columns.text] ?? '');
  if (text === null) return unreadable('Its text is broken JSON.');
  const content = storable(text);
  if (content === '') return unreadable('It has no text.');
  if (content.length > commentHardLimit)
    return unreadable(`It is longer than ${inFigures(commentHardLimit)} characters.`);
  const cell = (index: number | null) => (index === null ? null : fields[index]?.trim() || null);
  return {
    comment: {
      content,
      youtubeCommentId: cell(columns.commentId),
      youtubeVideoId: cell(columns.videoId),
      writtenAt: instant(cell(columns.writtenAt)),
    },
  };
}

function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}

/** "2023-01-02T03:04:05.678901+00:00", or the older "2019-05-06 07:08:09 UTC". */
function instant(value: string | null): Date | null {
  if (value === null) return null;
  const at = new Date(value.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z'));
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 || at.getUTCFullYear() < 1 ? null : at;
}
