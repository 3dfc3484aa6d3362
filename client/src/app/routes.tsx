import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import type { Stats } from '#shared/contracts/status.ts';
import { authUserQuery, useSignedIn } from '../api/auth.ts';
import { statsQuery } from '../api/comments.ts';
import {
  discoverLink,
  EmptyState,
  PageBody,
  PageHeader,
  QueryError,
} from '../components/page.tsx';
import {
  AnalyticsSkeleton,
  DiscoverSkeleton,
  HistorySkeleton,
  QueueSkeleton,
  ScheduledSkeleton,
  SettingsSkeleton,
  scheduledSummarySkeleton,
} from '../components/skeletons.tsx';
import { Skeleton } from '../components/ui/button.tsx';
import { Account } from '../features/auth/account.tsx';
import { useAddressValue } from '../lib/address.ts';
import { classNames, lazyWithPreload } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { isViewersZoneKnown } from '../lib/time-zone.ts';
import { counts, type WorkCounts } from '../review/counts.ts';
import { useWork } from '../review/work.ts';
import { DiscoverScreen } from './discover-screen.tsx';
import {
  AnalyticsPage,
  FollowingPage,
  HistoryPage,
  QueuePage,
  RepliesPage,
  ScheduledPage,
  SettingsPage,
} from './frame.tsx';

function HistoryScreen() {
  const tab = useAddressValue('tab');
  return tab === 'replies' ? <RepliesPage /> : <HistoryPage />;
}

const DEFAULT_SUCCESS_RATE = 94;

/**
 * Says how many comments in the queue are scheduled: the Review Queue and its badge leave
 * those out.
 */
const scheduledNote = (_: Stats, { scheduled }: WorkCounts): string =>
  scheduled > 0 ? `${formatNumber(scheduled)} scheduled` : '';

/**
 * Says how many of the due comments were posted, because
 * the success rate also counts drafts that are not due yet.
 */
function dueNote({ commentsPosted }: Stats, { failed }: WorkCounts): string {
  const due = commentsPosted + failed;
  return due > 0 ? `${formatNumber(commentsPosted)} of ${formatNumber(due)} due` : '';
}

const FIGURES: [
  label: string,
  read: (stats: Stats, work: WorkCounts | undefined) => string,
  note?: typeof dueNote,
][] = [
  ['Videos Found', ({ videosFound }) => formatNumber(videosFound)],
  ['In Queue', (_, work) => (work ? formatNumber(work.inQueue) : '–'), scheduledNote],
  ['Comments Posted', ({ commentsPosted }) => formatNumber(commentsPosted)],
  [
    'Success Rate',
    ({ successRate }) => `${successRate ?? DEFAULT_SUCCESS_RATE}%`,
    dueNote,
  ],
];

/** Zeros are shown muted: they say little before the first comment. */
const isZero = (shown: string) => shown === '0' || shown === '0%';

