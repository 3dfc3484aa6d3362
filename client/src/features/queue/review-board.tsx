import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { QueueRow, QueueSummary } from '#shared/contracts/queue.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import { commentQuery } from '../../api/drafts.ts';
import { errorText } from '../../api/http.ts';
import type { usePages } from '../../api/lists.ts';
import type { QueueFilter } from '../../api/queue.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { type UnsavedEdits, useUnsavedEdit } from '../../components/comment-editor.tsx';
import { isBeingPosted, StateBadge } from '../../components/comment-state.tsx';
import { ListEnd, PaneList } from '../../components/list.tsx';
import { ErrorState, ListPanes } from '../../components/page.tsx';
import { HoldDialog } from '../../components/post-now.tsx';
import type { Review, ReviewActions, ReviewQuestions } from '../../components/review.ts';
import { ScheduleDialog } from '../../components/schedule-dialog.tsx';
import { answerTo } from '../../components/thread.tsx';
import { buttonClasses, Skeleton, StateDot } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { useItemAddress, useShownList } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import {
  type PageAction,
  type PageActions,
  type Shortcuts,
  useOfferedActions,
  useShortcuts,
} from '../../lib/shortcuts.ts';
import { OpenComment } from './open-comment.tsx';
import { percentDecided, QueueBar, type QueueView } from './queue-bar.tsx';
import { RetryDialog, ShortcutsDialog } from './queue-dialogs.tsx';
import { type Board, useBoard } from './use-board.ts';

/** What `r` does, by status. */
const turnedDown: Partial<Record<string, Decision>> = {
  pending: 'rejected',
  rejected: 'pending',
  approved: 'pending',
};

/** Keys for the whole review (rule 12.2); a second press of a deciding key decides nothing (12.1). `p` only arms; the button then has the focus. */
function reviewKeys(board: Board, { search, help }: { search: () => void; help: () => void }): Shortcuts {
  const { active, at, go, guard } = board;
  const free = active && !isBeingPosted(active.comment.posting) ? active : undefined;
  const status = free?.comment.status;
  const other = status && turnedDown[status];
  const on =
    (act: (item: QueueRow) => void, allowed = true) =>
    () => {
      if (free && allowed) act(free);
    };
  const once = (key: string, act: (item: QueueRow) => void, allowed = true) =>
    on((item) => guard.press(() => act(item), key), allowed);
  return {
    j: () => go(at(1)),
    ArrowDown: () => go(at(1)),
    k: () => go(at(-1)),
    ArrowUp: () => go(at(-1)),
    a: once('a', (item) => board.decide(item, 'approved'), status === 'pending' || status === 'failed'),
    r: once('r', (item) => other && board.decide(item, other), other !== undefined),
    e: () => go(active, 'editor'),
    s: on(board.schedule, status === 'approved'),
    p: on(board.arm, status === 'approved'),
    F2: board.focusGap,
    x: once('x', board.remove),
    u: () => void board.undo(),
    '/': search,
    '?': help,
  };
}

/** What “Find or do” offers for the open comment. Posting is not among it: it arms under the pointer. */
function commentActions(board: Board): PageActions | null {
  const { active } = board;
  if (!active || isBeingPosted(active.comment.posting)) return null;
  const { status, video } = active.comment;
  const other = turnedDown[status];
  const actions: PageAction[] = [];
  if (status === 'pending' || status === 'failed')
    actions.push({
      label: status === 'failed' ? 'Retry' : 'Approve',
      key: 'A',
      run: () => board.decide(active, 'approved'),
    });
  if (other)
    actions.push({
      label: other === 'rejected' ? 'Reject' : 'Back to Review',
      key: 'R',
      run: () => board.decide(active, other),
    });
  if (isEditable(status)) actions.push({ label: 'Edit', key: 'E', run: () => board.go(active, 'editor') });
  if (status === 'approved')
    actions.push({ label: 'Schedule…', key: 'S', run: () => board.schedule(active) });
  return { subject: video.title, actions };
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="max-w-measure p-6 lg:px-10">
      <ErrorState title="The comment could not be loaded" onRetry={onRetry}>
        {errorText(error, 'Failed to load the comment.')}
      </ErrorState>
    </div>
  );
}

