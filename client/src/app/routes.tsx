import { Route, Switch } from 'wouter';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { NotFound } from './not-found.tsx';
import { PageGate } from './page-gate.tsx';
import { AnalyticsPage, HistoryPage, QueuePage, ScheduledPage, SettingsPage } from './pages.ts';

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
