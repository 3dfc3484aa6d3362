import {
  type AnalyticsResponse,
  type HoursAfterUpload,
  type Opening,
  openings,
  uploadAges,
} from '#shared/contracts/analytics.ts';
import type { Visibility } from '#shared/contracts/comments.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import {
  type CommentStatus,
  type CommentStyle,
  commentStatuses,
  commentStyles,
} from '#shared/contracts/primitives.ts';
import { addDays, calendarDays, startOfDay } from '#shared/rules/calendar.ts';
import { percent } from '#shared/rules/comment-text.ts';
import { truncate } from '#shared/rules/format.ts';

export interface CountedStatus {
  status: CommentStatus;
  count: number;
  /**
   * The number of scored comments among `count`. `quality` is the sum of their scores.
   */
  scored: number;
  quality: number;
}

export interface Figures {
  count: number;
  /**
   * How many of `count` have known likes and replies. `likes` and `replies` are the sums
   * of these.
   */
  known: number;
  likes: number;
  replies: number;
}

export interface CountedComments extends CountedStatus, Figures {
  style: CommentStyle;
  channelId: string;
  channelTitle: string;
}

/** Counts by the index of the day. Days without comments are missing. */
export type CountedDays = ReadonlyMap<number, number>;

/** Rule 9.6. */
const topChannelLimit = 5;
const topChannelMinimum = 2;
const channelNameLimit = 30;

const countOf = (groups: readonly CountedStatus[]) => sumsOf(groups, 'count').count;
const withStatus = (groups: readonly CountedStatus[], status: CommentStatus) =>
  countOf(groups.filter((group) => group.status === status));

function averageQuality(groups: readonly CountedStatus[]): number {
  const { scored, quality } = sumsOf(groups, 'scored', 'quality');
  return scored === 0 ? 0 : Math.round(quality / scored) / 10;
}

export function totals(groups: readonly CountedStatus[]): AnalyticsResponse['totals'] {
  const count = countOf(groups);
  const posted = withStatus(groups, 'posted');
  return {
    totalComments: count,
    successRate: percent(posted, count),
    approvalRate: percent(posted + withStatus(groups, 'approved'), count),
    averageQuality: averageQuality(groups),
  };
}

export function statusBreakdown(
  groups: readonly CountedComments[],
): AnalyticsResponse['statusBreakdown'] {
  return commentStatuses.map((status) => {
    const count = withStatus(groups, status);
    return { status, count, percent: percent(count, countOf(groups)) };
  });
}

export function stylePerformance(
  groups: readonly CountedComments[],
): AnalyticsResponse['stylePerformance'] {
  return commentStyles.map((style) => {
    const inStyle = groups.filter((group) => group.style === style);
    const count = countOf(inStyle);
    const posted = withStatus(inStyle, 'posted');
    return {
      style,
      count,
      posted,
      successRate: percent(posted, count),
      averageQuality: averageQuality(inStyle),
    };
  });
}

export function recentActivity(
  days: readonly CalendarDay[],
  generated: CountedDays,
  posted: CountedDays,
): AnalyticsResponse['recentActivity'] {
  return days.map(({ day }, at) => ({
    day,
    generated: generated.get(at) ?? 0,
    posted: posted.get(at) ?? 0,
  }));
}

export function topChannels(
  groups: readonly CountedComments[],
): AnalyticsResponse['topChannels'] {
  return [...Map.groupBy(groups, ({ channelId }) => channelId).values()]
    .filter((ofChannel) => countOf(ofChannel) >= topChannelMinimum)
    .map((ofChannel) => ({
      channelTitle: truncate(ofChannel[0]?.channelTitle ?? '', channelNameLimit),
      ...figuresOf(ofChannel),
      posted: withStatus(ofChannel, 'posted'),
      averageQuality: averageQuality(ofChannel),
    }))
    .sort(
      (a, b) =>
        Number(b.posted > 0) - Number(a.posted > 0) ||
        b.count - a.count ||
        b.posted - a.posted ||
        b.averageQuality - a.averageQuality ||
        a.channelTitle.localeCompare(b.channelTitle),
    )
    .slice(0, topChannelLimit);
}

/**
 * A group of posted comments that share fate, style, opening, profile, place, and whether
 * they are answers.
 */
