import { type Response, Router } from 'express';
import type { Clock } from '../core/clock.ts';
import catalogueTexts from './catalogue.json' with { type: 'json' };
import { statisticsOf, topicOf, type Video } from './catalogue.ts';
import type { Channels } from './channels.ts';
import { accounts } from './google-tokens.ts';
import { escapeHtml } from './http.ts';

interface SearchQuery {
  text: string;
  /** `date`, `viewCount`, or anything else for relevance. */
  order: string;
  now: Date;
  publishedAfter?: Date | undefined;
}

const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const wordsOf = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}.+#]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? [];

/** Its words, each between two spaces, as `holdsWord` looks for them. */
export const spaced = (text: string) => ` ${wordsOf(text).join(' ')} `;

export const holdsWord = (text: string, word: string): boolean => text.includes(` ${word} `);

const stopWords = new Set('the a an of in for to and or how with on is what'.split(' '));

const synonyms: Record<string, readonly string[]> = catalogueTexts.synonyms;

const searched = new WeakMap<Video, { text: string; weight: number }[]>();

/** What of a video is searched, the weightiest first. */
const fieldsOf = (video: Video) => {
  const texts = [video.title, video.tags.join(' '), topicOf(video.topic).words.join(' ')];
  const made =
    searched.get(video) ??
    [...texts, video.channelTitle, video.description].map((text, at) => ({
      text: spaced(text),
      weight: [6, 3, 2, 2, 1][at] ?? 0,
    }));
  searched.set(video, made);
  return made;
};

const finds = (text: string, word: string): boolean =>
  holdsWord(text, word) ||
  (word.length > 3 && text.includes(` ${word}`)) ||
  (/[^\x20-\x7e]/.test(word) && text.includes(word));

const weightOf = (video: Video, word: string): number => {
  const variants = [word, ...(synonyms[word] ?? [])];
  return fieldsOf(video)
    .filter(({ text }) => variants.some((variant) => finds(text, variant)))
    .reduce((sum, { weight }) => sum + weight, 0);
};

/** 0 if fewer than two thirds of the terms appear. */
const relevance = (video: Video, terms: readonly string[], now: Date): number => {
  if (terms.length === 0) return 1;
  const weights = terms.map((term) => weightOf(video, term));
  if (weights.filter((weight) => weight > 0).length < Math.ceil((terms.length * 2) / 3)) return 0;
  const ageDays = (now.getTime() - video.publishedAt.getTime()) / 86_400_000;
  return (
    weights.reduce((sum, weight) => sum + weight, 0) / terms.length +
    Math.log10(1 + statisticsOf(video, now).views) / 4 +
    1 / (1 + ageDays / 60) +
    (video.language === 'en' ? 0.8 : 0)
  );
};

export const searchVideos = (videos: readonly Video[], query: SearchQuery): Video[] => {
  const { text, order, now, publishedAfter } = query;
  const all = wordsOf(text);
  const contentWords = all.filter((word) => !stopWords.has(word));
  const terms = contentWords.length > 0 ? contentWords : all;
  // A query without words matches nothing.
  if (text.trim() !== '' && terms.length === 0) return [];
  const rank = (video: Video, score: number) => {
    if (order === 'date') return video.publishedAt.getTime();
    return order === 'viewCount' ? statisticsOf(video, now).views : score;
  };
  return videos
    .filter((video) => !publishedAfter || video.publishedAt >= publishedAfter)
    .map((video) => ({ video, score: relevance(video, terms, now) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => rank(b.video, b.score) - rank(a.video, a.score))
    .map(({ video }) => video);
};

export const thumbnailSizes: Record<string, { file: string; width: number; height: number }> = {
  default: { file: 'default', width: 120, height: 90 },
  medium: { file: 'mqdefault', width: 320, height: 180 },
  high: { file: 'hqdefault', width: 480, height: 360 },
};

const wrap = (text: string): string[] => {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return (text.match(/.{1,10}/gu) ?? []).slice(0, 4);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 21) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= 4 ? lines : [...lines.slice(0, 3), `${lines[3]}…`];
};

const thumbnailSvg = (video: Video, { width, height }: { width: number; height: number }): string => {
  const topic = topicOf(video.topic);
  const [ground = '', figure = ''] = topic.colours;
  const lines = wrap(video.title);
  const top = 96 - (lines.length - 1) * 12;
  const text = lines
    .map((line, at) => `<text x="18" y="${top + at * 26}" font-size="21">${escapeHtml(line)}</text>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" font-family="system-ui,sans-serif">
<rect width="320" height="180" fill="${ground}"/>
<text x="18" y="30" font-size="12" fill="${figure}">${escapeHtml(topic.name)}</text>
<g fill="#ffffff" font-weight="600">${text}</g>
<text x="18" y="166" font-size="11" fill="${figure}">${escapeHtml(video.channelTitle)}</text></svg>`;
};

const avatarSvg = (name: string, colour: string): string => {
  const initials = name.split(/\s+/, 2).map((word) => [...word][0]?.toUpperCase() ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" font-family="system-ui,sans-serif">
<rect width="96" height="96" fill="${colour}"/><text x="48" y="60" font-size="36" text-anchor="middle" fill="#ffffff">${escapeHtml(initials.join(''))}</text></svg>`;
};

const sendSvg = (res: Response, svg: string) => {
  res
    .set({
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .type('image/svg+xml')
    .send(svg);
};

export const pictureRoutes = (channels: Channels, clock: Clock): Router =>
  Router()
    .get('/vi/:videoId/:file', (req, res) => {
      const video = channels.find(req.params.videoId, clock.now());
      const name = req.params.file.replace(/\.jpg$/, '');
      const size = Object.values(thumbnailSizes).find(({ file }) => file === name);
      if (video && size) sendSvg(res, thumbnailSvg(video, size));
      else res.sendStatus(404);
    })
    .get('/avatar/:file', (req, res) => {
      const id = req.params.file.replace(/\.svg$/, '');
      const account = accounts.find((candidate) => candidate.id === id || candidate.channel?.id === id);
      const name = account?.name ?? id.replaceAll('-', ' ').slice(0, 60);
      sendSvg(res, avatarSvg(name, account?.colour ?? '#3d6a6b'));
    });
