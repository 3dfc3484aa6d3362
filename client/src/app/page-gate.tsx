import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { authUserQuery } from '../api/auth.ts';
import { PageExtras } from '../components/page-extras.ts';
import { PageHeader } from '../components/page-header.tsx';
import { PausedBanner } from '../components/paused-banner.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { AuthCard } from '../features/auth/auth-card.tsx';
import { StatsStrip } from './stats-strip.tsx';

interface PageGateProps {
  title: string;
  /** SPEC §2: the sign-in card is on discover, queue and scheduled; signed out it is all there is, everywhere. */
  withAuthCard?: boolean;
  withStats?: boolean;
  children: ReactNode;
}

function PageSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-24 rounded-panel" />
        <Skeleton className="h-24 rounded-panel" />
        <Skeleton className="h-24 rounded-panel" />
      </div>
    </>
  );
}

/** Shows a page to its owner; to everyone else, what to do about it. */
export function PageGate({ title, withAuthCard = false, withStats = false, children }: PageGateProps) {
  const auth = useQuery(authUserQuery);
  if (auth.data?.authenticated) {
    const extras = (
      <>
        {withAuthCard && <AuthCard />}
        <PausedBanner everyReason={withAuthCard} />
        {withStats && <StatsStrip />}
      </>
    );
    return (
      <PageExtras.Provider value={extras}>
        <Suspense fallback={<PageSkeleton title={title} />}>{children}</Suspense>
      </PageExtras.Provider>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <AuthCard />
    </>
  );
}
