import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Notice } from '#shared/contracts/notices.ts';
import { noticesQuery, useReadNotices } from '../api/notices.ts';
import { When } from '../components/time.tsx';
import { buttonClasses, StateDot } from '../components/ui/button.tsx';
import { classNames } from '../lib/browser.ts';
import { isOver, useBrowserNotices } from '../lib/browser-notices.ts';
import { counted } from '../lib/formats.ts';

function Entry({
  isNew,
  onOpen,
  ...notice
}: Notice & { isNew: boolean; onOpen: () => void }) {
  const { title, text, path, at, resolvedAt } = notice;
  const look = 'flex flex-col gap-0.5 rounded-control px-2 py-2.5 hover:bg-hover';
  return (
    <li className="border-t first:border-0">
      <Link href={path} onClick={onOpen} className={look}>
        <span className="flex items-baseline gap-2">
          {isNew && (
            <>
              <StateDot tone="accent" />
              <span className="sr-only">New: </span>
            </>
          )}
          <span
            className={`min-w-0 flex-1 wrap-anywhere ${resolvedAt ? 'text-soft' : 'font-medium'}`}
          >
            {title}
          </span>
        </span>
        <span className="line-clamp-6 text-sm whitespace-pre-line wrap-anywhere text-soft">
          {text}
        </span>
        <span className="text-xs text-muted">
          <When iso={at} />
          {isOver(notice)
            ? ' · resolved'
            : notice.toldAt === null && ' · sent after the quiet hours'}
        </span>
      </Link>
    </li>
  );
}

/** Lists the notices of the last thirty days. Opening the list marks them as read. */
export function Bell() {
  const id = useId();
  const [, navigate] = useLocation();
  const notices = useQuery(noticesQuery);
  const read = useReadNotices();
  // Notices that were new when the list was opened stay marked while it is open.
  const [news, setNews] = useState<ReadonlySet<number> | null>(null);
  useBrowserNotices(notices.data, navigate);
  const unread = notices.data?.filter(({ isRead }) => !isRead) ?? [];
  const label = unread.length > 0 ? `Notices, ${unread.length} new` : 'Notices';

  function toggle(isOpen: boolean): void {
    setNews(isOpen ? new Set(unread.map((notice) => notice.id)) : null);
    const [newest] = unread;
    if (isOpen && newest) read.mutate(newest.at);
  }
  const close = () => document.getElementById(id)?.hidePopover();

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        title="Notices"
        className={classNames(
          buttonClasses('ghost', 'icon'),
          'relative max-sm:-mr-1 max-sm:w-7',
        )}
      >
        <BellIcon />
        {unread.length > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-semibold text-on-ink tabular-nums"
          >
            {unread.length > 9 ? '9+' : unread.length}
          </span>
        )}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Notices"
        onBeforeToggle={(event) => toggle(event.newState === 'open')}
        className="absolute top-12 right-(--gutter) left-auto m-0 max-h-[min(36rem,calc(100dvh-4rem))] w-96 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-panel bg-raised p-2 text-text shadow-float"
      >
        {news && (
          <>
            <div className="flex items-baseline justify-between gap-3 px-2 pt-1 pb-1.5">
              <h2 className="font-semibold">Notices</h2>
              <Link
                href="/settings?tab=notices"
                onClick={close}
                className="py-1 text-sm text-accent underline underline-offset-2"
              >
                Settings
              </Link>
            </div>
            {notices.data?.length ? (
              <ul aria-label={counted(notices.data.length, 'notice')}>
                {notices.data.map((notice) => (
                  <Entry
                    key={notice.id}
                    {...notice}
                    isNew={news.has(notice.id)}
                    onOpen={close}
                  />
                ))}
              </ul>
            ) : (
              <p role="status" className="px-2 pb-2 text-muted">
                {notices.isError
                  ? 'The notices could not be loaded.'
                  : 'Nothing needed your attention in the last 30 days.'}
              </p>
            )}
          </>
        )}
      </section>
    </>
  );
}
