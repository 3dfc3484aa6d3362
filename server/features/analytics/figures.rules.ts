import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import {
  type CommentStatus,
  type CommentStyle,
  commentStatuses,
  commentStyles,
} from '#shared/contracts/enums.ts';
import { truncate } from '#shared/rules/format.ts';
import { percent } from '#shared/rules/quality.ts';
import type { CalendarDay } from './ranges.rules.ts';

export interface CountedStatus {
  status: CommentStatus;
  count: number;
  quality: number;
}

export interface CountedComments extends CountedStatus {
  style: CommentStyle;
  channelId: string;
  channelTitle: string;
}

export interface CountedDay {
  dayIndex: number;
  count: number;
}

/** Rule 9.6. */
const topChannelLimit = 5;
const topChannelMinimum = 2;
const channelNameLimit = 30;

const countOf = (groups: readonly CountedStatus[]) => groups.reduce((sum, { count }) => sum + count, 0);
const withStatus = (groups: readonly CountedStatus[], status: CommentStatus) =>
  countOf(groups.filter((group) => group.status === status));

export function averageQuality(groups: readonly CountedStatus[]): number {
  const count = countOf(groups);
  if (count === 0) return 0;
  const sum = groups.reduce((total, { quality }) => total + quality, 0);
  return Math.round(sum / count) / 10;
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

export function statusBreakdown(groups: readonly CountedComments[]): AnalyticsResponse['statusBreakdown'] {
  return commentStatuses.map((status) => {
    const count = withStatus(groups, status);
    return { status, count, percent: percent(count, countOf(groups)) };
  });
}

export function stylePerformance(groups: readonly CountedComments[]): AnalyticsResponse['stylePerformance'] {
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
  generated: readonly CountedDay[],
  posted: readonly CountedDay[],
): AnalyticsResponse['recentActivity'] {
  const on = (counted: readonly CountedDay[], at: number) =>
    counted.find(({ dayIndex }) => dayIndex === at)?.count ?? 0;
  return days.map(({ day }, dayIndex) => ({
    day,
    generated: on(generated, dayIndex),
    posted: on(posted, dayIndex),
  }));
}

export function topChannels(groups: readonly CountedComments[]): AnalyticsResponse['topChannels'] {
  return [...Map.groupBy(groups, ({ channelId }) => channelId).values()]
    .filter((ofChannel) => countOf(ofChannel) >= topChannelMinimum)
    .map((ofChannel) => ({
      channelTitle: truncate(ofChannel[0]?.channelTitle ?? '', channelNameLimit),
      count: countOf(ofChannel),
      posted: withStatus(ofChannel, 'posted'),
      averageQuality: averageQuality(ofChannel),
    }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        b.posted - a.posted ||
        b.averageQuality - a.averageQuality ||
        a.channelTitle.localeCompare(b.channelTitle),
    )
    .slice(0, topChannelLimit);
}
