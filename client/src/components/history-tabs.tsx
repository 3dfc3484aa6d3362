import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { replyCountsQuery } from '../api/replies.ts';
import { classNames } from '../lib/class-names.ts';
import { formatNumber } from '../lib/numbers.ts';

interface HistoryTabsProps {
  current: 'comments' | 'replies';
  /** How many there are; missing until it is known. */
  comments: number | undefined;
}

/** The two halves of Comment History, in its title row. */
export function HistoryTabs({ current, comments }: HistoryTabsProps) {
  const replies = useQuery(replyCountsQuery).data;
  const tabs = [
    { tab: 'comments', href: '/history', label: 'Comments', count: comments },
    {
      tab: 'replies',
      href: '/history?tab=replies',
      label: 'Replies',
      count: replies && replies.new + replies.read,
    },
  ];
  return (
    <nav aria-label="Comment History" className="flex gap-6 sm:-my-1 sm:ml-3">
      {tabs.map(({ tab, href, label, count }) => (
        <Link
          key={tab}
          href={href}
          aria-current={tab === current ? 'page' : undefined}
          className={classNames(
            'flex h-11 items-center gap-1.5 border-b-2 text-base font-medium transition-colors hover:text-text sm:h-(--title-row)',
            tab === current ? 'border-ink text-text' : 'border-transparent text-muted',
          )}
        >
          {label}{' '}
          <span className="min-w-[1ch] text-sm font-normal text-muted tabular-nums">
            {count !== undefined && formatNumber(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
