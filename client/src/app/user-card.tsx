import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../api/auth.ts';
import { Avatar } from '../components/avatar.tsx';
import { SandboxLabel } from './sandbox-label.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Before anyone signed in, the product's own name stands in the card. */
const NOBODY = 'Chime In';

/** Who works here (SPEC §2), whether it is a sandbox, and the theme. */
export function UserCard() {
  const auth = useQuery(authUserQuery).data;
  const name = auth?.user?.name ?? NOBODY;
  return (
    <div className="ml-auto flex items-center gap-2 sm:mt-auto sm:ml-0 sm:w-full sm:flex-col sm:items-center lg:items-stretch">
      {auth && <SandboxLabel sandbox={auth.sandbox} />}
      <div className="flex items-center gap-2 sm:flex-col lg:flex-row">
        <Avatar name={name} picture={null} />
        <div className="hidden min-w-0 flex-1 lg:block">
          <p className="truncate font-medium">{name}</p>
          <p className="text-xs text-muted">Tech Expert</p>
        </div>
        <ThemeSwitch />
      </div>
    </div>
  );
}
