import type { ContentInsights, KeptSearchQuery } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../providers/youtube/youtube.ts';
import type { Assessment } from './video.rules.ts';

const dayMs = 86_400_000;

export const searchCacheMs = 30 * 60_000;

const uploadDateMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 365 * dayMs };
const orders = { relevance: 'relevance', date: 'date', views: 'viewCount' } as const;

const viewRanges = {
  '1k-10k': [1_000, 10_000],
  '10k-100k': [10_000, 100_000],
  '100k+': [100_000, Number.POSITIVE_INFINITY],
} as const;

const youtubeHosts = new Set(['youtube.com', 'youtube-nocookie.com', 'youtu.be']);
const pathsBeforeId = new Set(['shorts', 'live', 'embed', 'v']);

export interface SearchLookup {
  kind: 'search';
  query: string;
  filters: SearchFilters;
}
export type Lookup = { kind: 'video'; youtubeId: string } | SearchLookup;

type SearchFilters = Pick<KeptSearchQuery, 'uploadDate' | 'viewCount' | 'relevance'>;

export function lookupOf({ q, uploadDate, viewCount, relevance }: KeptSearchQuery): Lookup {
  const youtubeId = linkedVideoId(q);
  if (youtubeId) return { kind: 'video', youtubeId };
  const query = q.normalize('NFC').replace(/\s+/g, ' ').trim();
  return { kind: 'search', query, filters: { uploadDate, viewCount, relevance } };
}

export function lookupKey(lookup: Lookup): string {
  if (lookup.kind === 'video') return JSON.stringify(['video', lookup.youtubeId]);
  const { uploadDate = null, viewCount = null, relevance = 'relevance' } = lookup.filters;
  return JSON.stringify(['search', lookup.query.toLowerCase(), uploadDate, viewCount, relevance]);
}

export function assessmentKey(lookup: Lookup, expertise: readonly string[]): string {
  return JSON.stringify(['fit', lookupKey(lookup), expertise.map((area) => area.toLowerCase()).sort()]);
}

export function firstPage(query: string, filters: SearchFilters, now: Date): VideoSearch {
  return {
    query,
    order: orders[filters.relevance ?? 'relevance'],
    publishedAfter: filters.uploadDate ? new Date(now.getTime() - uploadDateMs[filters.uploadDate]) : null,
    pageToken: null,
  };
}

export function passesViewCount(viewCount: number | null, filter: KeptSearchQuery['viewCount']): boolean {
  if (!filter) return true;
  const [from, below] = viewRanges[filter];
  return viewCount !== null && viewCount >= from && viewCount < below;
}

export function linkedVideoId(text: string): string | null {
  const url = parseUrl(text.trim());
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (!youtubeHosts.has(host)) return null;
  const id = idOf(host, url);
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}

function idOf(host: string, { pathname, searchParams }: URL): string | undefined {
  const [first, second] = pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return first;
  if (first === 'watch') return searchParams.get('v') ?? second;
  return first && pathsBeforeId.has(first) ? second : undefined;
}

function parseUrl(text: string): URL | null {
  if (/\s/.test(text)) return null;
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}

export interface MatchableVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

const fieldWeights = { title: 1, tags: 0.8, description: 0.6 };
const areaWeight = 0.85;
const scatteredWeight = 0.7;

const stopWords = new Set(
  'a an and are as at by for from how in into is it of on or the to vs what why with your'.split(' '),
);

interface MatchedArea {
  area: string;
  /** 0 to 1, by the field where it matches best. */
  match: number;
  /** One field holds all its words. */
  named: boolean;
}

function areaMatcher(areas: readonly string[]): (video: MatchableVideo) => MatchedArea[] {
  const distinct = new Map(areas.map((area) => [words(area).join(' '), area]));
  const wanted = [...distinct.values()]
    .map((area) => ({ area, content: contentWords(area) }))
    .filter(({ content }) => content.length > 0);
  return (video) => {
    const fields = [
      { weight: fieldWeights.title, text: indexed(video.title) },
      { weight: fieldWeights.tags, text: indexed(video.tags.join(' ')) },
      { weight: fieldWeights.description, text: indexed(video.description ?? '') },
    ];
    return wanted.map(({ area, content }) => ({
      area,
      match: Math.max(...fields.map(({ weight, text }) => weight * areaMatch(content, text))),
      named: fields.some(({ text }) => content.every((word) => text.set.has(word))),
    }));
  };
}

/** Returns 0 to 100; a further area never lowers it. */
export function matchScorer(areas: readonly string[]): (video: MatchableVideo) => number {
  const matches = areaMatcher(areas);
  return (video) => {
    const gap = matches(video).reduce((rest, { match }) => rest * (1 - areaWeight * match), 1);
    return Math.round((1 - gap) * 100);
  };
}

/** Returns the areas that a video names, the clearest first. */
export function topicMatcher(areas: readonly string[]): (video: MatchableVideo) => string[] {
  const matches = areaMatcher(areas);
  return (video) =>
    matches(video)
      .filter(({ named }) => named)
      .sort((a, b) => b.match - a.match)
      .map(({ area }) => area);
}

