import type { Video } from './catalogue.ts';
import { escapeHtml } from './http.ts';
import { motifs } from './motifs.ts';
import { between, pick } from './random.ts';

const WIDTH = 320;
const HEIGHT = 180;

/**
 * The colours of the background, of a second background, of the text, and the two colours
 * of the motif.
 */
interface Palette {
  ground: string;
  field: string;
  text: string;
  first: string;
  second: string;
}

/** Reads the colours in the order of the fields of `Palette`. */
function palette(colours: string): Palette {
  const [ground = '', field = '', text = '', first = '', second = ''] =
    colours.split(' ');
  return { ground, field, text, first, second };
}

const palettes: readonly Palette[] = [
  palette('#10243e #1d4e89 #ffffff #7ec8e3 #ffb703'),
  palette('#ffd23f #ffb400 #1b1b1e #1b1b1e #ee4266'),
  palette('#f4f1de #e6dfc0 #22333b #22333b #e4572e'),
  palette('#0b3d2e #14694f #f3fff7 #95d5b2 #ffd166'),
  palette('#d7263d #a3142a #ffffff #ffe8d6 #1b1b3a'),
  palette('#1b1b3a #3d348b #ffffff #f18701 #f7b801'),
  palette('#00a6a6 #007f86 #ffffff #efca08 #052f3b'),
  palette('#f7ede2 #f5cac3 #2b2d42 #6b8f86 #c8553d'),
  palette('#2d1e2f #553555 #ffe8f0 #ff7f6b #f9c784'),
  palette('#ff6b35 #e04e18 #ffffff #fff1d0 #22223b'),
  palette('#0a0a0c #26262c #ffffff #f4f4f4 #c6ff3d'),
  palette('#cde7f5 #a3cfe8 #12263a #12263a #ff5a5f'),
  palette('#5f0f40 #8a1c5c #ffffff #fb8b24 #ffd7e9'),
  palette('#e9f5db #c7dfa6 #1f3a1f #31572c #f3722c'),
];

const isWide = (character: string) =>
  /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(character);

/**
 * Returns the width of a bold character in ems. It assumes a wide font, so that the text
 * fits in every font.
 */
