import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { authUserQuery } from '../api/auth.ts';
import { PageExtras } from '../components/page-extras.ts';
import { PageHeader } from '../components/page-header.tsx';
import { PausedBanner } from '../components/paused-banner.tsx';
import { AuthCard } from '../features/auth/auth-card.tsx';
import { StatsStrip } from './stats-strip.tsx';

interface PageGateProps {
  title: string;
  skeleton: ReactNode;
  /** Show the sign-in card to the signed-in owner too. */
  withAuthCard?: boolean;
  withStats?: boolean;
  children: ReactNode;
}

export function PageGate({
  title,
  skeleton,
  withAuthCard = false,
  withStats = false,
  children,
}: PageGateProps) {
  const auth = useQuery(authUserQuery);
  const signedIn = auth.data?.authenticated === true;
  if (!signedIn && !auth.isPending) {
    return (
      <>
        <PageHeader title={title} />
        <AuthCard />
      </>
    );
  }
  const extras = (
    <>
      {withAuthCard && <AuthCard />}
      {signedIn && <PausedBanner everyReason={withAuthCard} />}
      {withStats && <StatsStrip />}
    </>
  );
  const waiting = (
    <>
      <PageHeader title={title} />
      {skeleton}
    </>
  );
  return (
    <PageExtras.Provider value={extras}>
      {signedIn ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </PageExtras.Provider>
  );
}
