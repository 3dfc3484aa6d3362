import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { commentHardLimit } from '#shared/contracts/comments.ts';
import { invalid } from '../../core/errors.ts';
import { parseJson } from '../../core/outgoing.ts';
import { readTable } from '../../text/csv.rules.ts';
import { type ReadComment, storable } from './own-comments.rules.ts';

interface CsvRow {
  line: number;
  fields: string[];
  /**
   * Why reading ended: a quotation mark was not closed, or the row was too long. Null for
   * a readable row.
   */
  fault: 'open' | 'long' | null;
}

/**
 * In bytes. Longer than the longest comment in its most verbose encoding, in any script.
 */
const longestRow = 400_000;
const rowsAtOnce = 250;

/**
 * Parses `rowsAtOnce` rows at a time, so that the caller can pause. Skips empty lines.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const { delimiter, rows: table } = readTable(text);
  const file = Buffer.from(table.replace(/\r\n?/g, '\n'));
  let line = 1;
  for (let offset = 0; offset < file.length; ) {
    const { rows, end, fault } = parseRows(file.subarray(offset), delimiter);
    for (const fields of rows) {
      if (fields.length > 1 || fields[0] !== '') yield { line, fields, fault: null };
      line += fields.join('').split('\n').length;
    }
    if (fault) return yield { line, fields: [], fault };
    offset += end;
  }
}

function parseRows(
  file: Buffer,
  delimiter: string,
): { rows: string[][]; end: number; fault: CsvRow['fault'] } {
  const rows: string[][] = [];
  let end = file.length;
  try {
    parse(file, {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: longestRow,
      to: rowsAtOnce,
      on_record(fields: string[], { bytes }) {
        rows.push(fields);
        if (rows.length === rowsAtOnce) end = bytes;
        return null;
      },
    });
    return { rows, end, fault: null };
  } catch (error) {
    const code = error instanceof CsvError ? error.code : null;
    if (code === 'CSV_QUOTE_NOT_CLOSED') return { rows, end, fault: 'open' };
    if (code === 'CSV_MAX_RECORD_SIZE') return { rows, end, fault: 'long' };
    throw error;
  }
}

/** Column indexes; null if the file has no such column. */
interface TakeoutColumns {
  text: number;
  commentId: number | null;
  videoId: number | null;
  writtenAt: number | null;
}

/**
 * Comment ids have begun with "Ug" since 2016, and before that with "z" and lower-case
 * letters. A reply's id adds a dot and its own id.
 */
const isCommentId = (value: string) =>
  /^(?:Ug[\w-]{14,}|z[\da-z]{22,})(\.[\w-]+)?$/.test(value);
const isVideoId = (value: string) => /^[\w-]{11}$/.test(value);
/**
 * Matches long ids of any kind, and long numbers that a spreadsheet shortened to
 * "1,23457E+17".
 */
const isId = (value: string) =>
  /^[\w-]{20,}(?:\.[\w-]+)*$/.test(value) || /^\d(?:[.,]\d+)?E\+\d+$/i.test(value);
/**
 * Matches a date as Takeout writes it ("2025-12-30T14:28:42+00:00") or as a spreadsheet
 * shows it ("30.12.2025 14:28").
 */
const isDate = (value: string) =>
  /^(?:\d{4}[-./年]\d{1,2}[-./月]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:日|[\sT,]|$)/.test(
    value,
  ) || writtenDate.test(value);
/**
 * Matches dates with the month as a word: "3-Feb-24", "3. Februar 2024 04:05", "Saturday,
 * February 3, 2024 4:05:06 AM".
 */
