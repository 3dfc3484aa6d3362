import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { formatNumber } from '../../lib/formats.ts';
import { comparedText, countWith, qualityText } from './headline.ts';

export function Figures({ analytics }: { analytics: AnalyticsResponse }) {
  const { totals, previousTotals: before } = analytics;
  const total = totals.totalComments;
  const posted = countWith(analytics, 'posted');
  const approved = countWith(analytics, 'approved') + posted;
  const beforeText = (rate: number) => (before.totalComments > 0 ? `, before: ${rate}%` : '');
  const figures = [
    { label: 'Total Comments', value: formatNumber(total), note: comparedText(analytics) },
    {
      label: 'Success Rate',
      value: `${totals.successRate}%`,
      note: `${formatNumber(posted)} of ${formatNumber(total)} posted${beforeText(before.successRate)}`,
    },
    {
      label: 'Approval Rate',
      value: `${totals.approvalRate}%`,
      note: `${formatNumber(approved)} of ${formatNumber(total)} approved or posted${beforeText(before.approvalRate)}`,
    },
    {
      label: 'Avg Quality Score',
      value: qualityText({ count: total, averageQuality: totals.averageQuality }),
      note: 'Our estimate when drafting, not an outcome',
    },
  ];
  return (
    <section
      aria-label="Figures"
      className="-mx-(--gutter) border-y border-line lg:px-[calc(var(--gutter)-1.25rem)]"
    >
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {figures.map(({ label, value, note }) => (
          <div
            key={label}
            className="bg-surface px-5 py-4 tabular-nums max-lg:odd:pl-(--gutter) max-lg:even:pr-(--gutter)"
          >
            <dt className="text-sm">{label}</dt>
            <dd className="text-2xl leading-9 font-semibold tracking-tight">{value}</dd>
            <dd className="text-xs text-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
