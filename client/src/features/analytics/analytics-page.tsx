import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsRanges } from '#shared/contracts/analytics.ts';
import { type AnalyticsRange, analyticsQuery } from '../../api/analytics.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Select } from '../../components/ui/select.tsx';
import { AnalyticsReport } from './analytics-report.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';

const DEFAULT_RANGE: AnalyticsRange = 30;

export function AnalyticsPage() {
  const [days, setDays] = useState<AnalyticsRange>(DEFAULT_RANGE);
  const analytics = useQuery({ ...analyticsQuery(days), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Analytics Dashboard"
        actions={
          <Select
            aria-label="Time range"
            value={String(days)}
            onChange={(event) => {
              const chosen = analyticsRanges.find((range) => String(range) === event.target.value);
              if (chosen) setDays(chosen);
            }}
          >
            {analyticsRanges.map((range) => (
              <option key={range} value={range}>
                Last {range} days
              </option>
            ))}
          </Select>
        }
      />
      {analytics.isPending && <AnalyticsSkeleton />}
      {analytics.isError && !analytics.data && (
        <ErrorState title="The figures could not be loaded" onRetry={() => void analytics.refetch()}>
          {errorText(analytics.error, 'Failed to load the figures.')} Nothing was lost.
        </ErrorState>
      )}
      {analytics.data && (
        <div
          aria-busy={analytics.isPlaceholderData}
          className={`flex flex-col gap-6 transition-opacity ${analytics.isPlaceholderData ? 'opacity-50' : ''}`}
        >
          <AnalyticsReport analytics={analytics.data} />
        </div>
      )}
    </>
  );
}
