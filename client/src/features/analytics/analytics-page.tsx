import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type AnalyticsResponse,
  analyticsRanges,
  type HoursAfterUpload,
} from '#shared/contracts/analytics.ts';
import { type CommentStatus, commentStyleLabels } from '#shared/contracts/primitives.ts';
import {
  type AnalyticsRange,
  analyticsQuery,
  learningQuery,
  replyCountsQuery,
} from '../../api/outcomes.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { LoadError, PageBody, PageHeader } from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { AnalyticsSkeleton } from '../../components/skeletons.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { Select } from '../../components/ui/form-fields.tsx';
import { useAddress } from '../../lib/address.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { LearningReport } from './learning-report.tsx';
import {
  ActivityLegend,
  DataTable,
  isQuiet,
  LIKES_AND_REPLIES,
  RecentActivity,
  Section,
  WhatBecameOfThem,
} from './outcomes-report.tsx';

const countWith = (
  { statusBreakdown }: AnalyticsResponse,
  status: CommentStatus,
): number => statusBreakdown.find((each) => each.status === status)?.count ?? 0;

export function headline(analytics: AnalyticsResponse): string {
  const { days, totals } = analytics;
  const total = totals.totalComments;
  const period = `in the last ${days} days`;
  if (total === 0) return `No comments were generated ${period}.`;
  const posted = countWith(analytics, 'posted');
  if (posted === 0)
    return `You generated ${counted(total, 'comment')} ${period}; none of them is posted yet.`;
  if (posted === total)
    return `You generated ${counted(total, 'comment')} ${period} and posted all of them.`;
  return `You posted ${formatNumber(posted)} of ${counted(total, 'comment')} ${period}.`;
}

export const qualityText = ({
  count,
  averageQuality,
}: {
  count: number;
  averageQuality: number;
}): string => (count === 0 ? '–' : `${averageQuality.toFixed(1)}/10`);

export function comparedText({
  days,
  totals,
  previousTotals,
}: AnalyticsResponse): string {
  const before = previousTotals.totalComments;
  if (before === 0) return 'Nothing to compare yet';
  const difference = totals.totalComments - before;
  if (difference === 0) return `As many as in the ${days} days before`;
  const moreOrFewer = difference > 0 ? 'more' : 'fewer';
  return `${formatNumber(Math.abs(difference))} ${moreOrFewer} than in the ${days} days before`;
}

/**
 * Returns the numbers behind Success Rate, and the same without drafts that are still
 * waiting.
 */
function dueText(analytics: AnalyticsResponse): string {
  const posted = countWith(analytics, 'posted');
  const due = posted + countWith(analytics, 'failed');
  const ofAll = `${formatNumber(posted)} of ${counted(analytics.totals.totalComments, 'draft')} posted`;
  return due === 0
    ? ofAll
    : `${ofAll}, ${formatNumber(posted)} of ${formatNumber(due)} that were due`;
}

