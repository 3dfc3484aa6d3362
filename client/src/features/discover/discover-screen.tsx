import { PageBody } from '../../components/page-body.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.ts';
import { DiscoverPage } from './discover-page.tsx';
import { DiscoverSkeleton } from './discover-skeleton.tsx';
import { useSetup } from './first-run/setup.ts';

const FirstRun = lazyWithPreload(async () => (await import('./first-run/first-run.tsx')).FirstRun);

/** Discover Videos, or what comes before it the first time. */
export function DiscoverScreen() {
  const { isOpen, close } = useSetup();
  if (isOpen) return <FirstRun onClose={close} />;
  if (isOpen === false) return <DiscoverPage />;
  return (
    <>
      <PageHeader title="Discover Videos" />
      <PageBody>
        <DiscoverSkeleton />
      </PageBody>
    </>
  );
}
