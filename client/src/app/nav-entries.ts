import { CalendarClock, ChartColumn, History, ListChecks, type LucideIcon, Mic, Search } from 'lucide-react';

export interface NavEntry {
  path: string;
  label: string;
  /** For the bottom bar of a phone. */
  shortLabel: string;
  icon: LucideIcon;
  count?: 'inReview' | 'scheduled';
}

/** SPEC §2, in its order. */
export const navEntries: readonly NavEntry[] = [
  { path: '/discover', label: 'Discover Videos', shortLabel: 'Discover', icon: Search },
  { path: '/queue', label: 'Review Queue', shortLabel: 'Queue', icon: ListChecks, count: 'inReview' },
  {
    path: '/scheduled',
    label: 'Scheduled',
    shortLabel: 'Schedule',
    icon: CalendarClock,
    count: 'scheduled',
  },
  { path: '/history', label: 'Comment History', shortLabel: 'History', icon: History },
  { path: '/analytics', label: 'Analytics', shortLabel: 'Analytics', icon: ChartColumn },
  { path: '/settings', label: 'Voice Profile', shortLabel: 'Voice', icon: Mic },
];
