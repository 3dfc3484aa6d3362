import { Compass } from 'lucide-react';
import { Link, Route, Switch } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { buttonClasses } from '../components/ui/button.tsx';
import { AnalyticsSkeleton } from '../features/analytics/analytics-skeleton.tsx';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { DiscoverSkeleton } from '../features/discover/discover-skeleton.tsx';
import { HistorySkeleton } from '../features/history/history-skeleton.tsx';
import { QueueSkeleton } from '../features/queue/queue-skeleton.tsx';
import { ScheduledSkeleton } from '../features/scheduled/scheduled-skeleton.tsx';
import { SettingsSkeleton } from '../features/settings/settings-skeleton.tsx';
import { PageGate } from './page-gate.tsx';
import { AnalyticsPage, HistoryPage, QueuePage, ScheduledPage, SettingsPage } from './pages.ts';

const discover = (
  <PageGate title="Discover Videos" skeleton={<DiscoverSkeleton />} withAuthCard withStats>
    <DiscoverPage />
  </PageGate>
);

function NotFound() {
  return (
    <>
      <PageHeader title="404 Page Not Found" />
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
    </>
  );
}

export function Routes() {
  return (
    <Switch>
      <Route path="/">{discover}</Route>
      <Route path="/discover">{discover}</Route>
      <Route path="/queue">
        <PageGate title="Review Queue" skeleton={<QueueSkeleton />} withAuthCard withStats>
          <QueuePage />
        </PageGate>
      </Route>
      <Route path="/scheduled">
        <PageGate title="Scheduled Comments" skeleton={<ScheduledSkeleton />} withAuthCard withStats>
          <ScheduledPage />
        </PageGate>
      </Route>
      <Route path="/history">
        <PageGate title="Comment History" skeleton={<HistorySkeleton />} withStats>
          <HistoryPage />
        </PageGate>
      </Route>
      <Route path="/analytics">
        <PageGate title="Analytics Dashboard" skeleton={<AnalyticsSkeleton />}>
          <AnalyticsPage />
        </PageGate>
      </Route>
      <Route path="/settings">
        <PageGate title="Voice Profile" skeleton={<SettingsSkeleton />}>
          <SettingsPage />
        </PageGate>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
