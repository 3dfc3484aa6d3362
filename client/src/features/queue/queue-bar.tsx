import { useQuery } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { type Ref, useMemo, useState } from 'react';
import { z } from 'zod';
import { idParamSchema, textSchema } from '#shared/contracts/primitives.ts';
import { foundQuery } from '../../api/load-rows.ts';
import { workQuery } from '../../api/work.ts';
import { FilterButtons } from '../../components/list.tsx';
import { IconButton, SearchInput } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { Select } from '../../components/ui/form-fields.tsx';
import { useAddress, useAhead } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { type QueueSummary, toReview } from '../../review/select.ts';

interface QueueBarProps {
  view: QueueView;
  summary: QueueSummary | undefined;
  search: Ref<HTMLInputElement>;
  onHelp: () => void;
  className: string;
}

/**
 * Counts everything that is not pending, rejected or failed, which includes comments that
 * are being posted.
 */
const approvedIn = ({ inReview, pending, rejected, failed }: QueueSummary) =>
  inReview - pending - rejected - failed;

const decidedIn = ({ inReview, pending }: QueueSummary) => inReview - pending;

export const percentDecided = (summary: QueueSummary): number =>
  summary.inReview === 0 ? 0 : Math.round((decidedIn(summary) / summary.inReview) * 100);

const FILTERS = [
  { filter: undefined, label: 'All', count: ({ inReview }: QueueSummary) => inReview },
  {
    filter: 'pending',
    label: 'To review',
    count: ({ pending }: QueueSummary) => pending,
  },
  { filter: 'approved', label: 'Approved', count: approvedIn },
  {
    filter: 'rejected',
    label: 'Rejected',
    count: ({ rejected }: QueueSummary) => rejected,
  },
  { filter: 'failed', label: 'Failed', count: ({ failed }: QueueSummary) => failed },
] as const;

export function QueueBar({ view, summary, search, onHelp, className }: QueueBarProps) {
  const { address, change } = view;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-2 gap-y-2 border-y border-line px-(--gutter) py-1.5 text-sm md:min-h-11 md:flex-nowrap md:max-lg:px-4',
        className,
      )}
    >
      <FilterButtons
        value={address.filter}
        onChange={(filter) => change({ filter })}
        filters={FILTERS.map(({ filter, label, count }) => ({
          value: filter,
          label,
          count: summary && count(summary),
        }))}
      />
      <SearchField words={address.q ?? ''} onChange={change} ref={search} />
      <Select
        aria-label="Sort"
        className="w-34"
        value={address.sort ?? 'position'}
        options={[
          ['position', 'Oldest first'],
          ['latest', 'Newest first'],
        ]}
        onChange={({ target }) =>
          change({ sort: target.value === 'latest' ? 'latest' : undefined })
        }
      />
      <IconButton
        icon={Keyboard}
        title="Shortcuts"
        className="max-lg:hidden"
        onClick={onHelp}
      />
      {summary && (
        <div className="ml-auto flex items-center gap-2 whitespace-nowrap text-soft tabular-nums max-2xl:hidden">
          {formatNumber(decidedIn(summary))} of {formatNumber(summary.inReview)} decided
          <span className="w-30">
            <Progress value={percentDecided(summary)} label="Decided" />
          </span>
        </div>
      )}
    </div>
  );
}

function SearchField(props: {
  words: string;
  onChange: (next: { q: string }) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const { words, onChange, ref } = props;
  const [typed, setTyped] = useAhead(words, (q) => onChange({ q }));
  return (
    <SearchInput
      ref={ref}
      aria-label="Search the queue"
      placeholder="Title, channel or words"
      maxLength={200}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      className="min-w-28 md:max-w-54 [&>input]:text-sm"
    />
  );
}

const queueAddress = z.object({
  comment: idParamSchema,
  filter: z.enum(['pending', 'approved', 'rejected', 'failed']),
  q: textSchema(200),
  sort: z.enum(['latest']),
});

/**
 * Returns which comments of the queue the address asks for, and whether the list is open
 * on a phone.
 */
export function useQueueView() {
  const [address, change] = useAddress(queueAddress);
  const words = address.q?.trim() || undefined;
  const [isListShown, showList] = useState(false);
  return {
    address,
    change,
    /** Search words, if there are any. */
    words,
    isNarrowed: address.filter !== undefined || words !== undefined,
    isListShown,
    showList,
  };
}

export type QueueView = ReturnType<typeof useQueueView>;

/**
 * Returns the comments to review that the filter and the search show; undefined until
 * they are loaded.
 */
export function useReviewList({ address, words }: QueueView) {
  const work = useQuery(workQuery);
  const search = useQuery({ ...foundQuery(words ?? ''), enabled: words !== undefined });
  const { filter: status, sort = 'position' } = address;
  // While a search runs, the list shows what the one before has found.
  const found = words === undefined ? undefined : search.data;
  const rows = useMemo(
    () => work.data && toReview(work.data, { status, found: found?.ids ?? null }, sort),
    [work.data, status, found, sort],
  );
  return {
    work,
    search,
    rows,
    /** Identifies the list. */
    list: JSON.stringify([status, sort, found?.words]),
  };
}

export type ReviewList = ReturnType<typeof useReviewList>;
