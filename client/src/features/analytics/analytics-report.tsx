import { type ReactNode, useId } from 'react';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { formatNumber, inQueueNote, successRateNote } from '../../lib/formats.ts';
import { DataTable } from './data-table.tsx';
import { Figures } from './figures.tsx';
import { headline, qualityText } from './headline.ts';
import { ActivityLegend, isQuiet, RecentActivity } from './recent-activity.tsx';
import { StatusBreakdown } from './status-breakdown.tsx';
import { WhatBecameOfThem } from './what-became-of-them.tsx';

interface SectionProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id={id} className="text-base font-semibold tracking-tight">
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
      <p className="max-w-160 text-[1.875rem] leading-9.5 font-semibold tracking-tight text-balance max-sm:text-xl max-sm:leading-7">
        {headline(analytics)}
      </p>
      <Figures analytics={analytics} />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <Section
          title="Recent Activity (Last 7 Days)"
          note={isQuiet(recentActivity) ? null : <ActivityLegend />}
        >
          <RecentActivity activity={recentActivity} />
        </Section>
        <Section title="Comment Status Breakdown">
          <StatusBreakdown breakdown={statusBreakdown} />
        </Section>
        <Section title="Voice Profile Performance" note="per comment style">
          <DataTable
            label="Styles as a table"
            rows={stylePerformance}
            columns={[
              { name: 'Style', read: ({ style }) => commentStyleLabels[style] },
              { name: 'Comments', numeric: true, read: ({ count }) => formatNumber(count) },
              { name: 'Posted', numeric: true, read: ({ posted }) => formatNumber(posted) },
              { name: 'Success', numeric: true, read: ({ successRate }) => `${successRate}%` },
              { name: 'Quality', numeric: true, read: qualityText },
            ]}
          />
        </Section>
        <Section title="Top Performing Channels" note="at least 2 comments">
          {topChannels.length === 0 ? (
            <p className="text-muted">Channels with at least two comments show up here.</p>
          ) : (
            <DataTable
              label="Channels as a table"
              rows={topChannels}
              columns={[
                { name: 'Channel', read: ({ channelTitle }) => channelTitle },
                { name: 'Comments', numeric: true, read: ({ count }) => formatNumber(count) },
                { name: 'Posted', numeric: true, read: ({ posted }) => formatNumber(posted) },
                { name: 'Quality', numeric: true, read: qualityText },
              ]}
            />
          )}
        </Section>
      </div>
      <WhatBecameOfThem analytics={analytics} />
      <section
        aria-labelledby="overall-stats"
        className="flex flex-wrap items-baseline gap-x-10 gap-y-3 border-t border-line pt-5"
      >
        <div className="mr-auto flex flex-wrap items-baseline gap-x-2.5">
          <h2 id="overall-stats" className="text-base font-semibold tracking-tight">
            Overall Platform Stats
          </h2>
          <p className="text-sm text-muted">since the beginning</p>
        </div>
        <dl className="flex flex-wrap gap-x-7 gap-y-2 text-sm tabular-nums">
          {[
            ['Videos Found', formatNumber(overall.videosFound)],
            ['In Queue', formatNumber(overall.inQueue), inQueueNote],
            ['Total Comments', formatNumber(overall.totalComments)],
            ['Comments Posted', formatNumber(overall.commentsPosted)],
            ['Success Rate', `${overall.successRate}%`, successRateNote],
          ].map(([label, value, note]) => (
            <div key={label} className="flex flex-row-reverse gap-1.5" title={note?.toString()}>
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