const widthOf = (character: string): number => {
  if (isWide(character)) return 1.02;
  if (/[mwMW%→]/.test(character)) return 1.02;
  if (/[A-Z]/.test(character)) return 0.8;
  if (/[iljtfrI.,:;!'|()/ ]/.test(character)) return 0.43;
  return 0.71;
};

const measure = (text: string) =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

const MOST_LINES = 4;

/**
 * Returns true for words that no line break should separate: a sign and its word, an
 * arrow and its target, a number and its unit.
 */
const belongTogether = (before: string, after: string) =>
  before === '→' ||
  (after !== '→' && !/[\p{L}\p{N}]/u.test(after)) ||
  (/^[+-]?[\d.,]+$/.test(before) && /^\p{L}{1,3}\b/u.test(after));

/**
 * Splits a text where lines may break: between words, or between characters in a script
 * without spaces.
 */
const piecesOf = (text: string): string[] => {
  if ([...text].some(isWide)) return text.match(/[\d\w]+|./gu) ?? [text];
  const pieces: string[] = [];
  for (const word of text.split(' ')) {
    const last = pieces.at(-1);
    if (last !== undefined && belongTogether(last, word))
      pieces[pieces.length - 1] = `${last} ${word}`;
    else pieces.push(word);
  }
  return pieces;
};

const joined = (pieces: readonly string[]): string =>
  pieces.some((piece) => [...piece].some(isWide)) ? pieces.join('') : pieces.join(' ');

/** Returns every way to arrange the pieces in at most `most` lines. */
const layouts = (pieces: readonly string[], most: number): string[][] => {
  const broken =
    most === 1
      ? []
      : pieces.slice(1).flatMap((_, index) => {
          const first = joined(pieces.slice(0, index + 1));
          return layouts(pieces.slice(index + 1), most - 1).map((rest) => [
            first,
            ...rest,
          ]);
        });
  return [[joined(pieces)], ...broken];
};

const LINE = 1.06;
const LARGEST = 64;

/**
 * Makes the text as large as the box allows; among similar sizes, prefers lines of
 * similar length.
 */
const fit = (
  text: string,
  width: number,
  height: number,
): { lines: string[]; size: number } => {
  let best = { lines: [text], size: 0, merit: 0 };
  for (const lines of layouts(piecesOf(text), MOST_LINES)) {
    const widths = lines.map(measure);
    const widest = Math.max(...widths);
    const size = Math.min(LARGEST, width / widest, height / (lines.length * LINE));
    const merit = size * (0.75 + 0.25 * (Math.min(...widths) / widest));
    if (merit > best.merit) best = { lines, size, merit };
  }
  return best;
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  anchor: 'start' | 'middle' | 'end';
}

const anchors = { start: 0, middle: 0.5, end: 1 };

/** Shows numbers in the second colour. */
const coloured = (line: string): string =>
  escapeHtml(line).replace(
    /(?<![&#\p{L}\d])[$£€+-]?\d[\d.,]*[%°]?(?![\d;])/gu,
    '<tspan class="c">$&</tspan>',
  );

const textIn = (text: string, box: Box): string => {
  const { lines, size } = fit(text, box.width, box.height);
  const x = box.x + box.width * anchors[box.anchor];
  const top = box.y + (box.height - lines.length * size * LINE) / 2 + size * 0.86;
  const rows = lines.map(
    (line, at) =>
      `<text x="${x.toFixed(1)}" y="${(top + at * size * LINE).toFixed(1)}" font-size="${size.toFixed(1)}" text-anchor="${box.anchor}">${coloured(line)}</text>`,
  );
  return `<g class="t">${rows.join('')}</g>`;
};

interface Placement {
  x: number;
  y: number;
  size: number;
  /** Degrees, clockwise. */
  turn: number;
}

const place = (motif: string, { x, y, size, turn }: Placement): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 100}) rotate(${turn} 50 50)">${motif}</g>`;

interface Parts {
  seed: string;
  text: string;
  motif: string;
}

/** Each composition places the background, the motif and the text in a different way. */
const compositions: readonly ((parts: Parts) => string)[] = [
  // The motif is on the right, on a disc that the edge cuts off.
  ({ seed, text, motif }) => {
    const turn = between(`${seed}/turn`, -8, 8);
    return `<circle class="b" cx="262" cy="${between(`${seed}/y`, 78, 104)}" r="94"/>${place(motif, { x: 206, y: 36, size: 106, turn })}
${textIn(text, { x: 16, y: 18, width: 166, height: 144, anchor: 'start' })}`;
  },
  // The motif is on the left, on a slanted field.
  ({ seed, text, motif }) => {
    const edge = between(`${seed}/edge`, 116, 132);
    return `<path class="b" d="M0 0H${edge + 22}L${edge - 22} 180H0Z"/>${place(motif, { x: 10, y: 40, size: 98, turn: between(`${seed}/turn`, -6, 6) })}
${textIn(text, { x: edge + 22, y: 18, width: 286 - edge, height: 144, anchor: 'start' })}`;
  },
  // The motif rises behind a hill; the text is on the hill.
  ({ seed, text, motif }) => {
    const x = between(`${seed}/x`, 20, 170);
    return `<rect class="b" width="320" height="120"/>${place(motif, { x, y: -6, size: 124, turn: between(`${seed}/turn`, -8, 8) })}
<path class="c" d="M0 96 320 82V100H0Z"/><path class="a" d="M0 102 320 88V180H0Z"/>
${textIn(text, { x: 14, y: 102, width: 292, height: 72, anchor: 'start' })}`;
  },
  // The text is at the top, and the motif repeats along the bottom.
  ({ seed, text, motif }) => {
    const shift = between(`${seed}/x`, -30, 0);
    const row = [0, 1, 2, 3].map((at) =>
      place(motif, { x: shift + at * 92, y: 116, size: 78, turn: at % 2 === 0 ? -4 : 4 }),
    );
    return `<rect class="b" y="108" width="320" height="72"/>${row.join('')}
${textIn(text, { x: 16, y: 10, width: 288, height: 92, anchor: 'middle' })}`;
  },
  // The faint motif fills the background; the text is in the middle of a frame.
  ({
    seed,
    text,
    motif,
  }) => `<g class="faint">${place(motif, { x: between(`${seed}/x`, 40, 90), y: -30, size: 240, turn: between(`${seed}/turn`, -14, 14) })}</g>
<path class="edge" d="M12 40V12H60M260 12H308V40M308 140V168H260M60 168H12V140"/>
${textIn(text, { x: 30, y: 26, width: 260, height: 128, anchor: 'middle' })}`,
  // A strip with the motif runs down the right side.
  ({
    seed,
    text,
    motif,
  }) => `<rect class="b" x="226" width="94" height="180"/><rect class="c" x="220" width="6" height="180"/>
${place(motif, { x: 237, y: between(`${seed}/y`, 6, 20), size: 72, turn: -5 })}${place(motif, { x: 237, y: between(`${seed}/y2`, 100, 114), size: 72, turn: 5 })}
${textIn(text, { x: 14, y: 18, width: 192, height: 144, anchor: 'start' })}`,
];

const styleOf = ({ ground, field, text, first, second }: Palette) =>
  `.a{fill:${ground}}.b{fill:${field}}.c{fill:${second}}.t{fill:${text}}
.f{fill:${first}}.g{fill:${second}}.l,.k,.h,.edge{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}
.l{stroke:${first}}.k,.edge{stroke:${second}}.h{stroke:${ground};stroke-width:5}.hole{fill:${ground}}.fat{stroke-width:11}.thin{stroke-width:3.5}
.dim{opacity:.55}.faint{opacity:.22}`;

/**
 * Draws a video's thumbnail, always the same for the same video. Black bars fill sizes
 * with another aspect ratio, as on YouTube.
 */
export const thumbnailSvg = (
  video: Video,
  size: { width: number; height: number },
): string => {
  const seed = `thumbnail/${video.id}`;
  const colours = pick(`${seed}/palette`, palettes);
  const compose = pick(`${seed}/composition`, compositions);
  const motif = motifs[video.thumbnail.motif] ?? '';
  const drawn = compose({ seed, text: video.thumbnail.text, motif });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans CJK JP',sans-serif" font-weight="800">
<style>${styleOf(colours)}</style><rect class="a" width="${WIDTH}" height="${HEIGHT}"/>
${drawn}
<path d="M0-60H320V0H0ZM0 180H320V240H0Z"/></svg>`;
};
