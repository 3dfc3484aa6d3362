import { useQuery } from '@tanstack/react-query';
import type { AuthUserResponse } from '#shared/contracts/auth.ts';
import { tokenStatusQuery, useLogout } from '../../api/auth.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';
import { GrantWarning } from './grant-warning.tsx';

interface ConnectedCardProps {
  user: NonNullable<AuthUserResponse['user']>;
}

export function ConnectedCard({ user }: ConnectedCardProps) {
  const token = useQuery(tokenStatusQuery);
  const logout = useLogout();
  const onLogout = () =>
    logout.mutate(undefined, {
      onSuccess: () => toast({ title: 'Logged Out', description: 'You have been successfully logged out.' }),
      onError: () =>
        toast({
          title: 'Logout Failed',
          description: 'There was an error logging out.',
          variant: 'destructive',
        }),
    });
  return (
    <>
      <section className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-2">
        <Avatar name={user.name} picture={user.picture} />
        <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
          <h2 className="text-base font-medium">Connected to YouTube</h2>
          <p className="flex flex-wrap gap-x-2 text-sm text-muted">
            <span>{user.name}</span>
            <span className="min-w-0 truncate">{user.email}</span>
            {user.channel && <span>posts as {user.channel.title}</span>}
          </p>
        </div>
        <Badge tone="approved" dot>
          Authenticated
        </Badge>
        <Button variant="ghost" size="sm" onClick={onLogout} disabled={logout.isPending}>
          Logout
        </Button>
      </section>
      {token.data && <GrantWarning status={token.data} />}
    </>
  );
}
