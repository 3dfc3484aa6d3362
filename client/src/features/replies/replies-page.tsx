import { useQuery } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { useCallback, useState } from 'react';
import { commentTotalQuery } from '../../api/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { replyCountsQuery, replyList } from '../../api/replies.ts';
import { usePages } from '../../api/use-pages.ts';
import { ListEnd, PaneList } from '../../components/list.tsx';
import { FilterButtons, HistoryTabs } from '../../components/list-tabs.tsx';
import { ErrorState, ListPanes, PageBody, PageHeader } from '../../components/page.tsx';
import { Button, Skeleton } from '../../components/ui/button.tsx';
import { useAddress, useItemAddress, useShownList } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { CheckNow } from './check-now.tsx';
import { NoReplies } from './no-replies.tsx';
import { OpenReply } from './open-reply.tsx';
import { countIn, filterOf, repliesAddress, replyFilters } from './reply-filters.ts';
import { replyKeys } from './reply-keys.ts';
import { ReplyRow, ROW_HEIGHT } from './reply-row.tsx';
import { useReplyBoard } from './use-reply-board.ts';

export function RepliesPage() {
  const [address, change] = useAddress(repliesAddress);
  const filter = filterOf(address.filter);
  const { states } = filter;
  const pages = usePages(replyList, { states });
  const { query, rows } = pages;
  const counts = useQuery(replyCountsQuery).data;
  const comments = useQuery(commentTotalQuery).data;
  const list = useShownList(states.join(), pages.isStale);
  const board = useReplyBoard({ rows, list, asked: address.reply });
  const { active, open } = board;
  const show = useCallback((id: number) => change({ reply: String(id) }), [change]);
  useItemAddress(address.reply, active?.id, open, show);
  useShortcuts(replyKeys(board));
  const [isListShown, showList] = useState(address.reply === undefined);
  return (
    <>
      <PageHeader
        title="Comment History"
        tabs={<HistoryTabs current="replies" comments={comments} />}
        actions={
          <>
            <CheckNow rows={rows} />
            {active && (
              <Button
                variant="ghost"
                size="icon"
                aria-label="List and filters"
                aria-expanded={isListShown}
                className="-mx-2 md:hidden"
                onClick={() => showList(!isListShown)}
              >
                <List aria-hidden />
              </Button>
            )}
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
            count: counts && countIn(each, counts),
          }))}
        />
        <span className="ml-auto text-muted max-md:hidden">Newest first</span>
      </div>
      {query.isError && !query.data ? (
        <PageBody>
          <ErrorState title="The replies could not be loaded" onRetry={() => void query.refetch()}>
            {errorText(query.error, 'Failed to load the replies.')} They are safe on the server.
          </ErrorState>
        </PageBody>
      ) : query.data && rows.length === 0 && !query.hasNextPage ? (
        <PageBody>
          <NoReplies filter={filter.name} counts={counts} />
        </PageBody>
      ) : (
        <ListPanes
          isListShown={isListShown}
          list={
            <PaneList
              label="Replies"
              items={rows}
              keyOf={({ id }) => id}
              heightOf={() => ROW_HEIGHT}
              total={pages.total}
              index={board.index}
              onNearEnd={pages.loadMore}
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
              <div className={classNames('px-4 empty:hidden lg:px-7', pages.moreFailed && 'py-3')}>
                <ListEnd {...pages} things="replies" />
              </div>
            </PaneList>
          }
          open={
            active ? (
              <OpenReply key={active.id} ref={board.article} reply={active} board={board} />
            ) : (
              <Skeleton className="m-6 h-40 max-w-measure lg:mx-10" />
            )
          }
        />
      )}
    </>
  );
}

function RowSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading the replies</span>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex h-26 flex-col gap-2 border-b border-line p-4 lg:pl-18">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
