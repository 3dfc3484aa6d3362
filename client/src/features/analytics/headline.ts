import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import { counted, formatNumber } from '../../lib/formats.ts';

export const countWith = ({ statusBreakdown }: AnalyticsResponse, status: CommentStatus): number =>
  statusBreakdown.find((each) => each.status === status)?.count ?? 0;

export function headline(analytics: AnalyticsResponse): string {
  const { days, totals } = analytics;
  const total = totals.totalComments;
  const period = `in the last ${days} days`;
  if (total === 0) return `No comments were generated ${period}.`;
  const posted = countWith(analytics, 'posted');
  if (posted === 0)
    return `You generated ${counted(total, 'comment')} ${period}; none of them is posted yet.`;
  if (posted === total) return `You generated ${counted(total, 'comment')} ${period} and posted all of them.`;
  return `You posted ${formatNumber(posted)} of ${counted(total, 'comment')} ${period}.`;
}

export function qualityText({ count, averageQuality }: { count: number; averageQuality: number }): string {
  return count === 0 ? '–' : `${averageQuality.toFixed(1)}/10`;
}

/** How many more or fewer there were than before; nothing where there was nothing. */
export function comparedText({ days, totals, previousTotals }: AnalyticsResponse): string {
  const [now, before] = [totals.totalComments, previousTotals.totalComments];
  if (before === 0) return 'Nothing to compare yet';
  if (now === before) return `As many as in the ${days} days before`;
  return `${formatNumber(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than in the ${days} days before`;
}
