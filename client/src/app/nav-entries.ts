import { CalendarClock, ChartColumn, History, ListChecks, type LucideIcon, Mic, Search } from 'lucide-react';
import { AnalyticsPage, HistoryPage, QueuePage, ScheduledPage, SettingsPage } from './pages.ts';

export interface NavEntry {
  path: string;
  label: string;
  shortLabel: string;
  icon: LucideIcon;
  count?: 'inReview' | 'scheduled' | 'newReplies';
  page?: { preload: () => void };
}

export const navEntries: readonly NavEntry[] = [
  { path: '/discover', label: 'Discover Videos', shortLabel: 'Discover', icon: Search },
  {
    path: '/queue',
    label: 'Review Queue',
    shortLabel: 'Queue',
    icon: ListChecks,
    count: 'inReview',
    page: QueuePage,
  },
  {
    path: '/scheduled',
    label: 'Scheduled',
    shortLabel: 'Scheduled',
    icon: CalendarClock,
    count: 'scheduled',
    page: ScheduledPage,
  },
  {
    path: '/history',
    label: 'Comment History',
    shortLabel: 'History',
    icon: History,
    count: 'newReplies',
    page: HistoryPage,
  },
  { path: '/analytics', label: 'Analytics', shortLabel: 'Analytics', icon: ChartColumn, page: AnalyticsPage },
  { path: '/settings', label: 'Voice Profile', shortLabel: 'Voice', icon: Mic, page: SettingsPage },
];
