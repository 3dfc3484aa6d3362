import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { buttonClasses } from '../components/ui/button.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader title="404 Page Not Found" />
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        action={
          <Link href="/discover" className={buttonClasses('primary')}>
            Discover Videos
          </Link>
        }
      >
        Did you forget to add the page to the router?
      </EmptyState>
    </>
  );
}
