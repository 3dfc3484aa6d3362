import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';

const comments = (count: number) => `${count} comment${count === 1 ? '' : 's'}`;

function compared(now: number, before: number, days: number): string {
  if (before === 0) return '';
  if (now === before) return `, as many as in the ${days} days before`;
  return `, ${Math.abs(now - before)} ${now > before ? 'more' : 'fewer'} than in the ${days} days before`;
}

export function headline({ days, totals, previousTotals, statusBreakdown }: AnalyticsResponse): string {
  const total = totals.totalComments;
  if (total === 0) return `No comments were generated in the last ${days} days.`;
  const posted = statusBreakdown.find(({ status }) => status === 'posted')?.count ?? 0;
  const made = `You generated ${comments(total)} in the last ${days} days${compared(total, previousTotals.totalComments, days)}`;
  if (posted === 0) return `${made}; none of them is posted yet.`;
  return posted === total ? `${made}, and posted all of them.` : `${made}, and posted ${posted} of them.`;
}

export function qualityText({ count, averageQuality }: { count: number; averageQuality: number }): string {
  return count === 0 ? '–' : `${averageQuality.toFixed(1)}/10`;
}

export function changeText(now: number, before: number, unit: '' | ' points'): string {
  const difference = Math.round((now - before) * 10) / 10;
  if (difference === 0) return 'no change';
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference)}${unit}`;
}
