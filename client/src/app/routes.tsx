import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Route, Switch } from 'wouter';
import { authUserQuery } from '../api/auth.ts';
import { EmptyState, PageBody, PageHeader } from '../components/page.tsx';
import {
  AnalyticsSkeleton,
  DiscoverSkeleton,
  HistorySkeleton,
  QueueSkeleton,
  ScheduledSkeleton,
  SettingsSkeleton,
  scheduledSummarySkeleton,
} from '../components/skeletons.tsx';
import { buttonClasses } from '../components/ui/button.tsx';
import { DiscoverScreen } from '../features/discover/discover-screen.tsx';
import { HistoryScreen } from './history-screen.tsx';
import { PageGate } from './page-gate.tsx';
import { AnalyticsPage, QueuePage, ScheduledPage, SettingsPage } from './pages.ts';
import { TopLine } from './top-line.tsx';

const gated = (title: string, skeleton: ReactNode, page: ReactNode, summary?: ReactNode) => (
  <PageGate title={title} skeleton={skeleton} summary={summary}>
    {page}
  </PageGate>
);

const discover = gated('Discover Videos', <DiscoverSkeleton />, <DiscoverScreen />);

function NotFound() {
  const auth = useQuery(authUserQuery);
  if (auth.isPending) return null;
  return (
    <>
      {auth.data?.authenticated && <TopLine />}
      <PageHeader title="404 Page Not Found" />
      <PageBody>
        <EmptyState
          icon={Compass}
          title="There is nothing at this address"
          action={
            <Link href="/discover" className={buttonClasses('primary')}>
              Discover Videos
            </Link>
          }
        >
          Did you forget to add the page to the router?
        </EmptyState>
      </PageBody>
    </>
  );
}

export function Routes() {
  return (
    <Switch>
      <Route path="/">{discover}</Route>
      <Route path="/discover">{discover}</Route>
      <Route path="/queue">{gated('Review Queue', <QueueSkeleton />, <QueuePage />)}</Route>
      <Route path="/scheduled">
        {gated('Scheduled Comments', <ScheduledSkeleton />, <ScheduledPage />, scheduledSummarySkeleton)}
      </Route>
      <Route path="/history">{gated('Comment History', <HistorySkeleton />, <HistoryScreen />)}</Route>
      <Route path="/analytics">
        {gated('Analytics Dashboard', <AnalyticsSkeleton />, <AnalyticsPage />)}
      </Route>
      <Route path="/settings">{gated('Voice Profile', <SettingsSkeleton />, <SettingsPage />)}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
