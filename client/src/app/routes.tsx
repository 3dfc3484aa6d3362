import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { NotFound } from './not-found.tsx';
import { PageGate } from './page-gate.tsx';

const QueuePage = lazy(async () => ({
  default: (await import('../features/queue/queue-page.tsx')).QueuePage,
}));
const ScheduledPage = lazy(async () => ({
  default: (await import('../features/scheduled/scheduled-page.tsx')).ScheduledPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import('../features/history/history-page.tsx')).HistoryPage,
}));
const AnalyticsPage = lazy(async () => ({
  default: (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
}));

const discover = (
  <PageGate title="Discover Videos" withAuthCard withStats>
    <DiscoverPage />
  </PageGate>
);

/** SPEC §2, Routes. */
export function Routes() {
  return (
    <Switch>
      <Route path="/">{discover}</Route>
      <Route path="/discover">{discover}</Route>
      <Route path="/queue">
        <PageGate title="Review Queue" withAuthCard withStats>
          <QueuePage />
        </PageGate>
      </Route>
      <Route path="/scheduled">
        <PageGate title="Scheduled Comments" withAuthCard withStats>
          <ScheduledPage />
        </PageGate>
      </Route>
      <Route path="/history">
        <PageGate title="Comment History" withStats>
          <HistoryPage />
        </PageGate>
      </Route>
      <Route path="/analytics">
        <PageGate title="Analytics Dashboard">
          <AnalyticsPage />
        </PageGate>
      </Route>
      <Route path="/settings">
        <PageGate title="Voice Profile">
          <SettingsPage />
        </PageGate>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
