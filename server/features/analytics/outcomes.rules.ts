import { type AnalyticsResponse, type Opening, openings } from '#shared/contracts/analytics.ts';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import { type CommentStyle, commentStyles } from '#shared/contracts/enums.ts';
import type { Visibility } from '#shared/contracts/outcomes.ts';

/** Posted comments that have all of this in common. */
export interface CountedOutcome {
  /** As the look after seven days or a later one found it; null while that one is to come. */
  fate: Visibility | 'withdrawn' | null;
  isAnswer: boolean;
  style: CommentStyle;
  opening: Opening;
  profile: DraftWhy['profile'];
  count: number;
  /** Of `count`, those whose likes and replies are both known; the sums are of these. */
  known: number;
  likes: number;
  replies: number;
  oldest: Date | null;
  newest: Date | null;
}

type Outcomes = AnalyticsResponse['outcomes'];

const mostVoiceVersions = 10;

/** Answers have a fate, but no replies of their own: the figures are of comments on videos. */
export function outcomes(groups: readonly CountedOutcome[]): Outcomes {
  const standing = groups.filter(({ fate }) => fate !== 'withdrawn');
  const topLevel = standing.filter(({ isAnswer }) => !isAnswer);
  const withFate = (fate: CountedOutcome['fate']) =>
    groups.filter((group) => group.fate === fate).reduce((sum, { count }) => sum + count, 0);
  return {
    afterSevenDays: {
      public: withFate('public'),
      onlyYou: withFate('only_you'),
      removed: withFate('removed'),
      unknown: withFate('unknown'),
      notYet: withFate(null),
      withdrawn: withFate('withdrawn'),
    },
    figures: { ...figuresOf(topLevel), ...readBetween(topLevel) },
    byStyle: commentStyles.map((style) => ({
      style,
      ...figuresOf(topLevel.filter((group) => group.style === style)),
    })),
    byOpening: openings.map((opening) => ({
      opening,
      ...figuresOf(topLevel.filter((group) => group.opening === opening)),
    })),
    byVoice: [
      ...Map.groupBy(topLevel, ({ profile }) => profile && `${profile.id} ${profile.version}`).values(),
    ]
      .map((ofVersion) => ({ profile: ofVersion[0]?.profile ?? null, ...figuresOf(ofVersion) }))
      .sort((a, b) => b.count - a.count || (b.profile?.version ?? 0) - (a.profile?.version ?? 0))
      .slice(0, mostVoiceVersions),
  };
}

function figuresOf(groups: readonly CountedOutcome[]) {
  const sum = (figure: 'count' | 'known' | 'likes' | 'replies') =>
    groups.reduce((total, group) => total + group[figure], 0);
  return { count: sum('count'), known: sum('known'), likes: sum('likes'), replies: sum('replies') };
}

function readBetween(groups: readonly CountedOutcome[]): Pick<Outcomes['figures'], 'readBetween'> {
  const times = groups.flatMap(({ oldest, newest }) => (oldest && newest ? [oldest, newest] : []));
  if (times.length === 0) return { readBetween: null };
  const sorted = times.map((at) => at.getTime()).sort((a, b) => a - b);
  const iso = (at = 0) => new Date(at).toISOString();
  return { readBetween: { first: iso(sorted[0]), last: iso(sorted.at(-1)) } };
}
