import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { captionsInJson, linesOf } from './caption-json.rules.ts';
import { readTable } from './csv.rules.ts';
import { nameOfOtherFile } from './other-files.rules.ts';
import { readTime, type TranscriptLine } from './timed-lines.rules.ts';

/**
 * Reads caption files that are not lines with times: XML (YouTube's srv1, srv2 and srv3,
 * TTML, SAMI), JSON (YouTube's json3, Whisper, transcription services), SubStation Alpha
 * (ASS, SSA), MicroDVD, MPL2, and tables (such as Whisper's .tsv). Returns null for any
 * other text. Returns a problem sentence if the captions cannot be read, or if the file
 * is of another type, such as a PDF.
 */
export function readCaptionFile(
  text: string,
): TranscriptLine[] | { problem: string } | null {
  const start = text.replace(/^\ufeff/, '').trimStart();
  const otherFile = nameOfOtherFile(start);
  if (otherFile !== null) return { problem: `This is ${otherFile}` };
  if (markupBegin.test(start)) return fromMarkup(start);
  if (/^(?:\{\s*["}]|\[\s*(?:["{\]]|\[\s*["{[]))/.test(start)) return fromJson(start);
  if (/^\[Script Info\]/im.test(start.slice(0, 2_000)) || /^Dialogue:/m.test(start))
    return fromAss(start);
  if (/^\{\d+\}\{\d*\}/.test(start)) return fromMicroDvd(start);
  if (/^\[\d+\]\[\d*\]/.test(start)) return fromMpl2(start);
  if (isCaptionTable(start)) return fromTable(start);
  return fromTableWithoutHead(start);
}

const markupBegin =
  /^<(?:\?xml|!--|tt:|(?:!doctype|tt|timedtext|transcript|sami|smil|html|head|body|div|p|span|table|ul|ol|section|article)[\s>])/i;

const bringCaptions =
  'Paste the transcript, or drop an .srt, .vtt, .sbv, .ttml, .ass, .json3 or .txt file.';

const noCaptionsIn = (kind: string) => ({
  problem: `This is ${kind}, and it holds no captions in a form that we know. ${bringCaptions}`,
});

/**
 * Attributes that hold the start of a caption: `begin` in
 * TTML, `start` in srv1 and SAMI, `t` in srv2 and srv3.
 */
const startAttributes = ['begin', 'start', 't'];
const captionElements = new Set([
  'p',
  'text',
  'sync',
  'div',
  'span',
  'subtitle',
  'caption',
  'cue',
  'line',
]);
const breakElements = new Set(['br', 'tt:br']);

function fromMarkup(text: string): TranscriptLine[] | { problem: string } {
  const isSami = /^(?:<\?xml[^>]{0,200}>\s*)?<sami/i.test(text);
  const tickRate = Number(/\btickRate=["'](\d{1,12})/i.exec(text)?.[1] ?? 1);
  const frameRate = Number(
    /\bframeRate=["'](\d{1,3})/i.exec(text)?.[1] ?? usualFrameRate,
  );
  const found: TranscriptLine[] = [];
  /**
   * The open elements, outermost first: the start of each caption in seconds, or null for
   * any other element.
   */
  const open: (number | null)[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const last = found.at(-1);
        if (breakElements.has(name) && last) last.text += '\n';
        const named = startAttributes.find((each) => attributes[each] !== undefined);
        const isCaption =
          captionElements.has(name.replace(/^\w+:/, '')) && named !== undefined;
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
        // Text after a nested caption belongs to the outer one. It gets the time of the
        // nested caption.
        if (closed !== null && outer !== null && !isSami)
          found.push({ at: closed, text: '' });
      },
    },
    {
      xmlMode: !isSami,
      lowerCaseTags: true,
      lowerCaseAttributeNames: true,
      decodeEntities: true,
    },
  );
  parser.end(text);
  const captions = found.map(({ at, text: words }) => ({ at, text: words.trim() }));
  if (captions.some(({ text: words }) => words !== '')) return captions;
  return noCaptionsIn(
    /^<(?:\?xml|tt|timedtext|transcript|sami|smil)/i.test(text)
      ? 'an XML file'
      : 'a web page',
  );
}

/**
 * TTML's default, in frames per second, for files that use frames without naming their
 * rate.
 */
const usualFrameRate = 30;

interface MarkupTimes {
  /**
   * Whether a number without a unit is in milliseconds, as in
   * SAMI and YouTube's `t`. In srv1, `start` is in seconds.
   */
  isMilliseconds: boolean;
  /** Ticks per second, for TTML times in ticks ("10000000t"). */
  tickRate: number;
  /** Frames per second, for TTML times in frames ("75f"). */
  frameRate: number;
}

/**
 * Returns seconds, or null if the time cannot be read. TTML uses
 * clocks ("00:00:01.5"), units ("12.5s"), frames and ticks.
 */
function markupSeconds(
  written: string,
  { isMilliseconds, tickRate, frameRate }: MarkupTimes,
): number | null {
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
  if (captions === undefined)
    return noCaptionsIn('a JSON file that is cut off or damaged');
  return captions.length > 0 ? captions : noCaptionsIn('a JSON file');
}

/** The columns of a file that does not name its own. */
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
  return found.some(({ text: words }) => words !== '')
    ? found
    : noCaptionsIn('an ASS subtitle file');
}

/**
 * Removes style overrides ("{\i1}"), turns "\N" into a line break, and drops vector
 * drawings.
 */
function spokenInAss(text: string): string {
  if (/\{[^{}]{0,200}\\p[1-9]/.test(text)) return '';
  return text
    .replace(/\{[^{}]{0,200}\}/g, '')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, ' ')
    .trim();
}

/** A first line that holds the frames per second: "{1}{1}25.000". */
const frameRateLine = /^\{[01]\}\{[01]?\}\s*(\d{2,3}(?:[.,]\d{1,4})?)\s*$/;

/**
 * MicroDVD times are in frames. If the file does not name its frame rate, its lines get
 * no times.
 */
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

/** MPL2 times are in tenths of a second: "[30][50]First line|/second line in italics". */
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

/**
 * Returns the delimiter and rows of a table, and the indexes
 * of the columns with the start and the text (-1 if missing).
 */
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
  // Rows of a Markdown table begin with "|". Other code reads such tables.
  if (text.startsWith('|')) return false;
  const { at, words } = columnsOf(text);
  return at !== -1 && words !== -1;
}

/**
 * Times are in milliseconds in Whisper's .tsv, and in seconds or clocks in tables of
 * other tools.
 */
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
  const isWhisper =
    delimiter === '\t' && table.slice(1).every((row) => /^\d*$/.test(row[at] ?? ''));
  return table.slice(1).map((row) => {
    const written = (row[at] ?? '').trim();
    const number = /^\d+(?:[.,]\d+)?s?$/.test(written)
      ? Number.parseFloat(written.replace(',', '.'))
      : null;
    const seconds =
      number === null
        ? (readTime(written)?.at ?? null)
        : Math.floor(isWhisper ? number / 1000 : number);
    return { at: seconds, text: row.slice(words).join(' ') };
  });
}

/**
 * A row with the start, the end and the text: "7.0,10.0,words". Also matches clocks, tabs
 * and semicolons.
 */
const startEndWords =
  /^"?(?:\d{1,9}(?:\.\d{1,9})?|[\d:]{4,9}(?:[.,]\d{1,3})?)"?([,;\t])"?(?:\d{1,9}(?:\.\d{1,9})?|[\d:]{4,9}(?:[.,]\d{1,3})?)"?\1\s*"?\S/;
/** How many of the first rows are checked: all of them must match `startEndWords`. */
const firstRows = 5;

/**
 * Reads a table without a header, such as Audacity's labels. Returns null for any other
 * text.
 */
function fromTableWithoutHead(text: string): TranscriptLine[] | null {
  const rows = text.split(/\r\n?|\n/, firstRows * 2).filter((row) => row.trim() !== '');
  const delimiter = startEndWords.exec(rows[0] ?? '')?.[1];
  const areRows = rows
    .slice(0, firstRows)
    .every((row) => startEndWords.exec(row)?.[1] === delimiter);
  if (delimiter === undefined || !areRows) return null;
  const quote = delimiter === '\t' ? null : '"';
  const table = parse(text, {
    delimiter,
    quote,
    relax_quotes: true,
    relax_column_count: true,
  });
  return linesOf(
    table.map(([from = '', to = '', ...words]) => {
      const start = secondsIn(from);
      const end = secondsIn(to);
      const duration = start === null || end === null ? null : end - start;
      return {
        words: words.join(delimiter).trim(),
        start,
        duration,
        isInSeconds: from.includes(':'),
      };
    }),
  );
}

const secondsIn = (cell: string): number | null =>
  /^\d+(?:\.\d+)?$/.test(cell.trim()) ? Number(cell) : (readTime(cell)?.at ?? null);
