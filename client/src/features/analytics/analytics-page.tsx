import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { analyticsRanges } from '#shared/contracts/analytics.ts';
import { type AnalyticsRange, analyticsQuery } from '../../api/analytics.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { AnalyticsSkeleton } from '../../components/skeletons.tsx';
import { Select } from '../../components/ui/fields.tsx';
import { useAddress } from '../../lib/address.ts';
import { AnalyticsReport } from './analytics-report.tsx';

const DEFAULT_RANGE: AnalyticsRange = 30;
const addressContract = z.object({ days: z.coerce.number().pipe(z.literal(analyticsRanges)).optional() });

export function AnalyticsPage() {
  const [{ days = DEFAULT_RANGE }, setAddress] = useAddress(addressContract);
  const analytics = useQuery({ ...analyticsQuery(days), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Analytics Dashboard"
        actions={
          <Select
            aria-label="Time range"
            value={String(days)}
            onChange={({ target: { value } }) =>
              setAddress({ days: value === String(DEFAULT_RANGE) ? undefined : value })
            }
          >
            {analyticsRanges.map((range) => (
              <option key={range} value={range}>
                Last {range} days
              </option>
            ))}
          </Select>
        }
      />
      <PageBody>
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
      </PageBody>
    </>
  );
}
