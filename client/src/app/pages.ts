import { onDemand } from '../lib/on-demand.ts';

// All but Discover, where everybody starts.
export const QueuePage = onDemand(async () => (await import('../features/queue/queue-page.tsx')).QueuePage);
export const ScheduledPage = onDemand(
  async () => (await import('../features/scheduled/scheduled-page.tsx')).ScheduledPage,
);
export const HistoryPage = onDemand(
  async () => (await import('../features/history/history-page.tsx')).HistoryPage,
);
export const AnalyticsPage = onDemand(
  async () => (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage,
);
export const SettingsPage = onDemand(
  async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
);
