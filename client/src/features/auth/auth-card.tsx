import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../../api/auth.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ConnectedCard } from './connected-card.tsx';
import { SignedOutCard } from './signed-out-card.tsx';

export function AuthCard() {
  const auth = useQuery(authUserQuery);
  if (auth.isPending) {
    return (
      <div
        role="status"
        className="flex items-center gap-3 rounded-panel border border-line bg-raised px-4 py-3"
      >
        <span className="sr-only">Checking the connection to YouTube</span>
        <Skeleton className="size-9 rounded-full" />
        <div className="space-y-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3.5 w-60" />
        </div>
      </div>
    );
  }
  if (auth.isError) {
    return (
      <ErrorState title="Sign-in status unknown" onRetry={() => void auth.refetch()}>
        {errorText(auth.error, 'Failed to ask who is signed in')}
      </ErrorState>
    );
  }
  const { authenticated, user, sandbox } = auth.data;
  return authenticated && user ? <ConnectedCard user={user} /> : <SignedOutCard sandbox={sandbox.google} />;
}
