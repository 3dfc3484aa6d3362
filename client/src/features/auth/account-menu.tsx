import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { AuthUserResponse } from '#shared/contracts/auth.ts';
import { Avatar } from '../../components/pictures.tsx';

interface AccountMenuProps {
  user: NonNullable<AuthUserResponse['user']>;
  children: ReactNode;
}

/** A native popover: it closes itself and gives the focus back, for no script at all. */
export function AccountMenu({ user, children }: AccountMenuProps) {
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
        <ChevronDown aria-hidden className="size-3.5 text-muted" />
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Account"
        onBeforeToggle={(event) => setIsOpen(event.newState === 'open')}
        className="absolute top-12 right-(--gutter) left-auto m-0 w-72 max-w-[calc(100vw-2rem)] rounded-panel bg-raised p-3 text-text shadow-float max-sm:right-auto max-sm:left-(--gutter)"
      >
        {isOpen && (
          <div className="flex flex-col gap-3">
            <div className="min-w-0 px-2 text-sm">
              <p className="truncate font-medium">{user.name}</p>
              <p className="text-muted">{user.email}</p>
              {user.channel && <p className="text-muted">Posts as {user.channel.title}</p>}
            </div>
            <Suspense>{children}</Suspense>
          </div>
        )}
      </section>
    </>
  );
}