function Figures() {
  const signedIn = useSignedIn() === true;
  const { data, isPending } = useQuery({ ...statsQuery, enabled: signedIn });
  const work = useWork(counts);
  return (
    <dl
      aria-busy={isPending}
      className="flex min-h-10 items-center gap-x-4 text-sm whitespace-nowrap max-2xl:gap-x-3.5 max-sm:justify-between max-sm:gap-x-1.5"
    >
      {FIGURES.map(([label, read, note]) => {
        const shown = data ? read(data, work) : '–';
        return (
          <div
            key={label}
            className="flex flex-row-reverse gap-1.5 max-sm:flex-col-reverse max-sm:gap-0 sm:items-center"
          >
            <dt className="text-xs text-muted max-[24rem]:tracking-tight max-[22rem]:tracking-tighter sm:leading-3.5">
              {label}{' '}
              <span className="block text-[0.6875rem] max-sm:sr-only">
                {note && data && work && note(data, work)}
              </span>
            </dt>
            <dd
              className={classNames(
                'tabular-nums max-sm:leading-4',
                isZero(shown) ? 'font-medium text-muted' : 'font-semibold',
              )}
            >
              {isPending ? <Skeleton className="my-0.5 h-4 w-7 max-sm:my-0" /> : shown}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const AccountMenuContent = lazyWithPreload(
  async () => (await import('./signed-in.tsx')).AccountMenuContent,
);

const Bell = lazyWithPreload(async () => (await import('./bell.tsx')).Bell);

const TopLine = () => (
  <div className="flex min-h-(--top-line) shrink-0 justify-between border-b px-(--gutter) max-[76rem]:flex-col-reverse min-[76rem]:items-center min-[76rem]:gap-4">
    <Figures />
    <Account
      bell={
        <Suspense fallback={<span className="size-(--control) shrink-0" />}>
          <Bell />
        </Suspense>
      }
    >
      <AccountMenuContent />
    </Account>
  </div>
);

const SignedOutPage = lazyWithPreload(
  async () => (await import('../features/auth/signed-out-page.tsx')).SignedOutPage,
);

const InServersZone = lazyWithPreload(
  async () => (await import('./unknown-zone.tsx')).InServersZone,
);

interface PageGateProps {
  title: string;
  /** Placeholder for the title row's summary while it loads. */
  summary?: ReactNode;
  skeleton: ReactNode;
  children: ReactNode;
}

/** Shows a page to the signed-in owner, and the sign-in page to anyone else. */
export function PageGate({ title, summary, skeleton, children }: PageGateProps) {
  const auth = useQuery(authUserQuery);
  // Keep a page that is already shown: a banner says that the server does not answer.
  if (auth.isError && !auth.data) {
    return (
      <>
        <PageHeader title={title} />
        <PageBody>
          <QueryError
            title="Sign-in status unknown"
            query={auth}
            fallback="Failed to check whether you are signed in"
          />
        </PageBody>
      </>
    );
  }
  if (auth.data?.authenticated === false) {
    return (
      <Suspense>
        <SignedOutPage title={title} sandbox={auth.data.sandbox.google} />
      </Suspense>
    );
  }
  const waiting = (
    <>
      <PageHeader title={title} summary={summary} />
      <PageBody>{skeleton}</PageBody>
    </>
  );
  return (
    <>
      <TopLine />
      {auth.data ? (
        <Suspense fallback={waiting}>
          {isViewersZoneKnown() ? (
            children
          ) : (
            <InServersZone waiting={waiting}>{children}</InServersZone>
          )}
        </Suspense>
      ) : (
        waiting
      )}
    </>
  );
}

function NotFound() {
  const auth = useQuery(authUserQuery);
  if (auth.isPending) return null;
  return (
    <>
      {auth.data?.authenticated && <TopLine />}
      <PageHeader title="404 Page Not Found" />
      <PageBody>
        <EmptyState
          icon={Compass}
          title="There is nothing at this address"
          action={discoverLink}
        >
          Did you forget to add the page to the router?
        </EmptyState>
      </PageBody>
    </>
  );
}

const gated = (
  title: string,
  skeleton: ReactNode,
  page: ReactNode,
  summary?: ReactNode,
) => (
  <PageGate title={title} skeleton={skeleton} summary={summary}>
    {page}
  </PageGate>
);

const discover = gated('Discover Videos', <DiscoverSkeleton />, <DiscoverScreen />);

export const Routes = () => (
  <Switch>
    <Route path="/">{discover}</Route>
    <Route path="/discover">{discover}</Route>
    <Route path="/following">
      {gated('Following', <DiscoverSkeleton />, <FollowingPage />)}
    </Route>
    <Route path="/queue">{gated('Review Queue', <QueueSkeleton />, <QueuePage />)}</Route>
    <Route path="/scheduled">
      {gated(
        'Scheduled Comments',
        <ScheduledSkeleton />,
        <ScheduledPage />,
        scheduledSummarySkeleton,
      )}
    </Route>
    <Route path="/history">
      {gated('Comment History', <HistorySkeleton />, <HistoryScreen />)}
    </Route>
    <Route path="/analytics">
      {gated('Analytics Dashboard', <AnalyticsSkeleton />, <AnalyticsPage />)}
    </Route>
    <Route path="/settings">
      {gated('Voice Profile', <SettingsSkeleton />, <SettingsPage />)}
    </Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
);
