import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { authUserQuery, useLogout } from '../../api/auth.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { PageSlots } from '../../components/page.tsx';
import { Button, Skeleton, StateDot } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';
import { AccountMenu } from './account-menu.tsx';

interface AccountProps {
  /** What the menu holds below the account. */
  children: ReactNode;
}

/** Who is connected, in one line. */
export function Account({ children }: AccountProps) {
  const user = useQuery(authUserQuery).data?.user;
  const logout = useLogout();
  const { label } = useContext(PageSlots);
  if (!user) {
    return (
      <div role="status" className="flex h-11 items-center gap-2.5">
        <span className="sr-only">Checking the connection to YouTube</span>
        <Skeleton className="size-8 rounded-full sm:size-6" />
        <Skeleton className="h-4 w-64" />
      </div>
    );
  }
  const onLogout = () =>
    logout.mutate(undefined, {
      onSuccess: () => toast({ title: 'Logged Out', description: 'You have been successfully logged out.' }),
      onError: (error) => toastFailure('Logout Failed', error, 'There was an error logging out.'),
    });
  return (
    <section
      aria-labelledby="account"
      className="flex h-11 min-w-0 shrink-0 items-center gap-2.5 text-sm whitespace-nowrap"
    >
      <AccountMenu user={user}>{children}</AccountMenu>
      <div className="flex min-w-0 items-center gap-x-2.5 max-xl:flex-1 max-sm:flex-wrap max-sm:gap-x-2">
        <div className="flex items-center gap-x-1.5 max-sm:basis-full">
          <h2 id="account" className="text-sm whitespace-nowrap leading-4 font-medium max-sm:font-semibold">
            Connected to YouTube
          </h2>
          <span className="shrink-0 empty:hidden sm:hidden">{label}</span>
        </div>
        <span className="min-w-0 truncate text-soft max-sm:text-xs max-sm:text-muted sm:max-2xl:hidden">
          {user.name}
        </span>
        <span className="min-w-0 truncate text-xs text-muted max-2xl:hidden">{user.email}</span>
        <span className="flex items-center gap-1.5 text-xs font-medium text-approved">
          <StateDot tone="approved" />
          Authenticated
        </span>
      </div>
      <Button variant="ghost" onClick={onLogout} disabled={logout.isPending} className="-mr-3 max-sm:-ml-2.5">
        Logout
      </Button>
    </section>
  );
}
