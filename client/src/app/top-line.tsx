import { Account } from '../features/auth/account.tsx';
import { lazyWithPreload } from '../lib/browser.ts';
import { Figures } from './figures.tsx';

const AccountMenuContent = lazyWithPreload(
  async () => (await import('./account-menu-content.tsx')).AccountMenuContent,
);

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
