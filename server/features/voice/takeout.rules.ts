import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { commentHardLimit } from '#shared/contracts/comments.ts';
import { invalid } from '../../core/errors.ts';
import { type ReadComment, storable } from './own-comments.rules.ts';

interface CsvRow {
  line: number;
  fields: string[];
  /** Why reading ended: an open quote, a field too long, or too many fields. */
  fault: 'open' | 'long' | 'wide' | null;
}

/** Longer than the longest comment in its most wordy spelling. */
const longestField = 100_000;
const mostFields = 100;
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

/** Column indexes; null if there is none. */
interface TakeoutColumns {
  text: number;
  commentId: number | null;
  videoId: number | null;
  writtenAt: number | null;
  width: number;
}

type Column = 'text' | 'commentId' | 'videoId' | 'writtenAt';

/** In the languages Google localises the header to; the first match wins. */
const names: Record<Column, RegExp> = {
  text: /\b(text|texto|texte|testo|tekst|teks|metni|szöveg)|kommentartext|текст|テキスト|本文|文字|文本|텍스트|النص|טקסט/iu,
  writtenAt:
    /timestamp|zeitstempel|created|create time|marca de tiempo|fecha|horodatage|date|data|tijd|czas|saat|дата|время|タイムスタンプ|日時|時間戳|时间|타임스탬프/iu,
  videoId:
    /video[\s-]*(id|kennung)|(id|identifia\w+|identifica\w+|ид\w*)\b.*v[ií]d[eé]o|видео|動画\s*id|影片|视频|동영상/iu,
  commentId:
    /^(comment|kommentar|reactie|komentarz)\w*[\s-]*(id|kennung)|^(id|identifia\w+|identifica\w+)\b.*com|^コメント\s*id|^評論|^评论|^댓글\s*id|^идентификатор комментария/iu,
};

const parentOrChannel =
  /parent|übergeordnet|padre|principal|pai\b|bovenliggend|nadrzędn|родител|親|父|상위|channel|kanal|canal|チャンネル/iu;

const isCommentId = (value: string) => /^Ug[\w-]{14,}(\.[\w-]+)?$/.test(value);
const isVideoId = (value: string) => /^[\w-]{11}$/.test(value);
const isInstant = (value: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
const isChannelId = (value: string) => /^UC[\w-]{22}$/.test(value);

/** The patterns are slow on longer texts. */
const longestName = 200;

const isDataRow = (fields: readonly string[]) =>
  fields.some((value) => isCommentId(value) || isInstant(value) || isChannelId(value));

/** By name, else by the shape of the rows; null if none holds texts. */
function takeoutColumns(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
): TakeoutColumns | null {
  const width = header?.length ?? Math.max(0, ...sample.map((row) => row.length));
  const named = (column: Column) => (header ? nameAt(header, column) : null);
  const taken = new Set<number>();
  const place = (index: number | null) => {
    if (index !== null) taken.add(index);
    return index;
  };
  const shapedBy = (test: (value: string) => boolean) => shapeAt(sample, width, taken, test);
  const text = place(named('text'));
  const writtenAt = place(named('writtenAt') ?? shapedBy(isInstant));
  const commentId = place(named('commentId') ?? shapedBy(isCommentId));
  const videoId = place(named('videoId') ?? shapedBy(isVideoId));
  const texts = text ?? longestAt(sample, width, taken);
  return texts === null ? null : { text: texts, writtenAt, commentId, videoId, width };
}

function nameAt(header: readonly string[], column: Column): number | null {
  const index = header.findIndex(
    (name) => names[column].test(name.trim()) && (column === 'text' || !parentOrChannel.test(name)),
  );
  return index === -1 ? null : index;
}

function shapeAt(
  sample: readonly (readonly string[])[],
  width: number,
  taken: ReadonlySet<number>,
  test: (value: string) => boolean,
): number | null {
  for (let index = 0; index < width; index += 1) {
    const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    if (!taken.has(index) && cells.length > 0 && cells.filter(test).length * 2 > cells.length) return index;
  }
  return null;
}

function longestAt(
  sample: readonly (readonly string[])[],
  width: number,
  taken: ReadonlySet<number>,
): number | null {
  let best: number | null = null;
  let most = 0;
  for (let index = 0; index < width; index += 1) {
    if (taken.has(index)) continue;
    const cells = sample
      .map((row) => row[index] ?? '')
      .filter((cell) => cell !== '' && !isCommentId(cell) && !isChannelId(cell) && !/^[\d.,]*$/.test(cell));
    const letters = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (letters > most) [best, most] = [index, letters];
  }
  return best;
}

const segmentsSchema = z.array(z.object({ text: z.string().optional() }));
const wrappedSchema = z.object({ takeoutSegments: segmentsSchema });

const looksStructured = /^\s*\{\s*"(takeoutSegments|text|link|mention|videoLink)"\s*:/;

/** Reads the three shapes of an export (wire W8); null for broken segments. */
export function takeoutText(cell: string): string | null {
  if (!looksStructured.test(cell)) return cell.trim();
  const wrapped = wrappedSchema.safeParse(parsed(cell));
  if (wrapped.success) return joined(wrapped.data.takeoutSegments);
  const listed = segmentsSchema.safeParse(parsed(`[${cell}]`));
  return listed.success ? joined(listed.data) : null;
}

const joined = (segments: z.infer<typeof segmentsSchema>) =>
  segments
    .map(({ text = '' }) => text)
    .join('')
    .trim();

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

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
