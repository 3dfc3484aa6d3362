import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { successRateNote } from '../../lib/figure-notes.ts';
import { changeText, qualityText } from './headline.ts';

export function Figures({ analytics }: { analytics: AnalyticsResponse }) {
  const { totals, previousTotals: before, days } = analytics;
  const figures = [
    {
      label: 'Total Comments',
      value: String(totals.totalComments),
      change: changeText(totals.totalComments, before.totalComments, ''),
    },
    {
      label: 'Success Rate',
      note: successRateNote,
      value: `${totals.successRate}%`,
      change: changeText(totals.successRate, before.successRate, ' points'),
    },
    {
      label: 'Approval Rate',
      value: `${totals.approvalRate}%`,
      change: changeText(totals.approvalRate, before.approvalRate, ' points'),
    },
    {
      label: 'Avg Quality Score',
      value: qualityText({ count: totals.totalComments, averageQuality: totals.averageQuality }),
      change: totals.totalComments > 0 ? changeText(totals.averageQuality, before.averageQuality, '') : '',
    },
  ];
  return (
    <section aria-label="Figures">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line lg:grid-cols-4">
        {figures.map(({ label, note, value, change }) => (
          <div key={label} className="flex flex-col-reverse justify-end bg-raised px-4 py-3 tabular-nums">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 text-2xl font-semibold">
              {value}
              {before.totalComments > 0 && (
                <span className="text-sm font-normal whitespace-nowrap text-muted">{change}</span>
              )}
            </dd>
            {note && <dd className="order-first text-xs text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">
        {before.totalComments > 0
          ? `Changes are against the ${days} days before.`
          : `There were no comments in the ${days} days before to compare with.`}
      </p>
    </section>
  );
}
