import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { List, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { idParamSchema } from '#shared/contracts/primitives.ts';
import type { Reply } from '#shared/contracts/replies.ts';
import { commentTotalQuery } from '../../api/comments.ts';
import { toastFailure } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
import { readReplies, replyCountsQuery, replyList } from '../../api/outcomes.ts';
import { useNextFreeSlot } from '../../api/posting.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { HistoryTabs } from '../../components/history-tabs.tsx';
import { FilterButtons, PaneList, PaneRow } from '../../components/list.tsx';
import { ListPanes, LoadError, PageBody, PageHeader } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { replyWords, viewerName } from '../../components/thread.tsx';
import { When } from '../../components/time.tsx';
import { Badge, Button, IconButton, Skeleton } from '../../components/ui/button.tsx';
import { useAddress, useItemAddress } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { toast } from '../../lib/toast.ts';
import { ReviewQuestions } from '../../review/post-now.tsx';
import { ScheduleDialog } from '../../review/schedule/schedule-dialog.tsx';
import { NoReplies } from './no-replies.tsx';
import { OpenReply } from './open-reply.tsx';
import {
  countIn,
  filterNames,
  filterOf,
  orderText,
  replyFilters,
} from './reply-filters.ts';
import { replyKeys, useReplyBoard } from './use-reply-board.ts';

const found = (added: number) =>
  added === 0
    ? 'No new replies'
    : `${formatNumber(added)} new ${added === 1 ? 'reply' : 'replies'}`;

/** Loads the replies from YouTube now, and shows how old the listed ones are. */
function CheckNow({ rows }: { rows: readonly Reply[] }) {
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: () => readReplies(client),
    onSuccess: ({ added }) => toast({ title: found(added) }),
    onError: (error) => toastFailure('Check Failed', error, 'Failed to read the replies'),
  });
  const asOf = [...rows.map(({ fetchedAt }) => fetchedAt), read.data?.asOf ?? '']
    .toSorted()
    .at(-1);
  return (
    <>
      {asOf && (
        <p className="text-sm text-muted max-lg:hidden">
          Replies as of <When iso={asOf} />
        </p>
      )}
      <Button variant="ghost" disabled={read.isPending} onClick={() => read.mutate()}>
        <RefreshCw aria-hidden />
        <span className="max-[24rem]:sr-only">
          {read.isPending ? 'Checking…' : 'Check Now'}
        </span>
      </Button>
    </>
  );
}

const repliesAddress = z.object({ filter: z.enum(filterNames), reply: idParamSchema });

const ROW_HEIGHT = 104;

function State({ reply: { state, answer } }: { reply: Reply }) {
  if (answer?.status === 'pending') return <Badge dot="pending">Answer drafted</Badge>;
  if (answer) return <StateBadge state={answer.status} />;
  return state === 'new' ? <Badge dot="accent">New</Badge> : null;
}

function ReplyRow({
  reply,
  isOpen,
  onOpen,
}: {
  reply: Reply;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const name = viewerName(reply.authorName);
  return (
    <PaneRow
      isOpen={isOpen}
      onClick={onOpen}
      className="grid h-26 grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pt-3"
    >
      <Avatar name={name.replace(/^@/, '')} picture={null} />
      <span className="min-w-0">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={classNames(
              'min-w-0 flex-1 truncate text-left',
              reply.state === 'new' ? 'font-semibold' : 'font-medium',
            )}
          >
            {name}
          </span>
          <span className="shrink-0 text-xs text-muted">
            <RelativeTime iso={reply.publishedAt} />
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 min-h-[2lh] text-left text-sm text-soft">
          {replyWords(reply)}
        </span>
        <span className="flex items-center gap-2 text-xs whitespace-nowrap text-muted">
          <State reply={reply} />
          {reply.byCreator && <Badge>From the creator</Badge>}
          <span dir="auto" className="min-w-0 flex-1 truncate text-left leading-5">
            {reply.video.title}
          </span>
        </span>
      </span>
    </PaneRow>
  );
}

export function RepliesPage() {
  const [address, change] = useAddress(repliesAddress);
  const filter = filterOf(address.filter);
  const pages = usePages(replyList, filter.shows);
  const { query, rows } = pages;
  const counts = useQuery(replyCountsQuery).data;
  const comments = useQuery(commentTotalQuery).data;
  const board = useReplyBoard(pages, filter.label, address.reply);
  const { active, questions } = board;
  // Loaded before the schedule dialog opens, where Enter chooses this slot.
  useNextFreeSlot();
  useItemAddress(address.reply, active?.id, board.open, (id) =>
    change({ reply: String(id) }),
  );
  useShortcuts(replyKeys(board));
  const [isListShown, showList] = useState(address.reply === undefined);
  const hasFailed = query.isError && !query.data;
  const isEmpty =
    query.data !== undefined && rows.length === 0 && !query.hasNextPage && !board.isKept;
  return (
    <>
      <PageHeader
        title="Comment History"
        tabs={<HistoryTabs current="replies" comments={comments} replies={counts} />}
        actions={
          <>
            <CheckNow rows={rows} />
            <IconButton
              icon={List}
              aria-label="List and filters"
              aria-expanded={isListShown}
              // Hidden but present while the replies load, so that nothing moves when it
              // appears.
              className={classNames('-mx-2 md:hidden', !active && 'invisible')}
              onClick={() => showList(!isListShown)}
            />
          </>
        }
      />
      <div
        className={classNames(
          'flex flex-wrap items-center border-y border-line px-(--gutter) py-1.5 text-sm md:min-h-11',
          !isListShown && active && 'max-md:hidden',
        )}
      >
        <FilterButtons
          value={filter.name}
          onChange={(name) => {
            change({ filter: name, reply: undefined });
            showList(true);
          }}
          filters={replyFilters.map((each) => ({
            value: each.name,
            label: each.label,
            count: counts && countIn(each.shows, counts),
          }))}
        />
        <span className="ml-auto text-muted max-lg:hidden">
          {orderText(filter.shows)}
        </span>
      </div>
      {hasFailed && (
        <PageBody>
          <LoadError what="replies" query={query} />
        </PageBody>
      )}
      {isEmpty && (
        <PageBody>
          <NoReplies filter={filter.name} counts={counts} />
        </PageBody>
      )}
      {!hasFailed && !isEmpty && (
        <ListPanes
          isListShown={isListShown}
          onFocus={board.onFocus}
          list={
            <PaneList
              label="Replies"
              items={board.rows}
              pages={pages}
              heightOf={() => ROW_HEIGHT}
              index={board.index}
              renderRow={(reply, isOpen) => (
                <ReplyRow
                  reply={reply}
                  isOpen={isOpen}
                  onOpen={() => {
                    if (isListShown) board.guard.pause();
                    board.select(reply);
                    showList(false);
                  }}
                />
              )}
            >
              {query.isPending && <RowSkeletons />}
            </PaneList>
          }
          open={
            active ? (
              <OpenReply
                key={active.id}
                ref={board.article}
                reply={active}
                board={board}
              />
            ) : (
              <Skeleton className="m-6 h-40 max-w-measure lg:mx-10" />
            )
          }
        />
      )}
      {board.scheduling && <ScheduleDialog {...board.scheduling} />}
      <ReviewQuestions {...questions} />
    </>
  );
}

const RowSkeletons = () => (
  <div role="status">
    <span className="sr-only">Loading the replies</span>
    {['first', 'second', 'third'].map((row) => (
      <div
        key={row}
        className="flex h-26 flex-col gap-2 border-b border-line p-4 lg:pl-18"
      >
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-8 w-full" />
      </div>
    ))}
  </div>
);
