import { useEffect, useState } from 'react';
import { z } from 'zod';
import { commentStyles } from '#shared/contracts/enums.ts';
import { visibilitySchema } from '#shared/contracts/outcomes.ts';
import { useAddress } from '../../lib/address.ts';
import { type HistoryFilter, noFilter } from './history-filter.ts';

const TYPING_PAUSE_MS = 300;
const typed = ['words', 'channel', 'firstDay', 'lastDay'] as const;

const day = z.iso.date().optional();
const addressContract = z.object({
  status: z.enum(['pending', 'approved', 'posted', 'failed']).optional(),
  visibility: visibilitySchema.optional(),
  sort: z.enum(['oldest']).optional(),
  style: z.enum(commentStyles).optional(),
  q: z.string().optional(),
  channel: z.string().optional(),
  from: day,
  to: day,
});

/** The filter is kept in the address, which follows typing after a pause and any other change at once. */
export function useHistoryFilter() {
  const [address, setAddress] = useAddress(addressContract);
  const [ahead, setAhead] = useState<HistoryFilter | null>(null);
  const asked: HistoryFilter = {
    sort: address.sort ?? noFilter.sort,
    status: address.status ?? '',
    visibility: address.visibility ?? '',
    style: address.style ?? '',
    words: address.q ?? '',
    channel: address.channel ?? '',
    firstDay: address.from ?? '',
    lastDay: address.to ?? '',
  };
  const filter = ahead ?? asked;

  function ask({ sort, status, visibility, style, words, channel, firstDay, lastDay }: HistoryFilter) {
    setAddress({
      sort: sort === noFilter.sort ? undefined : sort,
      status,
      visibility,
      style,
      q: words,
      channel,
      from: firstDay,
      to: lastDay,
    });
    setAhead(null);
  }

  useEffect(() => {
    if (!ahead) return;
    const timer = setTimeout(() => ask(ahead), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ahead]);

  return {
    filter,
    asked,
    change(patch: Partial<HistoryFilter>) {
      const next = { ...filter, ...patch };
      if (typed.some((name) => patch[name])) setAhead(next);
      else ask(next);
    },
  };
}
