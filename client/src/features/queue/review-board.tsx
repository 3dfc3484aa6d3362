import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { WorkEntry } from '#shared/contracts/work.ts';
import { errorText } from '../../api/http.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { PaneList, PaneRow } from '../../components/list.tsx';
import { ListPanes, LoadFailure } from '../../components/page.tsx';
import { Score } from '../../components/score.tsx';
import { ShortcutsDialog } from '../../components/shortcuts-dialog.tsx';
import { answerTo } from '../../components/thread.tsx';
import { Skeleton, StateDot } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { useItemAddress } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import {
  type PageAction,
  type Shortcuts,
  useOfferedActions,
  useShortcuts,
} from '../../lib/shortcuts.ts';
import {
  type UnsavedEdits,
  useUnsavedEdit,
} from '../../review/editor/comment-editor.tsx';
import { ReviewQuestions } from '../../review/post-now.tsx';
import type { Questions } from '../../review/review-actions.ts';
import { useRow } from '../../review/rows.ts';
import { ScheduleDialog } from '../../review/schedule/schedule-dialog.tsx';
import type { QueueSummary } from '../../review/select.ts';
import { actionsOf, canSend } from './action-bar.tsx';
import type { BulkActions } from './bulk-actions.ts';
import { OpenComment } from './open-comment.tsx';
import { percentDecided, QueueBar, type ReviewList } from './queue-bar.tsx';
import {
  ClearRejected,
  NotInQueue,
  NotLoaded,
  QUEUE_KEYS,
  QueueEnd,
} from './queue-dialogs.tsx';
import { type Board, type BoardOptions, useBoard } from './use-board.ts';

/** Returns the shortcuts. `p` only arms the post button, which then has the focus. */
function reviewKeys(
  board: Board,
  actions: readonly PageAction[],
  page: Shortcuts,
): Shortcuts {
  const { active, free, at, go, guard } = board;
  return {
    ...board.keys((by) => go(at(by)), active?.comment.gaps, actions),
    p: () => free && canSend(free) && board.arm(free),
    x: () => free && guard.press(() => board.remove(free), 'x'),
    ...page,
  };
}

/** A decided comment takes only one line. */
const isFolded = ({ status }: WorkEntry): boolean => status !== 'pending';

const rowHeight = (entry: WorkEntry): number => (isFolded(entry) ? 36 : 84);

const POSTING_WORDS = {
  sending: 'Posting',
  confirming: 'Confirming',
  waiting: 'Waiting',
};

interface QueueListRowProps {
  entry: WorkEntry;
  isOpen: boolean;
  edits: UnsavedEdits;
  onOpen: () => void;
}

/** Has its height before its row is loaded. */
function QueueListRow(props: QueueListRowProps) {
  const { entry, isOpen, onOpen } = props;
  const { data: row, isError } = useRow(entry.id);
  if (row) return <LoadedRow {...props} comment={row.comment} />;
  return (
    <PaneRow
      isOpen={isOpen}
      onClick={onOpen}
      className={classNames(
        'flex items-center text-sm text-muted',
        isFolded(entry) ? 'min-h-9 pointer-coarse:min-h-11' : 'h-21',
      )}
    >
      {isError ? (
        'This comment could not be loaded.'
      ) : (
        <>
          <span className="sr-only">Loading</span>
          <Skeleton className="h-4 w-3/5" />
        </>
      )}
    </PaneRow>
  );
}

function LoadedRow({
  entry,
  comment,
  isOpen,
  edits,
  onOpen,
}: QueueListRowProps & { comment: CommentRow }) {
  const { video, posting, answers } = comment;
  const { text, edited } = useUnsavedEdit(edits, comment);
  const folded = isFolded(entry);
  const note = edited ? 'Not saved' : posting && POSTING_WORDS[posting.state];
  const title = (
    <span
      dir="auto"
      className={classNames(
        'min-w-0 flex-1 truncate text-left',
        !folded && 'font-semibold',
      )}
    >
      {video.title}
    </span>
  );
  return (
    <PaneRow
      isOpen={isOpen}
      onClick={onOpen}
      title={video.title}
      className={classNames(
        'flex',
        folded
          ? 'min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11'
          : 'h-21 gap-3 pt-2.5',
        folded && (isOpen ? 'text-text' : 'bg-page text-muted'),
      )}
    >
      {folded ? (
        <>
          <span className="w-22 shrink-0">
            <StateBadge state={entry.status} />
          </span>
          {title}
          {answers && (
            <span className="max-w-2/5 truncate text-xs">{answerTo(answers)}</span>
          )}
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
            <span
              dir="auto"
              className="block truncate text-left font-voice text-voice-sm text-soft"
            >
              {text}
            </span>
            <span className="block truncate text-xs text-muted tabular-nums">
              {answers ? answerTo(answers) : video.channelTitle} ·{' '}
              <Score comment={comment} edited={edited}>
                {(score) => `${score}/100 Quality`}
              </Score>
            </span>
          </span>
        </>
      )}
    </PaneRow>
  );
}

