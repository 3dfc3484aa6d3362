import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../api/auth.ts';
import { Avatar } from '../components/avatar.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const NAME_WHEN_SIGNED_OUT = 'Chime In';

/** In a rail only the theme is left: the account is in the top line. */
export function UserCard() {
  const name = useQuery(authUserQuery).data?.user?.name ?? NAME_WHEN_SIGNED_OUT;
  return (
    <div className="flex items-center gap-2.5 border-t px-2 pt-2.5 sm:max-lg:justify-center sm:max-lg:px-0">
      <span className="contents sm:max-lg:hidden">
        <Avatar name={name} picture={null} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="text-xs text-muted">Tech Expert</p>
        </div>
      </span>
      <ThemeSwitch />
    </div>
  );
}