const writtenDate =
  /^(?:\p{L}{2,12}\.?,?\s)?(?:\d{1,2}[.\s-]{1,2}(?:de\s)?\p{L}{3,12}\.?[,\s-]{1,2}(?:de\s)?\d{2,4}|\p{L}{3,12}\.?\s\d{1,2},\s\d{4})(?:,?\s\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?$/iu;
/**
 * Matches what a spreadsheet shows if a cell is too narrow, or if it took a text for a
 * formula.
 */
const isFailedCell = (value: string) =>
  /^(?:#+|#(?:NAME\?|REF!|VALUE!|N\/A|NUM!|DIV\/0!))$/.test(value);
/** Returns true if a cell contains an id, a date or a number instead of a text. */
const isDatum = (value: string) =>
  isCommentId(value) ||
  isId(value) ||
  isDate(value) ||
  isFailedCell(value) ||
  /^[\d.,:/\-+%€$£¥ ]*$/.test(value);

/**
 * Recognises the columns by their cells, since the column names are in the account's
 * language. Returns null if no column contains texts.
 */
function takeoutColumns(
  rows: readonly (readonly string[])[],
  width: number,
): TakeoutColumns | null {
  const taken = new Set<number>();
  /** Returns the free column with the highest sum of `count`, and takes it. */
  const column = (count: (cell: string) => number): number | null => {
    let [best, most]: [number | null, number] = [null, 0];
    for (let index = 0; index < width; index += 1) {
      const counted = rows.reduce((sum, row) => sum + count(row[index] ?? ''), 0);
      if (counted > most && !taken.has(index)) [best, most] = [index, counted];
    }
    if (best !== null) taken.add(best);
    return best;
  };
  const having = (test: (cell: string) => boolean) =>
    column((cell) => (test(cell) ? 1 : 0));
  const writtenAt = having(isDate);
  const commentId = having(isCommentId);
  const videoId = having(isVideoId);
  const text = column((cell) => (isDatum(cell) ? 0 : cell.length));
  return text === null ? null : { text, writtenAt, commentId, videoId };
}

const segmentsSchema = z.array(z.object({ text: z.string().optional() }));
const wrappedSchema = z.object({ takeoutSegments: segmentsSchema });

const looksStructured = /^\s*\{\s*"(takeoutSegments|text|link|mention|videoLink)"\s*:/;

/**
 * Returns the text of a cell in any of the three formats of an export (wire W8); null for
 * broken segments.
 */
export function takeoutText(cell: string): string | null {
  // Some programs quote a cell that contains quotation marks twice.
  const requoted = /^"\{""[\s\S]*""\}"$/.test(cell);
  if (requoted) return takeoutText(cell.slice(1, -1).replaceAll('""', '"'));
  if (!/^\s*[[{]/.test(cell)) return cell.trim();
  const wrapped = wrappedSchema.safeParse(parseJson(cell));
  if (wrapped.success) return joined(wrapped.data.takeoutSegments);
  const isList = /^\s*\[/.test(cell);
  const listed =
    segmentsSchema.safeParse(parseJson(isList ? cell : `[${cell}]`)).data ?? [];
  // A segment may begin with fields other than its text: an emoji, a hashtag, a time in
  // the video.
  if (listed.some(({ text }) => text !== undefined)) return joined(listed);
  return looksStructured.test(cell) ? null : cell.trim();
}

const joined = (segments: z.infer<typeof segmentsSchema>) =>
  segments
    .map(({ text = '' }) => text)
    .join('')
    .trim();

export type TakeoutRow =
  | { comment: ReadComment }
  | { problem: { line: number; reason: string } };

const sampledRows = 50;
const mostFields = 100;
const inFigures = (count: number) => count.toLocaleString('en-US');

/**
 * Reads the file row by row (wire W8). Throws 400 if the first row cannot belong to a
 * comments file.
 */
export function* takeoutRows(file: string): Generator<TakeoutRow> {
  const rows = filledRows(file);
  const opening = rows.next();
  if (opening.done) return yield { problem: { line: 1, reason: 'The file is empty.' } };
  const { first, data } = skipTableName(opening.value, rows);
  const width = first.fields.length;
  refuseTooLong(first);
  // A header contains only names, but a row of data contains an id or a date.
  const hasHeader = !first.fields.some(
    (cell) => isId(cell) || isCommentId(cell) || isDate(cell),
  );
  if (!hasHeader) data.unshift(first);
  for (let next = rows.next(); !next.done; next = rows.next()) {
    data.push(next.value);
    if (data.length > sampledRows) break;
  }
  const otherFile = kindOfOtherFile(file, data);
  if (otherFile) {
    yield { problem: { line: first.line, reason: otherFile } };
    return;
  }
  const columns = takeoutColumns(
    data.map(({ fields }) => fields),
    width,
  );
  if (!columns || width < 2) return yield notComments(first.line);
  for (const row of data) yield readRow(row, columns, width);
  for (const row of rows) yield readRow(row, columns, width);
}

/**
 * Skips the name of the table, which Apple Numbers writes above the header. Returns the
 * first row of the table and the rows that were read after it.
 */
function skipTableName(
  opening: CsvRow,
  rows: Iterator<CsvRow>,
): { first: CsvRow; data: CsvRow[] } {
  const mayBeName = opening.fault === null && filledCells(opening) === 1;
  const next = mayBeName ? rows.next() : null;
  if (!next || next.done) return { first: opening, data: [] };
  const isName = filledCells(next.value) > 1;
  return isName
    ? { first: next.value, data: [] }
    : { first: opening, data: [next.value] };
}

/** Throws 400 if the row is too long to belong to a comments file. */
function refuseTooLong({ line, fields, fault }: CsvRow): void {
  if (fault !== 'long' && fields.length <= mostFields) return;
  const limit = fault ? `${inFigures(longestRow)} bytes` : `${mostFields} fields`;
  throw invalid(
    `This is not a comments file: line ${line} has more than ${limit}. Choose comments.csv from your Takeout.`,
  );
}

/** Skips rows of only delimiters, which spreadsheets write for empty rows. */
function* filledRows(file: string): Generator<CsvRow> {
  for (const row of csvRows(file)) {
    const isEmpty =
      row.fault === null && row.fields.length <= mostFields && filledCells(row) === 0;
    if (!isEmpty) yield row;
  }
}

const filledCells = ({ fields }: CsvRow) =>
  fields.filter((field) => field.trim() !== '').length;

const notComments = (line: number): TakeoutRow => ({
  problem: {
    line,
    reason: 'This is not a comments file: no column holds comment texts.',
  },
});

const faults: Record<NonNullable<CsvRow['fault']>, string> = {
  open: 'A quotation mark is opened and never closed; nothing after it was read.',
  long: `It has more than ${inFigures(longestRow)} bytes; nothing after it was read.`,
};

function readRow(
  { line, fields, fault }: CsvRow,
  columns: TakeoutColumns,
  width: number,
): TakeoutRow {
  const unreadable = (reason: string): TakeoutRow => ({ problem: { line, reason } });
  if (fault) return unreadable(faults[fault]);
  const isFilledUp = fields.slice(width).every((field) => field === '');
  if (fields.length < width || !isFilledUp)
    return unreadable(
      `It has ${fields.length} field${fields.length === 1 ? '' : 's'} instead of ${width}.`,
    );
  const text = takeoutText(fields[columns.text] ?? '');
  if (text === null) return unreadable('Its text is broken JSON.');
  const content = storable(text);
  if (content === '') return unreadable('It has no text.');
  if (content.length > commentHardLimit)
    return unreadable(`It is longer than ${inFigures(commentHardLimit)} characters.`);
  const cell = (index: number | null) =>
    index === null ? null : fields[index]?.trim() || null;
  return {
    comment: {
      content,
      youtubeCommentId: cell(columns.commentId),
      youtubeVideoId: cell(columns.videoId),
      writtenAt: instant(cell(columns.writtenAt)),
    },
  };
}

/**
 * Returns a sentence that says what the file is, if it is certainly not comments.csv;
 * otherwise null.
 */
function kindOfOtherFile(file: string, data: readonly CsvRow[]): string | null {
  const start = file.replace(/^\ufeff/, '').trimStart();
  if (/^</.test(start)) return `This is a web page. ${bringCsv}`;
  if (/^[[{]\s*["{[\]}]/.test(start)) return `This is a JSON file. ${bringCsv}`;
  const chats = data.filter(({ fields }) => fields.some(isLiveChatId));
  if (chats.length > data.length / 2) {
    return 'This is live chats.csv: what you wrote in live chats, not comments. Choose comments.csv from your Takeout.';
  }
  const isOther = ({ fields }: CsvRow) =>
    fields.some(isChannelOrPlaylistId) &&
    !fields.some((cell) => isCommentId(cell) || isFailedCell(cell));
  if (data.length > 0 && data.every(isOther)) {
    return 'This is another file of your Takeout: its rows name channels or playlists, and no comments. Choose comments.csv.';
  }
  return null;
}

const isChannelOrPlaylistId = (value: string) =>
  /^(?:UC[\w-]{22}|PL[\w-]{16,42})$/.test(value);

const bringCsv =
  'Choose CSV as the format of your comments when you order the Takeout, and choose comments.csv.';

/**
 * Returns true for a live chat message's id: a nested protocol buffer in base64, field 1
 * in field 1.
 */
function isLiveChatId(value: string): boolean {
  if (!/^C[\w-]{24,}(?:=|%3D)*$/.test(value)) return false;
  const bytes = Buffer.from(value, 'base64url');
  return bytes[0] === 0x0a && bytes[2] === 0x0a;
}

/**
 * Parses "2023-01-02T03:04:05.678901+00:00", the older "2019-05-06 07:08:09 UTC", or a
 * spreadsheet's "30.12.2025 14:28", which is taken as UTC like the others. Returns null
 * if day and month cannot be told apart ("3/4/2025").
 */
function instant(value: string | null): Date | null {
  if (value === null) return null;
  const text = value.trim().replace(/\s+/g, ' ');
  const typed = spreadsheetDate.exec(text);
  const iso = typed ? isoDate(typed) : text.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z');
  if (iso === null) return null;
  // `Date` only parses English month names. In another language, the time stays unknown.
  const at = new Date(!typed && writtenDate.test(text) ? `${text} UTC` : iso);
  return Number.isNaN(at.getTime()) ||
    at.getUTCFullYear() > 9999 ||
    at.getUTCFullYear() < 1
    ? null
    : at;
}

const spreadsheetDate =
  /^(\d{1,4})([-./])(\d{1,2})[-./](\d{1,4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\.?)?)?$/i;

/** Returns an ISO timestamp in UTC, or null if day and month cannot be told apart. */
function isoDate(parts: RegExpExecArray): string | null {
  const [
    ,
    first = '',
    mark = '',
    second = '',
    last = '',
    hours = '0',
    minutes = '00',
    half = '',
  ] = parts;
  const date = calendarDate(first, mark, second, last);
  const hour =
    half === ''
      ? Number(hours)
      : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return date && `${date}T${String(hour).padStart(2, '0')}:${minutes}:00Z`;
}

function calendarDate(
  first: string,
  mark: string,
  second: string,
  last: string,
): string | null {
  const two = (digits: string) => digits.padStart(2, '0');
  if (first.length === 4) return `${first}-${two(second)}-${two(last)}`;
  if (last.length !== 4) return null;
  // Only in dates with dots does the day always come first.
  if (mark === '.' || Number(first) > 12) return `${last}-${two(second)}-${two(first)}`;
  return Number(second) > 12 ? `${last}-${two(first)}-${two(second)}` : null;
}
