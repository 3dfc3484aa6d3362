import type { ReplyCounts } from '#shared/contracts/replies.ts';
import { PageTabs } from './page.tsx';

interface HistoryTabsProps {
  current: 'comments' | 'replies';
  comments: number | undefined;
  replies: ReplyCounts | undefined;
}

export function HistoryTabs({ current, comments, replies }: HistoryTabsProps) {
  const waiting = replies && replies.new + replies.read;
  const tabs = [
    { tab: 'comments', href: '/history', label: 'Comments', count: comments },
    { tab: 'replies', href: '/history?tab=replies', label: 'Replies', count: waiting },
  ];
  return <PageTabs label="Comment History" current={current} tabs={tabs} />;
}
