import { useCallback, useRef, useState } from 'react';
import type { QueueRow, QueueSummary } from '#shared/contracts/queue.ts';
import type { QueueFilter } from '../../api/queue.ts';
import type { usePages } from '../../api/use-pages.ts';
import { ListEnd, PaneList } from '../../components/list.tsx';
import { ListPanes } from '../../components/page.tsx';
import { HoldDialog } from '../../components/post-now.tsx';
import { ScheduleDialog } from '../../components/schedule-dialog.tsx';
import { Skeleton } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { useItemAddress, useShownList } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { useOfferedActions, useShortcuts } from '../../lib/shortcuts.ts';
import { commentActions } from './comment-actions.ts';
import { NotInQueue } from './not-in-queue.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { OpenComment } from './open-comment.tsx';
import { percentDecided, QueueBar } from './queue-bar.tsx';
import { QueueListRow, rowHeight } from './queue-list-row.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import type { Review } from './review.ts';
import { reviewKeys } from './review-keys.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useBoard } from './use-board.ts';
import type { QueueView } from './use-queue-view.ts';
import type { ReviewActions, ReviewQuestions } from './use-review-actions.ts';

interface ReviewBoardProps {
  view: QueueView;
  pages: ReturnType<typeof usePages<QueueRow, QueueFilter>>;
  summary: QueueSummary | undefined;
  review: Review;
  actions: ReviewActions;
  questions: ReviewQuestions;
}

export function ReviewBoard({ view, pages, summary, review, actions, questions }: ReviewBoardProps) {
  const { rows: items, query, loadMore, moreFailed } = pages;
  const { address, change } = view;
  const pending = items.filter(({ comment }) => comment.status === 'pending').length;
  const further = {
    hasMore: query.hasNextPage,
    hasPending: query.hasNextPage && (summary?.pending ?? 0) > pending,
    loadMore,
    failed: moreFailed,
  };
  const board = useBoard({
    items,
    list: useShownList(view.list, pages.isStale),
    asked: address.comment,
    further,
    review,
    actions,
  });
  const { active, missing, failed, scheduling } = board;
  const show = useCallback((commentId: number) => change({ comment: String(commentId) }), [change]);
  useItemAddress(address.comment, active?.commentId, board.open, show);
  const { retrying, held, dismiss } = questions;
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  useOfferedActions(missing === null ? commentActions(board) : null);
  // Nothing is open where a filter finds nothing.
  const isListShown = view.isListShown || (items.length === 0 && !active && !failed && missing === null);
  const enabled = useShortcuts(
    reviewKeys(board, { search: () => search.current?.focus(), help: () => setHelping(true) }),
  );
  return (
    <>
      {summary && (
        <div className="sticky top-0 z-10 md:hidden">
          <Progress value={percentDecided(summary)} label="Decided" />
        </div>
      )}
      <QueueBar
        address={address}
        onChange={change}
        summary={summary}
        search={search}
        onHelp={() => setHelping(true)}
        className={isListShown ? '' : 'max-md:hidden'}
      />
      <ListPanes
        isListShown={isListShown}
        onFocus={board.onFocus}
        list={
          <PaneList
            label="Comments to review"
            items={items}
            keyOf={({ commentId }) => commentId}
            heightOf={rowHeight}
            total={pages.total}
            index={board.index}
            onNearEnd={loadMore}
            renderRow={(item, isOpen) => (
              <QueueListRow
                item={item}
                isOpen={isOpen}
                edits={review.edits}
                onOpen={() => {
                  // On a phone the comment comes under the second half of a double tap.
                  if (isListShown) board.guard.pause();
                  board.select(item);
                  view.showList(false);
                }}
              />
            )}
          >
            {items.length === 0 && (
              <p className="p-4 text-muted lg:px-7">
                {query.isFetching ? 'Loading…' : 'No comment in the queue matches.'}
              </p>
            )}
            <div className={classNames('px-4 empty:hidden lg:px-7', moreFailed && 'py-3')}>
              <ListEnd {...pages} />
            </div>
          </PaneList>
        }
        open={
          missing !== null ? (
            <NotInQueue commentId={missing} />
          ) : failed ? (
            <NotLoaded {...failed} />
          ) : active ? (
            <OpenComment
              key={active.commentId}
              ref={board.article}
              item={active}
              board={board}
              edits={review.edits}
            />
          ) : (
            items.length > 0 && <Skeleton className="m-6 h-40 max-w-measure lg:mx-10" />
          )
        }
      />
      {scheduling && (
        <ScheduleDialog
          dueAt={scheduling.dueAt}
          videoTitle={scheduling.comment.video.title}
          channelId={scheduling.comment.video.channelId}
          onClose={board.stopScheduling}
          onSchedule={(time) => actions.schedule(scheduling, time)}
        />
      )}
      {retrying && (
        <RetryDialog
          why={retrying.why}
          title={retrying.item.comment.video.title}
          onClose={dismiss}
          onConfirm={() => void actions.decide(retrying.item, 'approved', true)}
        />
      )}
      {held && (
        <HoldDialog held={held} onClose={dismiss} onTry={() => void actions.post(held.comment, true)} />
      )}
      {helping && <ShortcutsDialog enabled={enabled} onClose={() => setHelping(false)} />}
    </>
  );
}
