import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { z } from 'zod';
import { statsQuery } from '../../../api/comments.ts';
import { useAddress } from '../../../lib/address.ts';
import { createPreference, usePreference } from '../../../lib/storage.ts';

const addressContract = z.object({ setup: z.literal('open') });

const setupPreference = createPreference('setup', z.enum(['open', 'closed']), 'open');

/**
 * Whether the first run is shown: asked for by the address, or while nothing was queued or posted. Undefined until
 * that is known; then it stays, so that a queued draft does not take the page away.
 */
export function useSetup() {
  const [{ setup: asked }, setAddress] = useAddress(addressContract);
  const [preference, setPreference] = usePreference(setupPreference);
  const stats = useQuery(statsQuery);
  const [shown, setShown] = useState<boolean>();
  const { data } = stats;
  const isNew = data && data.inQueue === 0 && data.commentsPosted === 0;
  // An address that names a search or a video is shown as it says.
  const isPlain = useSearch() === '';
  if (shown && !isPlain && !asked) setShown(false);
  const found = preference === 'closed' || stats.isError || !isPlain ? false : isNew;
  useEffect(() => {
    if (shown !== undefined || found === undefined) return;
    setShown(found);
    // The next load need not wait for the figures.
    if (isNew === false) setPreference('closed');
  }, [shown, found, isNew, setPreference]);
  const close = useCallback(() => {
    setPreference('closed');
    setShown(false);
    setAddress({ setup: undefined });
  }, [setAddress, setPreference]);
  return { isOpen: asked ? true : (shown ?? found), close };
}
