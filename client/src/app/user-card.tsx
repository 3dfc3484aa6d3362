import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../api/auth.ts';
import { Avatar } from '../components/pictures.tsx';
import { classNames } from '../lib/browser.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const NAME_WHEN_SIGNED_OUT = 'Chime In';

/** A rail has room for the initials alone; the account's menu then shows the rest. */
export function UserCard({ inMenu = false }: { inMenu?: boolean }) {
  const name = useQuery(authUserQuery).data?.user?.name ?? NAME_WHEN_SIGNED_OUT;
  return (
    <div
      title={inMenu ? undefined : `${name}, Tech Expert`}
      className={classNames(
        'flex items-center gap-2.5 border-t px-2 pt-2.5',
        !inMenu && 'sm:max-lg:flex-col sm:max-lg:gap-1.5 sm:max-lg:px-0',
      )}
    >
      <Avatar name={name} picture={null} />
      <div className={classNames('min-w-0 flex-1', !inMenu && 'sm:max-lg:sr-only')}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="text-xs text-muted">Tech Expert</p>
      </div>
      <ThemeSwitch />
    </div>
  );
}