function Figures({ analytics }: { analytics: AnalyticsResponse }) {
  const { totals, previousTotals: before } = analytics;
  const total = totals.totalComments;
  const posted = countWith(analytics, 'posted');
  const approved = countWith(analytics, 'approved') + posted;
  const beforeText = (rate: number) =>
    before.totalComments > 0 ? `, before: ${rate}%` : '';
  const figures = [
    ['Total Comments', formatNumber(total), comparedText(analytics)],
    [
      'Success Rate',
      `${totals.successRate}%`,
      `${dueText(analytics)}${beforeText(before.successRate)}`,
    ],
    [
      'Approval Rate',
      `${totals.approvalRate}%`,
      `${formatNumber(approved)} of ${formatNumber(total)} approved or posted${beforeText(before.approvalRate)}`,
    ],
    [
      'Avg Quality Score',
      qualityText({ count: total, averageQuality: totals.averageQuality }),
      'Our estimate when drafting, not an outcome',
    ],
  ];
  return (
    <section
      aria-label="Figures"
      className="-mx-(--gutter) border-y border-line lg:px-[calc(var(--gutter)-1.25rem)]"
    >
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {figures.map(([label, value, note]) => (
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

/** Explains why History lists more comments than are counted here. */
function AnswersLeftOut() {
  const answered = useQuery(replyCountsQuery).data?.answered ?? 0;
  if (answered === 0) return null;
  return (
    <p className="text-sm text-muted">
      Comments on videos are counted here. Your {counted(answered, 'answer')} to replies{' '}
      {answered === 1 ? 'is' : 'are'} in Comment History only.
    </p>
  );
}

const BARS: Record<CommentStatus, string> = {
  pending: 'bg-pending',
  approved: 'bg-approved',
  rejected: 'bg-rejected',
  posted: 'bg-posted',
  failed: 'bg-failed',
};

const StatusBreakdown = ({
  breakdown,
}: {
  breakdown: AnalyticsResponse['statusBreakdown'];
}) => (
  <ul className="flex flex-col gap-3">
    {breakdown.map(({ status, count, percent }) => (
      <li
        key={status}
        className="grid grid-cols-[6.5rem_minmax(0,1fr)_6rem] items-center gap-4 max-sm:grid-cols-[5.5rem_minmax(0,1fr)_5.5rem] max-sm:gap-3"
      >
        <span>
          <StateBadge state={status} />
        </span>
        <Progress
          value={percent}
          label={`${status}: share of all comments`}
          barClassName={BARS[status]}
        />
        <span className="text-right text-sm tabular-nums">
          {formatNumber(count)} <span className="text-muted">({percent}%)</span>
        </span>
      </li>
    ))}
  </ul>
);

const AGES: Record<HoursAfterUpload[number]['age'], string> = {
  under1: 'Under 1 hour',
  from1to6: '1 to 6 hours',
  from6to24: '6 to 24 hours',
  from1to7days: '1 to 7 days',
  older: 'Later',
};

function AnalyticsReport({ analytics }: { analytics: AnalyticsResponse }) {
  const { recentActivity, overall } = analytics;
  const breakdown = analytics.statusBreakdown.filter(({ count }) => count > 0);
  const styles = analytics.stylePerformance.filter(({ count }) => count > 0);
  const ages = analytics.hoursAfterUpload.filter(({ comments }) => comments > 0);
  return (
    <>
      <p className="max-w-160 text-[1.875rem] leading-9.5 font-semibold tracking-tight text-balance max-sm:text-xl max-sm:leading-7">
        {headline(analytics)}
      </p>
      <Figures analytics={analytics} />
      <AnswersLeftOut />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <Section
          title="Recent Activity (Last 7 Days)"
          note={isQuiet(recentActivity) ? null : <ActivityLegend />}
        >
          <RecentActivity activity={recentActivity} />
        </Section>
        <Section title="Comment Status Breakdown">
          {breakdown.length === 0 ? (
            <p className="text-muted">
              Drafts are counted here by status once there are some.
            </p>
          ) : (
            <StatusBreakdown breakdown={breakdown} />
          )}
        </Section>
        <Section title="Voice Profile Performance" note="per comment style">
          <DataTable
            label="Styles as a table"
            rows={styles}
            empty="The styles that you draft in show up here."
            columns={[
              ['Style', ({ style }) => commentStyleLabels[style]],
              ['Comments', ({ count }) => count],
              ['Posted', ({ posted }) => posted],
              ['Success', ({ successRate }) => `${successRate}%`],
              ['Quality', qualityText],
            ]}
          />
        </Section>
        <Section title="Top Performing Channels" note="at least 2 comments">
          <DataTable
            label="Channels as a table"
            rows={analytics.topChannels}
            empty="Channels with at least two comments show up here."
            columns={[
              ['Channel', ({ channelTitle }) => channelTitle],
              ['Comments', ({ count }) => count],
              ['Posted', ({ posted }) => posted],
              ...LIKES_AND_REPLIES,
              ['Quality', qualityText],
            ]}
          />
        </Section>
      </div>
      {ages.length > 0 && (
        <Section title="Hours After Upload" note="comments posted in this period">
          <DataTable
            label="Hours after upload as a table"
            rows={ages}
            columns={[
              ['Posted', ({ age }) => AGES[age]],
              ['Comments', ({ comments }) => comments],
              ['Visible', ({ visible }) => visible],
              ['Creator replied', (row) => row.repliedByCreator],
              ['Others replied', (row) => row.repliedByOthers],
            ]}
          />
        </Section>
      )}
      <WhatBecameOfThem analytics={analytics} />
      <LearningReport />
      <Section
        title="Overall Platform Stats"
        note="since the beginning"
        className="flex flex-wrap items-baseline gap-x-10 gap-y-3 border-t border-line pt-5"
      >
        <dl className="flex flex-wrap gap-x-7 gap-y-2 text-sm tabular-nums">
          {[
            ['Videos Found', formatNumber(overall.videosFound)],
            ['In Queue', formatNumber(overall.inQueue), 'scheduled ones included'],
            ['Total Comments', formatNumber(overall.totalComments)],
            ['Comments Posted', formatNumber(overall.commentsPosted)],
            ['Success Rate', `${overall.successRate}%`, 'of all drafts'],
          ].map(([label, value, note]) => (
            <div key={label} className="flex flex-row-reverse gap-1.5">
              <dt className="text-muted">
                {label}
                {note && `, ${note}`}
              </dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

const DEFAULT_RANGE: AnalyticsRange = 30;
const addressContract = z.object({
  days: z.coerce.number().pipe(z.literal(analyticsRanges)).optional(),
});

export function AnalyticsPage() {
  const [{ days = DEFAULT_RANGE }, setAddress] = useAddress(addressContract);
  const analytics = useQuery({
    ...analyticsQuery(days),
    placeholderData: keepPreviousData,
  });
  const learning = useQuery(learningQuery());
  // Shown together: a section that came later would move those below.
  const isPending = analytics.isPending || (analytics.isSuccess && learning.isPending);
  return (
    <>
      <PageHeader
        title="Analytics Dashboard"
        actions={
          <>
            {/* In the title row, so that nothing moves when the offer appears. */}
            <SampleOffer place="title" />
            <Select
              aria-label="Time range"
              value={days}
              options={analyticsRanges.map((range) => [range, `Last ${range} days`])}
              onValueChange={(value) =>
                setAddress({ days: value === String(DEFAULT_RANGE) ? undefined : value })
              }
            />
          </>
        }
      />
      <PageBody>
        {isPending && <AnalyticsSkeleton />}
        {analytics.isError && !analytics.data && (
          <LoadError what="figures" query={analytics} />
        )}
        {analytics.data && !isPending && (
          <div
            aria-busy={analytics.isPlaceholderData}
            className={`flex flex-col gap-6 transition-opacity ${analytics.isPlaceholderData ? 'opacity-50' : ''}`}
          >
            {analytics.data.timeZone !== viewersZone() && (
              <p className="text-sm text-muted">
                Days are those of {analytics.data.timeZone}: the server does not know{' '}
                {viewersZone()}.
              </p>
            )}
            <AnalyticsReport analytics={analytics.data} />
          </div>
        )}
        {analytics.data && (
          <div className="mt-6 empty:hidden">
            <SampleOffer place="end" />
          </div>
        )}
      </PageBody>
    </>
  );
}
