import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { authUserQuery } from '../api/auth.ts';
import { errorText } from '../api/error-text.ts';
import { ErrorState, PageBody, PageHeader } from '../components/page.tsx';
import { lazyWithPreload } from '../lib/browser.ts';
import { TopLine } from './top-line.tsx';

const SignedOutPage = lazyWithPreload(
  async () => (await import('../features/auth/signed-out-page.tsx')).SignedOutPage,
);

interface PageGateProps {
  title: string;
  /** Stands for the title row's summary until it is known. */
  summary?: ReactNode;
  skeleton: ReactNode;
  children: ReactNode;
}

/** Shows a page to the signed-in owner, the way in to anyone else. */
export function PageGate({ title, summary, skeleton, children }: PageGateProps) {
  const auth = useQuery(authUserQuery);
  if (auth.isError) {
    return (
      <>
        <PageHeader title={title} />
        <PageBody>
          <ErrorState title="Sign-in status unknown" onRetry={() => void auth.refetch()}>
            {errorText(auth.error, 'Failed to check whether you are signed in')}
          </ErrorState>
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
      {auth.data ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </>
  );
}
