import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import {
  type CommentStatus,
  type CommentStyle,
  commentStatuses,
  commentStyles,
} from '#shared/contracts/enums.ts';
import { truncate } from '#shared/rules/format.ts';
import { percent } from '#shared/rules/quality.ts';
import { type CalendarDay, isWithin } from './ranges.rules.ts';

/** What is counted of a comment. */
export interface CountedComment {
  status: CommentStatus;
  style: CommentStyle;
  /** 0 to 100, as stored. */
  qualityScore: number;
  channelId: string;
  channelTitle: string;
  createdAt: Date;
  postedAt: Date | null;
}

/** SPEC §9. */
const topChannelLimit = 5;
const topChannelMinimum = 2;
const channelNameLimit = 30;

const postedOf = (comments: readonly CountedComment[]) =>
  comments.filter(({ status }) => status === 'posted').length;

/** The average out of 10, to one decimal; 0 for nothing. */
export function averageQuality(comments: readonly CountedComment[]): number {
  if (comments.length === 0) return 0;
  const sum = comments.reduce((total, { qualityScore }) => total + qualityScore, 0);
  return Math.round(sum / comments.length) / 10;
}

/** SPEC §9: success is posted over total; approval is posted and approved over total. */
export function totals(comments: readonly CountedComment[]): AnalyticsResponse['totals'] {
  const posted = postedOf(comments);
  const approved = comments.filter(({ status }) => status === 'approved').length;
  return {
    totalComments: comments.length,
    successRate: percent(posted, comments.length),
    approvalRate: percent(posted + approved, comments.length),
    averageQuality: averageQuality(comments),
  };
}

/** Every status, also those that no comment has. */
export function statusBreakdown(comments: readonly CountedComment[]): AnalyticsResponse['statusBreakdown'] {
  return commentStatuses.map((status) => {
    const count = comments.filter((comment) => comment.status === status).length;
    return { status, count, percent: percent(count, comments.length) };
  });
}

/** Every style, also those that were not used. */
export function stylePerformance(comments: readonly CountedComment[]): AnalyticsResponse['stylePerformance'] {
  return commentStyles.map((style) => {
    const inStyle = comments.filter((comment) => comment.style === style);
    const posted = postedOf(inStyle);
    return {
      style,
      count: inStyle.length,
      posted,
      successRate: percent(posted, inStyle.length),
      averageQuality: averageQuality(inStyle),
    };
  });
}

/** What was drafted and what was posted on each day. */
export function recentActivity(
  comments: readonly CountedComment[],
  days: readonly CalendarDay[],
): AnalyticsResponse['recentActivity'] {
  return days.map((day) => ({
    day: day.day,
    generated: comments.filter(({ createdAt }) => isWithin(day, createdAt)).length,
    posted: comments.filter(({ status, postedAt }) => status === 'posted' && isWithin(day, postedAt)).length,
  }));
}

/** SPEC §9: at most five channels with at least two comments each, the most commented first. */
export function topChannels(comments: readonly CountedComment[]): AnalyticsResponse['topChannels'] {
  return [...Map.groupBy(comments, ({ channelId }) => channelId).values()]
    .filter((ofChannel) => ofChannel.length >= topChannelMinimum)
    .map((ofChannel) => ({
      channelTitle: truncate(ofChannel[0]?.channelTitle ?? '', channelNameLimit),
      count: ofChannel.length,
      posted: postedOf(ofChannel),
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
