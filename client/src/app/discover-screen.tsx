import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { z } from 'zod';
import { statsQuery } from '../api/comments.ts';
import { PageBody, PageHeader } from '../components/page.tsx';
import { DiscoverSkeleton } from '../components/skeletons.tsx';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { lastSearch } from '../features/discover/discover-search.ts';
import { useAddress } from '../lib/address.ts';
import { lazyWithPreload } from '../lib/browser.ts';
import { createPreference, usePreference } from '../lib/storage.ts';

const addressContract = z.object({ setup: z.literal('open'), view: z.literal('fresh') });

const setupPreference = createPreference('setup', z.enum(['open', 'closed']), 'open');

/**
 * Returns whether to show the first run: if the address asks for it, or if nothing was
 * queued or posted yet. Undefined while unknown. The decision then stays, so that
 * queueing a draft does not close the page.
 */
function useSetup() {
  const [{ setup: asked }, setAddress] = useAddress(addressContract);
  const [preference, setPreference] = usePreference(setupPreference);
  const stats = useQuery(statsQuery);
  const [shown, setShown] = useState<boolean>();
  const { data } = stats;
  const isNew = data && data.inQueue === 0 && data.commentsPosted === 0;
  const isPlain = useSearch() === '';
  // The first run must not replace a search or a video that the address names, nor come
  // back after it.
  const isElsewhere = !isPlain && !asked;
  useEffect(() => {
    if (isElsewhere) setShown(false);
  }, [isElsewhere]);
  const found = preference === 'closed' || stats.isError || !isPlain ? false : isNew;
  useEffect(() => {
    if (shown !== undefined || found === undefined) return;
    setShown(found);
    // Remembered, so that the next load does not have to wait for the counts.
    if (isNew === false) setPreference('closed');
  }, [shown, found, isNew, setPreference]);
  const close = () => {
    setPreference('closed');
    setShown(false);
    setAddress({ setup: undefined });
  };
  return { isOpen: asked ? true : !isElsewhere && (shown ?? found), close };
}

const FirstRun = lazyWithPreload(
  async () => (await import('../features/first-run/first-run.tsx')).FirstRun,
);
const FreshPage = lazyWithPreload(
  async () => (await import('../features/following/fresh.tsx')).FreshPage,
);

const waiting = (
  <>
    <PageHeader title="Discover Videos" />
    <PageBody>
      <DiscoverSkeleton />
    </PageBody>
  </>
);

/** Shows what belongs at Discover's address: the search, Fresh, or the first run. */
export function DiscoverScreen() {
  const { isOpen, close } = useSetup();
  const [{ view }] = useAddress(addressContract);
  if (view === 'fresh')
    return (
      <Suspense fallback={waiting}>
        <FreshPage />
      </Suspense>
    );
  if (isOpen) return <FirstRun lastSearch={lastSearch()} onClose={close} />;
  if (isOpen === false) return <DiscoverPage />;
  return waiting;
}
