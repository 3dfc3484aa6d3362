import { useSearch } from 'wouter';
import { HistoryPage, RepliesPage } from './pages.ts';

/** Comment History: the comments, or the replies to them. */
export function HistoryScreen() {
  const tab = new URLSearchParams(useSearch()).get('tab');
  return tab === 'replies' ? <RepliesPage /> : <HistoryPage />;
}
