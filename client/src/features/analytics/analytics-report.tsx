import { type ReactNode, useId } from 'react';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { inQueueNote, successRateNote } from '../../lib/figure-notes.ts';
import { DataTable } from './data-table.tsx';
import { Figures } from './figures.tsx';
import { headline, qualityText } from './headline.ts';
import { ActivityLegend, isQuiet, RecentActivity } from './recent-activity.tsx';
import { StatusBreakdown } from './status-breakdown.tsx';

interface SectionProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line pb-2">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

export function AnalyticsReport({ analytics }: { analytics: AnalyticsResponse }) {
  const { statusBreakdown, stylePerformance, recentActivity, topChannels, overall } = analytics;
  return (
    <>
      <p className="max-w-measure text-lg">{headline(analytics)}</p>
      <Figures analytics={analytics} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <Section title="Comment Status Breakdown">
          <StatusBreakdown breakdown={statusBreakdown} />
        </Section>
        <Section
          title="Recent Activity (Last 7 Days)"
          note={isQuiet(recentActivity) ? null : <ActivityLegend />}
        >
          <RecentActivity activity={recentActivity} />
        </Section>
        <Section title="Voice Profile Performance" note="per comment style">
          <DataTable
            label="Styles as a table"
            rows={stylePerformance}
            columns={[
              { name: 'Style', read: ({ style }) => commentStyleLabels[style] },
              { name: 'Comments', numeric: true, read: ({ count }) => count },
              { name: 'Posted', numeric: true, read: ({ posted }) => posted },
              { name: 'Success', numeric: true, read: ({ successRate }) => `${successRate}%` },
              { name: 'Quality', numeric: true, read: qualityText },
            ]}
          />
        </Section>
        <Section title="Top Performing Channels">
          {topChannels.length === 0 ? (
            <p className="text-muted">Channels with at least two comments show up here.</p>
          ) : (
            <DataTable
              label="Channels as a table"
              rows={topChannels}
              columns={[
                { name: 'Channel', read: ({ channelTitle }) => channelTitle },
                { name: 'Comments', numeric: true, read: ({ count }) => count },
                { name: 'Posted', numeric: true, read: ({ posted }) => posted },
                { name: 'Quality', numeric: true, read: qualityText },
              ]}
            />
          )}
        </Section>
      </div>
      <Section title="Overall Platform Stats" note="since the beginning">
        <dl className="grid grid-cols-2 gap-x-10 gap-y-3 tabular-nums sm:flex">
          {[
            ['Videos Found', overall.videosFound],
            ['In Queue', overall.inQueue, inQueueNote],
            ['Total Comments', overall.totalComments],
            ['Comments Posted', overall.commentsPosted],
            ['Success Rate', `${overall.successRate}%`, successRateNote],
          ].map(([label, value, note]) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-lg font-semibold">{value}</dd>
              {note && <dd className="order-first text-xs text-muted">{note}</dd>}
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
