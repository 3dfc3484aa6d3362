import { lazy } from 'react';
import { Account } from '../features/auth/account.tsx';
import { Figures } from './figures.tsx';

const AccountMenuContent = lazy(async () => ({
  default: (await import('./account-menu-content.tsx')).AccountMenuContent,
}));

/** The account and the four figures: one row on a wide screen, else two. */
export function TopLine() {
  return (
    <div className="flex min-h-(--top-line) shrink-0 justify-between border-b px-(--gutter) max-xl:flex-col-reverse xl:items-center xl:gap-6">
      <Figures />
      <Account>
        <AccountMenuContent />
      </Account>
    </div>
  );
}
