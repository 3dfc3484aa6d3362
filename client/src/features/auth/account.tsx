import { useQuery } from '@tanstack/react-query';
import { ChevronDown, LogOut } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { AuthUserResponse } from '#shared/contracts/status.ts';
import { authUserQuery, tokenStatusQuery, useLogout } from '../../api/auth.ts';
import { toastFailure } from '../../api/http.ts';
import { Avatar } from '../../components/pictures.tsx';
import { SandboxLabel } from '../../components/sandbox-label.tsx';
import { Badge, Button, Loading, Skeleton } from '../../components/ui/button.tsx';
import { useServerReach } from '../../lib/server-reach.ts';
import { toast } from '../../lib/toast.ts';

type User = NonNullable<AuthUserResponse['user']>;

/** A native popover, which closes itself and returns the focus without any script. */
function AccountMenu({ user, children }: { user: User; children: ReactNode }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Account"
        className="relative flex shrink-0 items-center rounded-full after:absolute after:-inset-1.5"
      >
        <Avatar name={user.name} picture={user.picture} small />
        <ChevronDown className="size-3.5 text-muted" />
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Account"
        onBeforeToggle={(event) => setIsOpen(event.newState === 'open')}
        className="absolute top-12 right-(--gutter) left-auto m-0 w-72 max-w-[calc(100vw-2rem)] rounded-panel bg-raised p-3 text-text shadow-float max-sm:right-auto max-sm:left-(--gutter) [position-anchor:auto] sm:supports-[left:anchor(left)]:right-auto sm:supports-[left:anchor(left)]:left-[anchor(left)]"
      >
        {isOpen && (
          <div className="flex flex-col gap-3">
            <div className="min-w-0 px-2 text-sm">
              <p className="truncate font-medium">{user.name}</p>
              <p className="text-muted">{user.email}</p>
              {user.channel && (
                <p className="text-muted">Posts as {user.channel.title}</p>
              )}
            </div>
            <Suspense>{children}</Suspense>
          </div>
        )}
      </section>
    </>
  );
}

/**
 * Shows the connected account in one line. The children go into its menu, below the
 * account.
 */
export function Account({ children, bell }: { children: ReactNode; bell: ReactNode }) {
  const user = useQuery(authUserQuery).data?.user;
  const grant = useQuery({ ...tokenStatusQuery, enabled: user != null }).data;
  const logout = useLogout();
  const isReached = useServerReach();
  if (!user) {
    return (
      <Loading
        label="Checking the connection to YouTube"
        className="flex h-11 items-center gap-2.5"
      >
        <Skeleton className="size-8 rounded-full sm:size-6" />
        <Skeleton className="h-4 w-64" />
      </Loading>
    );
  }
  const onLogout = () =>
    logout.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'Logged Out',
          description: 'You have been successfully logged out.',
        }),
      onError: (error) =>
        toastFailure('Logout Failed', error, 'There was an error logging out.'),
    });
  return (
    <section
      aria-labelledby="account"
      className="@container flex h-11 min-w-0 flex-1 items-center justify-end gap-2.5 text-sm whitespace-nowrap max-[76rem]:flex-none"
    >
      <AccountMenu user={user}>{children}</AccountMenu>
      <div className="flex min-w-0 items-center gap-x-2.5 max-[76rem]:flex-1 max-sm:flex-wrap max-sm:gap-x-2">
        <div className="flex items-center gap-x-1.5 max-sm:basis-full">
          <h2
            id="account"
            className="text-sm whitespace-nowrap leading-4 font-medium max-sm:font-semibold"
          >
            {isReached ? 'Connected to YouTube' : 'Not connected now'}
          </h2>
          <span className="shrink-0 empty:hidden sm:hidden">
            <SandboxLabel />
          </span>
        </div>
        {/*
          If the counts take much space, the name is hidden first, then the address. The account menu and
          the user card show both too.
        */}
        <span className="min-w-0 truncate text-soft max-sm:max-w-[calc(100%-7rem)] max-sm:text-xs max-sm:text-muted sm:max-w-40 sm:shrink-0 sm:max-2xl:hidden sm:@max-[37rem]:hidden">
          {user.name}
        </span>
        <span className="min-w-0 truncate text-xs text-muted max-2xl:hidden @max-[30rem]:hidden">
          {user.email}
        </span>
        <Grant needsReauth={grant?.needsReauth} />
      </div>
      {bell}
      <Button
        variant="ghost"
        onClick={onLogout}
        disabled={logout.isPending}
        className="-mr-3 max-sm:-ml-2.5 max-sm:px-3"
      >
        <LogOut className="sm:hidden" />
        <span className="max-sm:sr-only">Logout</span>
      </Button>
    </section>
  );
}

/** Green only while Google is known to accept the sign-in and the server answers. */
function Grant({ needsReauth }: { needsReauth: boolean | undefined }) {
  const isReached = useServerReach();
  // This label is as wide as "Authenticated", so nothing moves.
  if (!isReached) return <Badge dot="neutral">No connection</Badge>;
  if (needsReauth) return <Badge dot="pending">Needs refresh</Badge>;
  return (
    <Badge dot={needsReauth === undefined ? 'neutral' : 'approved'}>Authenticated</Badge>
  );
}
