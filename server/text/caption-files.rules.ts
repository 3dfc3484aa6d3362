import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { parseJson } from '../core/outgoing.ts';
import { readTable } from './csv.rules.ts';
import { readTime, type TranscriptLine } from './timed-lines.rules.ts';

/**
 * Reads caption files that are not lines with times: XML (YouTube's srv1, srv2 and srv3, TTML, SAMI), JSON (YouTube's
 * json3, Whisper's and other tools' lists), SubStation Alpha (ASS, SSA), MicroDVD and tables (Whisper's .tsv). Returns null for
 * any other text, and a problem sentence for such a file if it holds no captions in a form that we know.
 */
export function readCaptionFile(text: string): TranscriptLine[] | { problem: string } | null {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (/^<(?:\?xml|!doctype|tt[\s>:]|timedtext|transcript|sami|html|smil)/i.test(start))
    return fromMarkup(start);
  if (/^[[{]\s*["{[\]}]/.test(start)) return fromJson(start);
  if (/^\[Script Info\]/im.test(start.slice(0, 2_000)) || /^Dialogue:/m.test(start)) return fromAss(start);
  if (/^\{\d+\}\{\d+\}/.test(start)) return fromMicroDvd(start);
  if (isCaptionTable(start)) return fromTable(start);
  return null;
}

const noCaptionsIn = (kind: string) => ({
  problem: `This is ${kind}, and it holds no captions in a form that we know. Paste the transcript, or drop an .srt, .vtt, .sbv, .ttml, .ass, .json3 or .txt file.`,
});

/** Attributes that say when a caption begins: TTML's `begin`, srv1's and SAMI's `start`, srv2's and srv3's `t`. */
const startAttributes = ['begin', 'start', 't'];
const captionElements = new Set(['p', 'text', 'sync', 'div']);
const breakElements = new Set(['br', 'tt:br']);

function fromMarkup(text: string): TranscriptLine[] | { problem: string } {
  const isSami = /^<sami/i.test(text);
  const tickRate = Number(/\btickRate=["'](\d{1,12})/i.exec(text)?.[1] ?? 1);
  const found: TranscriptLine[] = [];
  let open: TranscriptLine | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (breakElements.has(name) && open) open.text += '\n';
        const named = startAttributes.find((each) => attributes[each] !== undefined);
        if (!captionElements.has(name.replace(/^\w+:/, '')) || named === undefined) return;
        const isMilliseconds = isSami || named === 't' || name === 'p';
        const at = markupSeconds(attributes[named] ?? '', { isMilliseconds, tickRate });
        if (at === null) return;
        open = { at, text: '' };
        found.push(open);
      },
      ontext(words) {
        if (open) open.text += words;
      },
      onclosetag(name) {
        // SAMI never closes its SYNC elements; each lasts until the next one.
        if (!isSami && captionElements.has(name.replace(/^\w+:/, ''))) open = null;
      },
    },
    { xmlMode: !isSami, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.end(text);
  const captions = found.map(({ at, text: words }) => ({ at, text: words.trim() }));
  if (captions.some(({ text: words }) => words !== '')) return captions;
  return noCaptionsIn(/^<(?:!doctype html|html)/i.test(text) ? 'a web page' : 'an XML file');
}

interface MarkupTimes {
  /** Whether a number without a unit counts milliseconds: in SAMI and in YouTube's `t`; srv1's `start` counts seconds. */
  isMilliseconds: boolean;
  /** Ticks a second, where TTML counts in ticks ("10000000t"). */
  tickRate: number;
}

/** TTML has clocks ("00:00:01.5"), "12.5s" and ticks as well. */
function markupSeconds(written: string, { isMilliseconds, tickRate }: MarkupTimes): number | null {
  const value = written.trim();
  const clock = readTime(value);
  if (clock) return clock.at;
  const number = /^(\d+(?:\.\d+)?)(ms|s|m|h|t)?$/.exec(value);
  if (!number) return null;
  if (number[2] === 't') return Math.floor(Number(number[1]) / tickRate);
  const unit = number[2] ?? (isMilliseconds ? 'ms' : 's');
  return Math.floor(Number(number[1]) * (secondsPer[unit] ?? 1));
}

const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

const segmentSchema = z.looseObject({ utf8: z.string().optional() });
const entrySchema = z.looseObject({
  text: z.string().optional(),
  content: z.string().optional(),
  segs: z.array(segmentSchema).optional(),
});
type Entry = z.infer<typeof entrySchema>;

/** Members that say when an entry begins. Those in milliseconds say so, or are json3's. */
const secondsMembers = ['start', 'startTime', 'start_time', 'begin', 'from', 'offset', 'timestamp', 'time'];
const millisecondsMembers = ['tStartMs', 'startMs', 'start_ms', 'startTimeMs', 'offsetMs'];

function fromJson(text: string): TranscriptLine[] | { problem: string } {
  const parsed = parseJson(text) ?? parseJsonLines(text);
  if (parsed === undefined) return noCaptionsIn('a JSON file that is cut off or damaged');
  const list = entriesIn(parsed);
  const captions = list.flatMap((entry) => {
    const words = wordsOf(entry);
    return words.trim() === '' ? [] : [{ at: startOf(entry), text: words.trim() }];
  });
  return captions.length > 0 ? inSeconds(captions) : noCaptionsIn('a JSON file');
}

/** A file of one object a line; undefined where a line is none. */
function parseJsonLines(text: string): unknown[] | undefined {
  const entries = text.split(/\r\n?|\n/).flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]));
  return entries.includes(undefined) ? undefined : entries;
}

/** Returns the first list of captions: the file itself, or a member of it ("events", "segments", "transcript"). */
function entriesIn(parsed: unknown): Entry[] {
  const lists = Array.isArray(parsed) ? [parsed] : listsIn(parsed);
  for (const list of lists) {
    const entries = list.flatMap((each) => {
      const entry = entrySchema.safeParse(each);
      return entry.success && (wordsOf(entry.data) !== '' || entry.data.segs) ? [entry.data] : [];
    });
    if (entries.length > 0) return entries;
  }
  return [];
}

/** Returns the lists that an object holds, outer ones before inner ones. */
function listsIn(parsed: unknown, depth = 0): unknown[][] {
  if (typeof parsed !== 'object' || parsed === null || depth > 3) return [];
  const members = Object.values(parsed);
  return [
    ...members.filter((member) => Array.isArray(member)),
    ...members.flatMap((member) => (Array.isArray(member) ? [] : listsIn(member, depth + 1))),
  ];
}

function wordsOf({ text, content, segs }: Entry): string {
  return text ?? content ?? (segs ?? []).map(({ utf8 = '' }) => utf8).join('');
}

/** whisper.cpp keeps the begin of an entry in an object of its own, in milliseconds. */
const offsetsSchema = z.looseObject({ offsets: z.looseObject({ from: z.number() }) });

function startOf(entry: Entry): number | null {
  const inOffsets = offsetsSchema.safeParse(entry).data?.offsets.from;
  if (inOffsets !== undefined) return inOffsets / 1000;
  for (const name of millisecondsMembers) {
    const value = Number(entry[name]);
    if (entry[name] !== undefined && Number.isFinite(value)) return value / 1000;
  }
  for (const name of secondsMembers) {
    const value = entry[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'string') continue;
    const clock = readTime(value);
    if (clock) return clock.at;
    if (/^\d+(?:\.\d+)?s?$/.test(value)) return Number.parseFloat(value);
  }
  return null;
}

/** No video is longer; a larger number counts milliseconds under a name that does not say so. */
const longestVideoSeconds = 48 * 3600;

function inSeconds(captions: readonly TranscriptLine[]): TranscriptLine[] {
  const last = Math.max(...captions.map(({ at }) => at ?? 0));
  const divisor = last > longestVideoSeconds ? 1000 : 1;
  return captions.map(({ at, text }) => ({ at: at === null ? null : Math.floor(at / divisor), text }));
}

/** The usual columns before a caption's text: Layer, Start, End, Style, Name, three margins, Effect. */
const usualFormat = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
];

function fromAss(text: string): TranscriptLine[] | { problem: string } {
  let format = usualFormat;
  const found: TranscriptLine[] = [];
  let isInEvents = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^\[/.test(line)) isInEvents = /^\[Events\]/i.test(line);
    const [, kind, values = ''] = /^(Format|Dialogue):\s*(.*)$/i.exec(line) ?? [];
    if (kind === undefined) continue;
    if (/^format$/i.test(kind)) {
      if (isInEvents) format = values.split(',').map((name) => name.trim().toLowerCase());
      continue;
    }
    const cells = values.split(',');
    const at = readTime(cells[format.indexOf('start')] ?? '')?.at ?? null;
    // The text is the last column, and may hold commas itself.
    found.push({ at, text: spokenInAss(cells.slice(format.length - 1).join(',')) });
  }
  return found.some(({ text: words }) => words !== '') ? found : noCaptionsIn('an ASS subtitle file');
}

