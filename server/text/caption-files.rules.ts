import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { captionsInJson, linesOf } from './caption-json.rules.ts';
import { readTable } from './csv.rules.ts';
import { nameOfOtherFile } from './other-files.rules.ts';
import { readTime, type TranscriptLine } from './timed-lines.rules.ts';

/**
 * Reads caption files that are not lines with times: XML (YouTube's srv1, srv2 and srv3, TTML, SAMI), JSON (YouTube's
 * json3, Whisper's and transcription services'), SubStation Alpha (ASS, SSA), MicroDVD, MPL2 and tables (Whisper's
 * .tsv). Returns null for any other text, and a problem sentence for a file whose captions we cannot read.
 */
export function readCaptionFile(text: string): TranscriptLine[] | { problem: string } | null {
  const start = text.replace(/^\ufeff/, '').trimStart();
  const otherFile = nameOfOtherFile(start);
  if (otherFile !== null) return { problem: `This is ${otherFile}` };
  if (markupBegin.test(start)) return fromMarkup(start);
  if (/^(?:\{\s*["}]|\[\s*(?:["{\]]|\[\s*["{[]))/.test(start)) return fromJson(start);
  if (/^\[Script Info\]/im.test(start.slice(0, 2_000)) || /^Dialogue:/m.test(start)) return fromAss(start);
  if (/^\{\d+\}\{\d*\}/.test(start)) return fromMicroDvd(start);
  if (/^\[\d+\]\[\d*\]/.test(start)) return fromMpl2(start);
  if (isCaptionTable(start)) return fromTable(start);
  return fromTableWithoutHead(start);
}

const markupBegin =
  /^<(?:\?xml|!--|tt:|(?:!doctype|tt|timedtext|transcript|sami|smil|html|head|body|div|p|span|table|ul|ol|section|article)[\s>])/i;

const bringCaptions = 'Paste the transcript, or drop an .srt, .vtt, .sbv, .ttml, .ass, .json3 or .txt file.';

const noCaptionsIn = (kind: string) => ({
  problem: `This is ${kind}, and it holds no captions in a form that we know. ${bringCaptions}`,
});

/** Attributes that say when a caption begins: TTML's `begin`, srv1's and SAMI's `start`, srv2's and srv3's `t`. */
const startAttributes = ['begin', 'start', 't'];
const captionElements = new Set(['p', 'text', 'sync', 'div', 'span', 'subtitle', 'caption', 'cue', 'line']);
const breakElements = new Set(['br', 'tt:br']);

function fromMarkup(text: string): TranscriptLine[] | { problem: string } {
  const isSami = /^(?:<\?xml[^>]{0,200}>\s*)?<sami/i.test(text);
  const tickRate = Number(/\btickRate=["'](\d{1,12})/i.exec(text)?.[1] ?? 1);
  const frameRate = Number(/\bframeRate=["'](\d{1,3})/i.exec(text)?.[1] ?? usualFrameRate);
  const found: TranscriptLine[] = [];
  /** Elements that are open, each with the time of its captions; null where it has none. */
  const open: (number | null)[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const last = found.at(-1);
        if (breakElements.has(name) && last) last.text += '\n';
        const named = startAttributes.find((each) => attributes[each] !== undefined);
        const isCaption = captionElements.has(name.replace(/^\w+:/, '')) && named !== undefined;
        const isMilliseconds = isSami || named === 't' || name === 'p';
        const times = { isMilliseconds, tickRate, frameRate };
        const at = isCaption ? markupSeconds(attributes[named] ?? '', times) : null;
        open.push(at);
        if (at !== null) found.push({ at, text: '' });
      },
      ontext(words) {
        // SAMI never closes its SYNC elements; each lasts until the next one.
        const isWithin = isSami || open.some((at) => at !== null);
        const last = found.at(-1);
        if (isWithin && last) last.text += words;
      },
      onclosetag() {
        const closed = open.pop() ?? null;
        const outer = open.findLast((at) => at !== null) ?? null;
        // What follows an inner caption belongs to the outer one.
        if (closed !== null && outer !== null && !isSami) found.push({ at: closed, text: '' });
      },
    },
    { xmlMode: !isSami, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.end(text);
  const captions = found.map(({ at, text: words }) => ({ at, text: words.trim() }));
  if (captions.some(({ text: words }) => words !== '')) return captions;
  return noCaptionsIn(
    /^<(?:\?xml|tt|timedtext|transcript|sami|smil)/i.test(text) ? 'an XML file' : 'a web page',
  );
}

/** TTML's own, for files that count in frames and do not say how many make a second. */
const usualFrameRate = 30;

interface MarkupTimes {
  /** Whether a number without a unit counts milliseconds: in SAMI and in YouTube's `t`; srv1's `start` counts seconds. */
  isMilliseconds: boolean;
  /** Ticks a second, where TTML counts in ticks ("10000000t"). */
  tickRate: number;
  /** Frames a second, where TTML counts in frames ("75f"). */
  frameRate: number;
}

/** TTML has clocks ("00:00:01.5"), "12.5s", frames and ticks as well. */
function markupSeconds(written: string, { isMilliseconds, tickRate, frameRate }: MarkupTimes): number | null {
  const value = written.trim();
  const clock = readTime(value);
  if (clock) return clock.at;
  const number = /^(\d+(?:\.\d+)?)(ms|s|m|h|t|f)?$/.exec(value);
  if (!number) return null;
  if (number[2] === 't') return Math.floor(Number(number[1]) / tickRate);
  if (number[2] === 'f') return Math.floor(Number(number[1]) / frameRate);
  const unit = number[2] ?? (isMilliseconds ? 'ms' : 's');
  return Math.floor(Number(number[1]) * (secondsPer[unit] ?? 1));
}

const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

function fromJson(text: string): TranscriptLine[] | { problem: string } {
  const captions = captionsInJson(text);
  if (captions === undefined) return noCaptionsIn('a JSON file that is cut off or damaged');
  return captions.length > 0 ? captions : noCaptionsIn('a JSON file');
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

/** "{1}{1}25.000", a first line that tells how many frames make a second. */
const frameRateLine = /^\{[01]\}\{[01]?\}\s*(\d{2,3}(?:[.,]\d{1,4})?)\s*$/;

/** MicroDVD counts frames. Where it does not say how many make a second, its words have no times. */
function fromMicroDvd(text: string): TranscriptLine[] {
  const [first = '', ...rest] = text.split(/\r\n?|\n/);
  const rate = frameRateLine.exec(first)?.[1];
  const lines = rate === undefined ? [first, ...rest] : rest;
  return lines.map((line) => {
    const [, frame, words = line] = /^\{(\d+)\}\{\d*\}(.*)$/.exec(line) ?? [];
    const at =
      rate === undefined || frame === undefined
        ? null
        : Math.floor(Number(frame) / Number(rate.replace(',', '.')));
    return {
      at,
      text: words
        .replace(/\{[^{}]{1,40}\}/g, '')
        .replaceAll('|', '\n')
        .trim(),
    };
  });
}

/** MPL2 counts tenths of a second: "[30][50]First line|/second line in italics". */
function fromMpl2(text: string): TranscriptLine[] {
  return text.split(/\r\n?|\n/).map((line) => {
    const [, tenths, words = line] = /^\[(\d+)\]\[\d*\](.*)$/.exec(line) ?? [];
    const spoken = words.split('|').map((each) => each.trim().replace(/^\//, ''));
    return {
      at: tenths === undefined ? null : Math.floor(Number(tenths) / 10),
      text: spoken.join('\n').trim(),
    };
  });
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
  // The rows of a Markdown table begin with their delimiter.
  if (text.startsWith('|')) return false;
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

/** "7.0,10.0,words", or with clocks or tabs: the start, the end and the words. */
const startEndWords =
  /^"?(?:\d{1,9}(?:\.\d{1,9})?|[\d:]{4,9}(?:[.,]\d{1,3})?)"?([,;\t])"?(?:\d{1,9}(?:\.\d{1,9})?|[\d:]{4,9}(?:[.,]\d{1,3})?)"?\1\s*"?\S/;
/** Rows looked at: all of them must have that form. */
const firstRows = 5;

/** Reads a table whose first row is a caption already, as Audacity's labels are. Null for any other text. */
function fromTableWithoutHead(text: string): TranscriptLine[] | null {
  const rows = text.split(/\r\n?|\n/, firstRows * 2).filter((row) => row.trim() !== '');
  const delimiter = startEndWords.exec(rows[0] ?? '')?.[1];
  const areRows = rows.slice(0, firstRows).every((row) => startEndWords.exec(row)?.[1] === delimiter);
  if (delimiter === undefined || !areRows) return null;
  const quote = delimiter === '\t' ? null : '"';
  const table = parse(text, { delimiter, quote, relax_quotes: true, relax_column_count: true });
  return linesOf(
    table.map(([from = '', to = '', ...words]) => {
      const start = secondsIn(from);
      const end = secondsIn(to);
      const duration = start === null || end === null ? null : end - start;
      return { words: words.join(delimiter).trim(), start, duration, isInSeconds: from.includes(':') };
    }),
  );
}

const secondsIn = (cell: string): number | null =>
  /^\d+(?:\.\d+)?$/.test(cell.trim()) ? Number(cell) : (readTime(cell)?.at ?? null);
