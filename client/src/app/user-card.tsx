import { useQuery } from '@tanstack/react-query';
import type { AuthUserResponse } from '#shared/contracts/auth.ts';
import { authUserQuery } from '../api/auth.ts';
import { Avatar } from '../components/avatar.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const NAME_WHEN_SIGNED_OUT = 'Chime In';
const YOUTUBE = 'Google and YouTube are stand-ins on this machine: nothing reaches the real YouTube.';
const LANGUAGE_MODEL = 'Comments are drafted by a stand-in, not by a language model.';

function SandboxLabel({ sandbox }: { sandbox: AuthUserResponse['sandbox'] }) {
  if (!sandbox.google && !sandbox.languageModel) return null;
  const meaning = [sandbox.google && YOUTUBE, sandbox.languageModel && LANGUAGE_MODEL]
    .filter(Boolean)
    .join(' ');
  return (
    <p
      title={meaning}
      className="rounded-control border border-dashed border-warning px-1.5 py-0.5 text-center text-xs font-medium text-warning sm:max-lg:-mx-2 sm:max-lg:self-stretch sm:max-lg:rounded-none sm:max-lg:border-x-0 sm:max-lg:px-0"
    >
      Sandbox
      <span className="sr-only"> – {meaning}</span>
    </p>
  );
}

export function UserCard() {
  const auth = useQuery(authUserQuery).data;
  const name = auth?.user?.name ?? NAME_WHEN_SIGNED_OUT;
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
