import { PageBody, PageHeader } from '../../components/page.tsx';
import { DiscoverSkeleton } from '../../components/skeletons.tsx';
import { lazyWithPreload } from '../../lib/browser.ts';
import { DiscoverPage } from './discover-page.tsx';
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
