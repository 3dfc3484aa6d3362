import { unit } from '../deterministic.ts';
import { escapeHtml } from '../html.ts';
import { topicOf } from './topics/all-topics.ts';
import type { WorldVideo } from './video.ts';

/** Sizes YouTube serves under these names. */
export const thumbnailSizes: Record<string, readonly [width: number, height: number]> = {
  default: [120, 90],
  mqdefault: [320, 180],
  hqdefault: [480, 360],
  sddefault: [640, 480],
  maxresdefault: [1280, 720],
};

const wrap = (text: string, width: number, most: number): string[] => {
  const isDense = /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
  const pieces = isDense
    ? (text.match(new RegExp(`.{1,${Math.floor(width / 2)}}`, 'gu')) ?? [])
    : text.split(' ');
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (!isDense && last !== undefined && last.length + piece.length < width)
      lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''}…`];
};

const motifs: readonly ((figure: string, seed: string) => string)[] = [
  (figure) => `<circle cx="272" cy="52" r="74" fill="none" stroke="${figure}" stroke-width="18"/>`,
  (figure, seed) =>
    [0, 1, 2, 3, 4]
      .map((bar) => {
        const height = 20 + Math.round(unit(`${seed}/bar${bar}`) * 110);
        return `<rect x="${216 + bar * 21}" y="${168 - height}" width="13" height="${height}" fill="${figure}"/>`;
      })
      .join(''),
  (figure) =>
    [0, 1, 2, 3]
      .flatMap((row) => [0, 1, 2, 3].map((column) => [248 + column * 18, 18 + row * 18] as const))
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${figure}"/>`)
      .join(''),
  (figure) => `<path d="M236 180 320 96V180Z" fill="${figure}"/><path d="M284 0h36v36Z" fill="${figure}"/>`,
  (figure) =>
    `<g fill="none" stroke="${figure}" stroke-width="6"><rect x="250" y="18" width="50" height="34"/><rect x="250" y="128" width="50" height="34"/><path d="M275 52v76"/></g>`,
];

/** The still of a video: flat colours of its field, one motif, the title. */
export const thumbnailSvg = (video: WorldVideo, size: readonly [number, number]): string => {
  const topic = topicOf(video.topic);
  const [ground, figure] = topic.colours;
  const motif = motifs[Math.floor(unit(`${video.id}/motif`) * motifs.length)];
  const lines = wrap(video.title, 21, 4);
  const top = 96 - (lines.length - 1) * 12;
  const text = lines
    .map(
      (line, index) =>
        `<text x="18" y="${top + index * 26}" font-size="21" font-weight="600">${escapeHtml(line)}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" font-family="system-ui,sans-serif">
<rect width="320" height="180" fill="${ground}"/><g opacity=".38">${motif?.(figure, video.id) ?? ''}</g>
<text x="18" y="30" font-size="12" fill="${figure}">${escapeHtml(topic.name)}</text>
<g fill="#ffffff">${text}</g>
<text x="18" y="166" font-size="11" fill="${figure}">${escapeHtml(video.channelTitle)}</text></svg>`;
};

/** A round-cropping avatar: initials on one colour. */
export const avatarSvg = (name: string, colour: string): string => {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" font-family="system-ui,sans-serif">
<rect width="96" height="96" fill="${colour}"/><text x="48" y="60" font-size="36" text-anchor="middle" fill="#ffffff">${escapeHtml(initials)}</text></svg>`;
};