/** Without expertise the query counts; a linked video is a full match. */
export function matchFor(expertise: readonly string[], lookup: Lookup): (video: MatchableVideo) => number {
  if (expertise.length > 0) return matchScorer(expertise);
  return lookup.kind === 'video' ? () => 100 : matchScorer([lookup.query]);
}

interface IndexedText {
  words: readonly string[];
  set: ReadonlySet<string>;
}

function indexed(text: string): IndexedText {
  const found = contentWords(text);
  return { words: found, set: new Set(found) };
}

function areaMatch(area: readonly string[], text: IndexedText): number {
  const found = area.filter((word) => text.set.has(word)).length;
  if (found === area.length && containsPhrase(text.words, area)) return 1;
  return (found / area.length) * scatteredWeight;
}

function containsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((word, index) => text[start + index] === word));
}

/** Keeps `c++`, `c#` and `node.js` as words, and single Han, kana and Thai characters. */
function words(text: string): string[] {
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+(?:\.[\p{L}\p{N}]+)*[+#]*/gu);
  return (found ?? []).map((word) => (isPlural(word) ? word.slice(0, -1) : word));
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}

function contentWords(text: string): string[] {
  const all = words(text);
  const content = all.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : all;
}

/** Without counts and dates: YouTube's policies allow no score made of them (wire W9). */
export interface AssessableVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
  matchScore: number;
  commentsOff: boolean;
}

type Difficulty = ContentInsights['difficulty'];
type Opportunity = ContentInsights['commentOpportunity'];

const videoTypes: readonly [string, RegExp][] = [
  [
    'Tutorial',
    /\b(tutorials?|how to|step[- ]by[- ]step|crash course|course|walkthrough|guide|learn|build(ing)? an?)\b/i,
  ],
  ['Comparison', /\b(vs\.?|versus|compar(ed|ison|ing)|which is better|alternatives?)\b/i],
  ['Interview or podcast', /\b(interview|podcast|q&a|conversation with|ama)\b/i],
  ['Conference talk', /\b(conf|conference|keynote|talk|summit|kubecon|meetup|panel)\b/i],
  ['Live stream', /\b(live|livestream|stream)\b/i],
  ['News', /\b(news|release[ds]?|announc(es|ed|ing|ement)|what'?s new|update)\b/i],
  ['Review', /\b(review|first look|hands[- ]on|tested)\b/i],
];

const easyWords =
  /\b(beginners?|intro(duction)?|basics|101|crash course|explained|getting started|in \d+ (seconds|minutes))\b/i;
const hardWords =
  /\b(advanced|internals|deep dive|under the hood|from scratch|kernel|compilers?|at scale|distributed|low[- ]level|source code)\b/i;

const opinionTypes = new Set(['Comparison', 'Interview or podcast', 'Review']);
const invitation =
  /\b(what do you think|let me know|tell me|your (thoughts?|opinions?|experiences?|questions?|feedback)|in the comments|comment below|ask me|how do you)\b/i;

const approachByDifficulty: Record<Difficulty, string> = {
  easy: 'Add one detail from practice that a beginner would miss.',
  medium: 'Compare one point of the video with how you solved it yourself.',
  hard: 'Take up one technical decision and say what it costs or gains.',
};

const approachByOpportunity: Record<Opportunity, string> = {
  high: 'This is your field: make one point that only your experience gives you.',
  medium: 'Say something from your own practice; a question may start a conversation.',
  low: 'Only comment if you can add something from your own field.',
};

export function plainAssessment(video: AssessableVideo): Assessment {
  const videoType = videoTypes.find(([, pattern]) => pattern.test(video.title))?.[0] ?? 'Video';
  const difficulty = difficultyOf(video);
  const score = engagementScore(video, videoType);
  const commentOpportunity = score >= 70 ? 'high' : score >= 40 ? 'medium' : 'low';
  return {
    engagementScore: score,
    insights: {
      videoType,
      difficulty,
      commentOpportunity,
      keyTopics: [...video.tags],
      suggestedApproach: video.commentsOff
        ? ['Comments are turned off for this video.']
        : [approachByDifficulty[difficulty], approachByOpportunity[commentOpportunity]],
    },
  };
}

function difficultyOf({ title, description }: AssessableVideo): Difficulty {
  for (const text of [title, description ?? '']) {
    if (hardWords.test(text)) return 'hard';
    if (easyWords.test(text)) return 'easy';
  }
  return 'medium';
}

/** 70 for the match, 20 for an invitation to comment, 10 for a type that asks for opinions. */
function engagementScore(
  { title, description, matchScore, commentsOff }: AssessableVideo,
  type: string,
): number {
  if (commentsOff) return 0;
  const isInviting = /[?？]/.test(title) || invitation.test(`${title}\n${description ?? ''}`);
  return Math.round((matchScore * 7) / 10 + (isInviting ? 20 : 0) + (opinionTypes.has(type) ? 10 : 0));
}
