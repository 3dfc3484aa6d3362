import { useMemo, useState } from 'react';
import { inReview, type QueueFilter } from '../../api/queue.ts';
import { useAddress } from '../../lib/address.ts';
import { queueAddress } from './queue-address.ts';

/** Which comments of the queue are listed, by the address; and on a phone whether the list is open. */
export function useQueueView() {
  const [address, change] = useAddress(queueAddress);
  const { filter: status, q, sort = inReview.sort } = address;
  const [isListShown, showList] = useState(false);
  const filter = useMemo<QueueFilter>(
    () => ({ ...inReview, sort, ...(status && { status }), ...(q && { q }) }),
    [status, q, sort],
  );
  return {
    address,
    change,
    filter,
    /** Tells one list from another. */
    list: JSON.stringify(filter),
    isNarrowed: status !== undefined || Boolean(q),
    isListShown,
    showList,
  };
}

export type QueueView = ReturnType<typeof useQueueView>;
