import type {
  AnalyticsQuery,
  AnalyticsResponse,
  Learning,
} from '#shared/contracts/analytics.ts';
import type { Stats } from '#shared/contracts/status.ts';
import { isTimeZone } from '#shared/rules/calendar.ts';
import { percent } from '#shared/rules/comment-text.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { AnalyticsRepository } from './analytics.repository.ts';
import {
  analyticsRanges,
  hoursAfterUpload,
  postedResults,
  recentActivity,
  recentCalendarDays,
  statusBreakdown,
  stylePerformance,
  topChannels,
  totals,
} from './analytics.rules.ts';
import { learning, recentMonths } from './learning.rules.ts';

interface Deps {
  repository: AnalyticsRepository;
  clock: Clock;
}

export function createAnalyticsService({ repository, clock }: Deps) {
  return {
    async stats(): Promise<Stats> {
      const { videosFound, inQueue, commentsPosted, totalComments } =
        await repository.overall(clock.now());
      return {
        videosFound,
        inQueue,
        commentsPosted,
        successRate: percent(commentsPosted, totalComments),
      };
    },

    async analytics({ days, timeZone }: AnalyticsQuery): Promise<AnalyticsResponse> {
      requireTimeZone(timeZone);
      const now = clock.now();
      const { current, previous } = analyticsRanges(days, timeZone, now);
      const recent = recentCalendarDays(timeZone, now);
      const [overall, inRange, inPrevious, generated, posted, counted] =
        await Promise.all([
          repository.overall(now),
          repository.draftedWithin(current),
          repository.totalsWithin(previous),
          repository.draftedOn(recent),
          repository.postedOn(recent),
          repository.outcomesWithin(current),
        ]);
      return {
        days,
        totals: totals(inRange),
        previousTotals: totals(inPrevious),
        statusBreakdown: statusBreakdown(inRange),
        stylePerformance: stylePerformance(inRange),
        recentActivity: recentActivity(recent, generated, posted),
        topChannels: topChannels(inRange),
        outcomes: postedResults(counted),
        hoursAfterUpload: hoursAfterUpload(counted),
        overall: {
          ...overall,
          successRate: percent(overall.commentsPosted, overall.totalComments),
        },
      };
    },

    /**
     * Always covers the last twelve months: a shorter time would hold too few drafts to
     * compare.
     */
    async learning(timeZone: string): Promise<Learning> {
      requireTimeZone(timeZone);
      const months = recentMonths(timeZone, clock.now());
      return learning(await repository.draftsPostedIn(months), months);
    },
  };
}

/** Throws AppError 400 for an unknown time zone. */
function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw invalid(
    'timeZone: must be the name of a time zone, such as Europe/Berlin or UTC.',
  );
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;
