import { FindOrDoButton } from './find-or-do-button.tsx';
import { PostingSwitch } from './posting-switch.tsx';
import { UserCard } from './user-card.tsx';

/** What the side has no room for on a narrow window. */
export function AccountMenuContent() {
  return (
    <>
      <FindOrDoButton className="sm:hidden" />
      <div className="border-t pt-1 lg:hidden">
        <PostingSwitch />
      </div>
      <div className="lg:hidden">
        <UserCard inMenu />
      </div>
    </>
  );
}