/** Removes style overrides ("{\i1}"), turns "\N" into a line break, and drops vector drawings. */
function spokenInAss(text: string): string {
  if (/\{[^{}]{0,200}\\p[1-9]/.test(text)) return '';
  return text
    .replace(/\{[^{}]{0,200}\}/g, '')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, ' ')
    .trim();
}

/** MicroDVD counts frames, and does not say how many make a second: its words have no times. */
function fromMicroDvd(text: string): TranscriptLine[] {
  return text.split(/\r\n?|\n/).map((line) => ({
    at: null,
    text: line
      .replace(/^\{\d+\}\{\d+\}/, '')
      .replace(/\{[^{}]{1,40}\}/g, '')
      .replaceAll('|', '\n')
      .trim(),
  }));
}

const startColumn = /^(?:start|begin|from|start[ _]?time|time|timestamp)$/i;
const textColumn = /^(?:text|caption|subtitle|content|transcript)$/i;

/** Returns the cells of a table's first row, and where its times and words are. */
function columnsOf(text: string) {
  const { delimiter, rows } = readTable(text);
  const head = (rows.split(/\r\n?|\n/, 1)[0] ?? '')
    .split(delimiter)
    .map((cell) => cell.replace(/"/g, '').trim());
  const at = head.findIndex((name) => startColumn.test(name));
  const words = head.findIndex((name) => textColumn.test(name));
  return { delimiter, rows, at, words };
}

function isCaptionTable(text: string): boolean {
  const { at, words } = columnsOf(text);
  return at !== -1 && words !== -1;
}

/** Whisper's .tsv counts milliseconds; tables of other tools have seconds or clocks. */
function fromTable(text: string): TranscriptLine[] | { problem: string } {
  const { delimiter, rows, at, words } = columnsOf(text);
  let table: string[][];
  try {
    table = parse(rows, {
      delimiter,
      quote: delimiter === '\t' ? null : '"',
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    return noCaptionsIn('a table');
  }
  const isWhisper = delimiter === '\t' && table.slice(1).every((row) => /^\d*$/.test(row[at] ?? ''));
  return table.slice(1).map((row) => {
    const written = (row[at] ?? '').trim();
    const number = /^\d+(?:[.,]\d+)?s?$/.test(written) ? Number.parseFloat(written.replace(',', '.')) : null;
    const seconds =
      number === null ? (readTime(written)?.at ?? null) : Math.floor(isWhisper ? number / 1000 : number);
    return { at: seconds, text: row.slice(words).join(' ') };
  });
}
