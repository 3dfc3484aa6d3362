import type { ContentInsights, KeptSearchQuery } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../providers/youtube/youtube.ts';
import { type Interests, type Match, type MatchableVideo, matcher } from './match.rules.ts';
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

/** Without expertise the query counts, and is no topic; a linked video is a full match. */
export function matchFor(profile: Interests | null, lookup: Lookup): (video: MatchableVideo) => Match {
  if (profile && profile.expertiseAreas.length > 0) return matcher(profile);
  if (lookup.kind === 'video') return () => ({ score: 100, topics: [] });
  const match = matcher({ expertiseAreas: [lookup.query], industryFocus: null, description: null });
  return (video) => ({ ...match(video), topics: [] });
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