interface OpenPaneProps {
  board: Board;
  isListEmpty: boolean;
  bulk: BulkActions;
}

/** The open comment, the end of the list, or why nothing is open. */
function OpenPane({ board, isListEmpty, bulk }: OpenPaneProps) {
  const { active, isEnded, missing, failed, article, review } = board;
  if (isEnded)
    return <QueueEnd ref={article} decided={review.decided.size} bulk={bulk} />;
  if (missing !== null) return <NotInQueue commentId={missing} />;
  if (failed) return <NotLoaded {...failed} />;
  if (active)
    return (
      <OpenComment key={active.commentId} ref={article} item={active} board={board} />
    );
  return isListEmpty ? null : <Skeleton className="m-6 h-40 max-w-measure lg:mx-10" />;
}

interface SearchNoteProps {
  search: ReviewList['search'];
  isListEmpty: boolean;
}

/** Says why the list shows no comments, or that the search failed. */
function SearchNote({ search, isListEmpty }: SearchNoteProps) {
  if (search.isError)
    return (
      <LoadFailure onRetry={search.refetch} className="p-4 lg:px-7">
        {errorText(search.error, 'The queue could not be searched.')}
      </LoadFailure>
    );
  if (!isListEmpty) return null;
  return (
    <p className="p-4 text-muted lg:px-7">
      {search.isFetching ? 'Loading…' : 'No comment in the queue matches.'}
    </p>
  );
}

interface ReviewBoardProps extends BoardOptions {
  summary: QueueSummary | undefined;
  questions: Questions;
  bulk: BulkActions;
  /** Shown instead of the board while the queue is empty; null otherwise. */
  whenEmpty: ReactNode;
}

export function ReviewBoard(props: ReviewBoardProps) {
  const { view, list, summary, review, actions, questions, bulk, whenEmpty } = props;
  const { address, change } = view;
  const board = useBoard({ view, list, review, actions });
  const { rows, active, free, isEnded, missing, failed, scheduling } = board;
  useItemAddress(address.comment, active?.commentId, board.open, (id) =>
    change({ comment: String(id) }),
  );
  useEffect(() => {
    if (isEnded) change({ comment: undefined });
  }, [isEnded, change]);
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const offered = free ? actionsOf(board, free) : [];
  useOfferedActions(
    free ? { subject: free.comment.video.title, actions: offered } : null,
  );
  // If the filter finds no comment, none is open.
  const isListShown =
    view.isListShown ||
    (rows.length === 0 && !active && !isEnded && !failed && missing === null);
  useShortcuts(
    reviewKeys(board, offered, {
      '/': () => search.current?.focus(),
      '?': () => setHelping(true),
    }),
  );
  const help = helping && (
    <ShortcutsDialog meanings={QUEUE_KEYS} onClose={() => setHelping(false)} />
  );
  // A comment in which the user is typing stays open, even if it was the last one in the
  // queue.
  if (whenEmpty !== null && !active)
    return (
      <>
        {whenEmpty}
        {help}
      </>
    );
  return (
    <>
      {summary && (
        <div className="sticky top-0 z-10 md:hidden">
          <Progress value={percentDecided(summary)} label="Decided" />
        </div>
      )}
      <QueueBar
        view={view}
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
            items={rows}
            heightOf={rowHeight}
            index={board.index}
            isShown={isListShown}
            renderRow={(entry, isOpen) => (
              <QueueListRow
                entry={entry}
                isOpen={isOpen}
                edits={review.edits}
                onOpen={() => {
                  // On a phone the comment appears where the second tap of a double tap
                  // would land.
                  if (isListShown) board.guard.pause();
                  board.select(entry.id);
                  view.showList(false);
                }}
              />
            )}
          >
            <SearchNote search={list.search} isListEmpty={rows.length === 0} />
            {!isEnded && (view.address.filter ?? 'rejected') === 'rejected' && (
              <div className="p-4 empty:hidden lg:px-7">
                <ClearRejected bulk={bulk} />
              </div>
            )}
          </PaneList>
        }
        open={<OpenPane board={board} isListEmpty={rows.length === 0} bulk={bulk} />}
      />
      {scheduling && <ScheduleDialog {...scheduling} />}
      <ReviewQuestions {...questions} />
      {help}
    </>
  );
}