/** In place of a comment whose address outlived its place in the queue. */
export function NotInQueue({ commentId }: { commentId: number }) {
  const { data: comment, isPending, error, refetch } = useQuery(commentQuery(commentId));
  if (isPending) return <Skeleton className="m-6 h-24 max-w-measure lg:mx-10" />;
  if (comment === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return (
    <section className="flex max-w-measure flex-col items-start gap-3 p-6 lg:px-10">
      <h2 className="text-lg font-semibold">
        {comment ? 'This comment is no longer in the review queue' : 'This comment does not exist'}
      </h2>
      {comment ? (
        <>
          <p className="text-muted">
            Your comment on “{comment.video.title}” is {WORDS[comment.status]}. Its text is kept.
          </p>
          <Link href={`/history?comment=${comment.id}`} className={buttonClasses()}>
            Show It in History
          </Link>
        </>
      ) : (
        <p className="text-muted">Its address may be mistyped. Choose one from the queue.</p>
      )}
    </section>
  );
}

const WORDS = {
  pending: 'pending, but not in the queue',
  approved: 'approved, and scheduled or not in the queue',
  rejected: 'rejected, and not in the queue',
  failed: 'failed, and not in the queue',
  posted: 'posted',
};

interface QueueListRowProps {
  item: QueueRow;
  isOpen: boolean;
  edits: UnsavedEdits;
  onOpen: () => void;
}

/** A decided comment takes one line. */
const isFolded = ({ comment }: QueueRow): boolean => comment.status !== 'pending';

const rowHeight = (item: QueueRow): number => (isFolded(item) ? 36 : 84);

const POSTING_WORDS = { sending: 'Posting', confirming: 'Confirming', waiting: 'Waiting' };

function QueueListRow({ item, isOpen, edits, onOpen }: QueueListRowProps) {
  const { comment } = item;
  const { video, posting, answers } = comment;
  const { text, edited } = useUnsavedEdit(edits, comment);
  const folded = isFolded(item);
  const note = edited ? 'Not saved' : posting && POSTING_WORDS[posting.state];
  const title = (
    <span dir="auto" className={classNames('min-w-0 flex-1 truncate text-left', !folded && 'font-semibold')}>
      {video.title}
    </span>
  );
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      title={video.title}
      className={classNames(
        'flex w-full border-b border-line pr-4 text-left -outline-offset-2 transition-colors',
        'pl-4 lg:pl-7',
        folded
          ? 'min-h-9 items-center gap-2.5 text-sm text-muted pointer-coarse:min-h-11'
          : 'h-21 gap-3 pt-2.5',
        isOpen
          ? 'bg-accent-soft text-text shadow-[inset_3px_0_0_var(--color-accent)]'
          : classNames('hover:bg-hover', folded && 'bg-page'),
      )}
    >
      {folded ? (
        <>
          <span className="w-22 shrink-0">
            <StateBadge state={comment.status} />
          </span>
          {title}
          {answers && <span className="max-w-2/5 truncate text-xs">{answerTo(answers)}</span>}
          {note && <span className="shrink-0 text-xs text-pending">{note}</span>}
        </>
      ) : (
        <>
          <span className="pt-1.5">
            <StateDot tone="pending" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex gap-2">
              {title}
              <span className="sr-only">Pending</span>
              {note && <span className="shrink-0 text-xs text-pending">{note}</span>}
            </span>
            <span dir="auto" className="block truncate text-left font-voice text-voice-sm text-soft">
              {text}
            </span>
            <span className="block truncate text-xs text-muted tabular-nums">
              {answers ? answerTo(answers) : video.channelTitle} · {comment.qualityScore}/100 Quality
            </span>
          </span>
        </>
      )}
    </button>
  );
}

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