export interface CountedOutcome extends Figures {
  /** Visibility seven days after posting or later; null until a check has found it. */
  fate: Visibility | 'withdrawn' | null;
  isAnswer: boolean;
  style: CommentStyle;
  opening: Opening;
  profile: DraftWhy['profile'];
  /**
   * Index in `uploadAges` of the time between the video's upload and the comment; null if
   * unknown.
   */
  place: number | null;
  visible: number;
  repliedByCreator: number;
  repliedByOthers: number;
  oldest: Date | null;
  newest: Date | null;
}

type Outcomes = AnalyticsResponse['outcomes'];

export const hoursAfterUpload = (groups: readonly CountedOutcome[]): HoursAfterUpload =>
  uploadAges.map((age, at) => {
    const ofAge = groups.filter(
      (each) => each.place === at && !each.isAnswer && each.fate !== 'withdrawn',
    );
    const { count: comments, ...seen } = sumsOf(
      ofAge,
      'count',
      'visible',
      'repliedByCreator',
      'repliedByOthers',
    );
    return { age, comments, ...seen };
  });

const mostVoiceVersions = 10;

/**
 * Counts answers in `afterSevenDays` only: they have no replies of their own, so all
 * other counts are of comments on videos.
 */
export function postedResults(groups: readonly CountedOutcome[]): Outcomes {
  const standing = groups.filter(({ fate }) => fate !== 'withdrawn');
  const topLevel = standing.filter(({ isAnswer }) => !isAnswer);
  const withFate = (fate: CountedOutcome['fate']) =>
    figuresOf(groups.filter((group) => group.fate === fate)).count;
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
    ...sumsOf(topLevel, 'repliedByCreator'),
    byStyle: commentStyles.map((style) => ({
      style,
      ...figuresOf(topLevel.filter((group) => group.style === style)),
    })),
    byOpening: openings.map((opening) => ({
      opening,
      ...figuresOf(topLevel.filter((group) => group.opening === opening)),
    })),
    byVoice: [
      ...Map.groupBy(
        topLevel,
        ({ profile }) => profile && `${profile.id} ${profile.version}`,
      ).values(),
    ]
      .map((ofVersion) => ({
        profile: ofVersion[0]?.profile ?? null,
        ...figuresOf(ofVersion),
      }))
      .sort(
        (a, b) =>
          b.count - a.count || (b.profile?.version ?? 0) - (a.profile?.version ?? 0),
      )
      .slice(0, mostVoiceVersions),
  };
}

const figuresOf = (groups: readonly Figures[]): Figures =>
  sumsOf(groups, 'count', 'known', 'likes', 'replies');

function sumsOf<Figure extends string>(
  groups: readonly Record<Figure, number>[],
  ...figures: Figure[]
) {
  const sum = (figure: Figure) =>
    groups.reduce((total, group) => total + group[figure], 0);
  return Object.fromEntries(figures.map((figure) => [figure, sum(figure)])) as Record<
    Figure,
    number
  >;
}

function readBetween(
  groups: readonly CountedOutcome[],
): Pick<Outcomes['figures'], 'readBetween'> {
  const times = groups
    .flatMap(({ oldest, newest }) => (oldest && newest ? [oldest, newest] : []))
    .map((time) => time.toISOString())
    .sort();
  const first = times.at(0);
  const last = times.at(-1);
  return { readBetween: first && last ? { first, last } : null };
}

export interface Range {
  start: Date;
  end: Date;
}

interface CalendarDay extends Range {
  day: string;
}

const recentDays = 7;

export function analyticsRanges(
  days: number,
  timeZone: string,
  now: Date,
): { current: Range; previous: Range } {
  const today = calendarDays(timeZone)(now);
  const end = startOfDay(addDays(today, 1), timeZone);
  const start = startOfDay(addDays(today, 1 - days), timeZone);
  const previousStart = startOfDay(addDays(today, 1 - 2 * days), timeZone);
  return { current: { start, end }, previous: { start: previousStart, end: start } };
}

export function recentCalendarDays(timeZone: string, now: Date): CalendarDay[] {
  const today = calendarDays(timeZone)(now);
  return Array.from({ length: recentDays }, (_, index) => {
    const day = addDays(today, index + 1 - recentDays);
    return {
      day,
      start: startOfDay(day, timeZone),
      end: startOfDay(addDays(day, 1), timeZone),
    };
  });
}
