import { lazyWithPreload } from '../lib/browser.ts';

// Discover is not lazy: it is the first page.
export const QueuePage = lazyWithPreload(
  async () => (await import('../features/queue/queue-page.tsx')).QueuePage,
);
export const ScheduledPage = lazyWithPreload(
  async () => (await import('../features/scheduled/scheduled-page.tsx')).ScheduledPage,
);
export const HistoryPage = lazyWithPreload(
  async () => (await import('../features/history/history-page.tsx')).HistoryPage,
);
export const RepliesPage = lazyWithPreload(
  async () => (await import('../features/replies/replies-page.tsx')).RepliesPage,
);
export const AnalyticsPage = lazyWithPreload(
  async () => (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage,
);
export const SettingsPage = lazyWithPreload(
  async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
);
