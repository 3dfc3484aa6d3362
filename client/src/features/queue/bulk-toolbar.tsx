import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import { Ellipsis } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { exportQueue } from '../../api/comments.ts';
import { Button, IconButton } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { useMedia } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import type { Review } from '../../review/review.ts';
import { BulkScheduleDialog } from '../../review/schedule/bulk-schedule-dialog.tsx';
import { type BulkItem, bulkItems } from '../../review/select.ts';
import type { BulkActions, BulkRun } from './bulk-actions.ts';
import type { QueueView, ReviewList } from './queue-bar.tsx';
import { ApproveAllDialog, PostAllDialog } from './queue-dialogs.tsx';

interface BulkProgress {
  word: string;
  total: number;
  done: number;
}

function BulkProgressLine({
  word,
  total,
  done,
  onStop,
}: BulkProgress & { onStop: () => void }) {
  const [isStopped, setStopped] = useState(false);
  const stop = () => {
    setStopped(true);
    onStop();
  };
  return (
    <div className="absolute inset-y-0 right-0 flex items-center gap-3 bg-surface pl-4 whitespace-nowrap text-muted tabular-nums">
      <p role="status">
        {word} {formatNumber(Math.min(done + 1, total))} of {formatNumber(total)}…
      </p>
      <Button disabled={isStopped} onClick={stop}>
        {isStopped ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  );
}

type Kind = 'approve' | 'schedule' | 'post';

const EXPORTS = [
  ['csv', 'CSV, for a spreadsheet'],
  ['json', 'JSON, with everything'],
] as const;

const MenuItem = (props: RadixMenu.DropdownMenuItemProps) => (
  <RadixMenu.Item
    className="flex min-h-9 cursor-pointer items-center rounded-control px-2.5 outline-none max-sm:min-h-11 pointer-coarse:min-h-11 data-[highlighted]:bg-hover"
    {...props}
  />
);

interface BulkToolbarProps {
  view: QueueView;
  list: ReviewList;
  review: Review;
  bulk: BulkActions;
}

interface Choice {
  /** The comments that the action applies to and that the filter and the search show. */
  shown: readonly BulkItem[];
  all: readonly BulkItem[];
}

interface Asking extends Choice {
  kind: Kind;
  takes: keyof Choice;
}

/**
 * Returns the comments that each action applies to: those that the search shows, and all
 * of them.
 */
function useChoices({ work, search }: ReviewList, { words }: QueueView) {
  const { data = NONE } = work;
  const found = search.data?.ids;
  return useMemo(() => {
    const choiceOf = (status: 'pending' | 'approved'): Choice => {
      const all = bulkItems(data, status);
      return { all, shown: words === undefined ? all : bulkItems(data, status, found) };
    };
    const approved = choiceOf('approved');
    return { approve: choiceOf('pending'), schedule: approved, post: approved };
  }, [data, words, found]);
}

const NONE: never[] = [];

interface ToolbarNames {
  isSearch: boolean;
  pending: number;
  approved: number;
}

/** Returns the bulk actions with their names; an action without comments has none. */
function bulkActionsFor({ isSearch, pending, approved }: ToolbarNames) {
  const count = `(${formatNumber(approved)})`;
  const names = {
    approve: isSearch ? 'Approve Shown' : 'Approve All',
    schedule: isSearch ? `Schedule Shown ${count}` : `Schedule Approved ${count}`,
    post: isSearch ? `Post Shown Now ${count}` : `Post Approved Now ${count}`,
  };
  return [
    { kind: 'approve', name: pending > 0 && names.approve, width: 'w-26' },
    { kind: 'schedule', name: approved > 0 && names.schedule, width: 'w-44 2xl:w-47' },
    { kind: 'post', name: approved > 0 && names.post, width: 'w-44 2xl:w-47' },
  ] as const;
}

/**
 * A row of buttons whose places stay the same, whether or not they are shown (rule 12.1).
 * Becomes a menu where there is no room for it.
 */
export function BulkToolbar({ view, list, review, bulk }: BulkToolbarProps) {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const stopping = useRef(new AbortController());
  const isNarrow = useMedia('(width < 68.75rem)');
  const choices = useChoices(list, view);
  const { filter } = view.address;
  const countOf = (kind: Kind, status: 'pending' | 'approved'): number =>
    progress || (filter !== undefined && filter !== status)
      ? 0
      : choices[kind].shown.length;
  const pending = countOf('approve', 'pending');
  const approved = countOf('post', 'approved');

  const ask = (kind: Kind) => {
    const { shown, all } = choices[kind];
    const hasChoice = shown.length < all.length;
    if (kind === 'approve' && !hasChoice && !mustAskToApprove(shown))
      void approveAll(shown, all);
    else setAsking({ kind, shown, all, takes: 'shown' });
  };

  const run = async (
    word: string,
    total: number,
    work: (run: BulkRun) => Promise<void>,
  ) => {
    stopping.current = new AbortController();
    setProgress({ word, total, done: 0 });
    const onStep = () => setProgress((now) => now && { ...now, done: now.done + 1 });
    await work({ stop: stopping.current.signal, onStep }).finally(() =>
      setProgress(null),
    );
  };

  const isUnopened = ({ commentId }: BulkItem) => !review.opened.has(commentId);

  /**
   * Returns whether one of the comments was never opened here,
   * or would be posted automatically once approved (rule 12.3).
   */
  const mustAskToApprove = (ids: readonly BulkItem[]) =>
    ids.some((each) => each.autoPost || isUnopened(each));

  const approveAll = (ids: readonly BulkItem[], all: readonly BulkItem[]) =>
    run('Approving', ids.length, (started) =>
      bulk.approveAll(ids, started, ids.length === all.length),
    );

  const close = () => setAsking(null);
  const ids = asking?.[asking.takes] ?? [];
  const choice = asking && asking.shown.length < asking.all.length && (
    <RadioGroup
      label="Comments"
      value={asking.takes}
      onValueChange={(takes) => setAsking({ ...asking, takes })}
      options={[
        { value: 'shown', label: `The ${formatNumber(asking.shown.length)} shown` },
        { value: 'all', label: `All ${formatNumber(asking.all.length)}` },
      ]}
    />
  );
  const actions = bulkActionsFor({
    isSearch: view.words !== undefined,
    pending,
    approved,
  });
  return (
    <div className="relative flex gap-2">
      {/* The menu is not modal, because a modal one would hide the page from screen readers. */}
      <RadixMenu.Root modal={false}>
        <RadixMenu.Trigger asChild>
          {isNarrow ? (
            <IconButton icon={Ellipsis} aria-label="More actions" className="-mr-3" />
          ) : (
            <Button variant="ghost">Export Queue</Button>
          )}
        </RadixMenu.Trigger>
        <RadixMenu.Portal>
          <RadixMenu.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            className="z-60 min-w-44 rounded-panel bg-raised p-1 shadow-float outline-none data-[state=open]:animate-appear"
          >
            {isNarrow &&
              actions.map(
                (each) =>
                  each.name && (
                    <MenuItem key={each.kind} onSelect={() => ask(each.kind)}>
                      {each.name}
                    </MenuItem>
                  ),
              )}
            {EXPORTS.map(([format, words]) => (
              <MenuItem key={format} onSelect={() => void exportQueue(format)}>
                {isNarrow ? 'Export Queue as' : 'As'} {words}
              </MenuItem>
            ))}
          </RadixMenu.Content>
        </RadixMenu.Portal>
      </RadixMenu.Root>
      {!isNarrow &&
        actions.map((each) => (
          <div key={each.kind} className={`flex ${each.width} *:w-full *:px-1`}>
            {each.name && <Button onClick={() => ask(each.kind)}>{each.name}</Button>}
          </div>
        ))}
      {progress && (
        <BulkProgressLine {...progress} onStop={() => stopping.current.abort()} />
      )}
      {asking?.kind === 'approve' && (
        <ApproveAllDialog
          choice={choice}
          areAll={ids.length === asking.all.length}
          count={ids.length}
          unopened={ids.filter(isUnopened).length}
          autoPosted={ids.filter(({ autoPost }) => autoPost).length}
          onClose={close}
          onApprove={() => void approveAll(ids, asking.all)}
        />
      )}
      {asking?.kind === 'schedule' && (
        <BulkScheduleDialog
          // Remounts for another choice of comments, which needs new times.
          key={asking.takes}
          comments={ids}
          choice={choice}
          onClose={close}
          onSchedule={(plan, rhythm) =>
            void run('Scheduling', plan.length, (started) =>
              bulk.scheduleAll(plan, rhythm, started),
            )
          }
        />
      )}
      {asking?.kind === 'post' && (
        <PostAllDialog
          choice={choice}
          count={ids.length}
          onClose={close}
          onPost={() =>
            void run('Posting', ids.length, (started) => bulk.postAll(ids, started))
          }
          onSpaceOut={() => setAsking({ ...asking, kind: 'schedule' })}
        />
      )}
    </div>
  );
}
