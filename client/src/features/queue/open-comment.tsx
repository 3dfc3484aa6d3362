import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, Info, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { countOf } from '#shared/rules/format.ts';
import { autoPostDueAt, countdown } from '#shared/rules/schedule.ts';
import { commentQuery, materialQuery } from '../../api/drafts.ts';
import { errorText } from '../../api/http.ts';
import { useNextFreeSlot } from '../../api/posting.ts';
import {
  ChannelWarning,
  canEdit,
  failureText,
  isBeingPosted,
  Note,
  PostingNote,
  RestoredNote,
  StateBadge,
  stateEdge,
} from '../../components/comment-state.tsx';
import { PreparedNote } from '../../components/prepared-note.tsx';
import { RelationLine } from '../../components/relation-line.tsx';
import { Planned } from '../../components/relative-time.tsx';
import { ReadAgain, SCORE_HINT, Score } from '../../components/score.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { DateTime } from '../../components/time.tsx';
import { Badge, IconButton, InlineLink, Skeleton } from '../../components/ui/button.tsx';
import { Facts } from '../../components/ui/choices.tsx';
import { classNames, useIsPhone, useNow } from '../../lib/browser.ts';
import { localDay } from '../../lib/formats.ts';
import {
  type UnsavedEdits,
  useLiveText,
  useUnsavedEdit,
} from '../../review/editor/comment-editor.tsx';
import { EarlierVersions } from '../../review/editor/draft-record.tsx';
import { CommentEditor } from '../../review/editor/review-editor.tsx';
import { quoted } from '../../review/editor/source-notes.tsx';
import { ActionBar, nextStep, useSwipe } from './action-bar.tsx';
import type { Board } from './use-board.ts';
import { AboutVideo, titleIdOf, VideoHead } from './video-head.tsx';

function AutoPost({ dueAt }: { dueAt: string }) {
  const now = useNow(15_000);
  const { text, phase } = countdown(new Date(dueAt), now, { dayOf: localDay });
  return (
    <Note icon={Clock}>
      {phase === 'ahead' ? `Will be posted in ${text}` : 'Will be posted any moment'}, on{' '}
      <DateTime iso={dueAt} />
    </Note>
  );
}

/**
 * Shows the reply that the comment answers, why it failed
 * or is blocked, and what will happen without the user.
 */
function CommentNotes({ item }: { item: QueueRow }) {
  const { comment, heldDetail, dueAt } = item;
  const waits = comment.posting !== null;
  return (
    <>
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      {comment.status === 'failed' && (
        <Note icon={CircleAlert} className="text-failed">
          {failureText(comment)}
        </Note>
      )}
      {comment.restoredFrom && <RestoredNote madeAt={comment.restoredFrom} />}
      {heldDetail && !waits && !comment.restoredFrom && comment.status !== 'failed' && (
        <Note icon={Info}>
          {heldDetail}{' '}
          {nextStep(item) === 'settings' && (
            <InlineLink href="/settings">Open Settings</InlineLink>
          )}
        </Note>
      )}
      {comment.posting && <PostingNote posting={comment.posting} />}
      {dueAt && comment.status === 'approved' && !isBeingPosted(comment.posting) && (
        <AutoPost dueAt={dueAt} />
      )}
    </>
  );
}

/**
 * Shows when the comment was written, what happens after approval, and what others say.
 */
function CommentFacts({ item }: { item: QueueRow }) {
  const { comment, autoPost, createdAt } = item;
  const slot = useNextFreeSlot();
  const now = useNow();
  const ifApproved = autoPost ? (
    <>
      Goes out <Planned iso={autoPostDueAt(new Date(createdAt), now).toISOString()} />,
      unless you schedule or post it before
    </>
  ) : (
    slot && (
      <>
        Stays approved until you schedule it; the next free slot is{' '}
        <Planned iso={slot.toISOString()} />
      </>
    )
  );
  const created = (
    <span className="flex flex-wrap items-center gap-x-3">
      <DateTime iso={comment.createdAt} />
      {autoPost && <Badge tone="scheduled">Auto-post enabled</Badge>}
    </span>
  );
  const facts: [string, ReactNode][] = [['Created', created]];
  if (comment.status === 'pending') facts.push(['If approved', ifApproved]);
  if (!comment.answers)
    facts.push(['Others say', <OthersSay key="others" videoId={comment.videoId} />]);
  return (
    <Facts
      className="grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&_dd]:min-h-[1lh] [&_dd]:text-text"
      facts={facts}
    />
  );
}

const FEW = 3;

/**
 * Loaded only on a press, because loading a video's comments costs one quota unit per
 * day.
 */
function OthersSay({ videoId }: { videoId: number }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({ ...materialQuery(videoId), enabled: isOpen });
  if (!isOpen)
    return (
      <button
        type="button"
        className="text-accent hover:underline"
        onClick={() => setOpen(true)}
      >
        Show top comments
      </button>
    );
  if (error) return errorText(error, 'Failed to load the comments');
  if (!data) return <Skeleton className="h-lh max-w-60" />;
  if (data.comments.length === 0) return data.commentsMissing ?? 'Nothing yet';
  return (
    <ul className="flex flex-col gap-1">
      {data.comments.slice(0, FEW).map(({ author, text, likeCount }) => (
        <li key={`${author} ${text}`} dir="auto" className="line-clamp-2 text-left">
          {quoted(text)} <span className="text-muted">{author}</span>
          {likeCount !== null && (
            <span className="text-muted">, {countOf(likeCount, 'like')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OpenScoreProps {
  comment: CommentRow;
  edits: UnsavedEdits;
}

/** A separate component, because it rerenders with every key while the text is edited. */
function OpenScore({ comment, edits }: OpenScoreProps) {
  const { edited } = useUnsavedEdit(edits, comment);
  return (
    <span
      title={SCORE_HINT}
      className="text-sm font-medium tabular-nums @min-[44rem]:whitespace-nowrap max-md:text-xs max-md:text-soft"
    >
      <Score comment={comment} edited={edited}>
        {(score) => `${score}/100 Quality`}
      </Score>
    </span>
  );
}

function OpenReadAgain({ comment, edits }: OpenScoreProps) {
  const { edited } = useUnsavedEdit(edits, comment);
  return comment.isScoreCurrent || edited ? null : <ReadAgain comment={comment} />;
}

interface CommentToolsProps {
  item: QueueRow;
  board: Board;
  isResting: boolean;
  children: ReactNode;
}

/** The state of the comment, its score and the button that removes it. */
function CommentTools({ item, board, isResting, children }: CommentToolsProps) {
  const { comment } = item;
  const { guard } = board;
  return (
    <div className="flex items-center gap-x-3 @max-[44rem]:col-span-3 @max-[44rem]:row-start-1 @min-[44rem]:flex-col @min-[44rem]:items-end">
      <div className="flex flex-1 items-center gap-3 @min-[44rem]:flex-none">
        {comment.draftedForYou && <Badge>Drafted for you</Badge>}
        <StateBadge state={comment.status} />
        <IconButton
          icon={Trash2}
          title="Remove from queue"
          disabled={isResting || board.isGone}
          aria-disabled={guard.isPaused || undefined}
          className="-my-2 @max-[44rem]:order-last @max-[44rem]:ml-auto @min-[44rem]:-mr-2"
          onClick={() => guard.press(() => board.remove(item))}
        />
      </div>
      <OpenScore comment={comment} edits={board.review.edits} />
      {children}
    </div>
  );
}

/** What the user has posted on the channel before. */
const OnThisChannel = ({ video }: Pick<CommentRow, 'video'>) => (
  <>
    <ChannelWarning channelId={video.channelId} />
    <RelationLine video={video} />
  </>
);

/** A swipe to the left rejects a pending comment, one to the right approves it. */
function useDecisionSwipe(item: QueueRow, board: Board, isResting: boolean) {
  return useSwipe((direction) => {
    if (item.comment.status !== 'pending' || isResting || board.isGone) return;
    board.guard.press(() =>
      board.decide(item, direction === 'left' ? 'rejected' : 'approved'),
    );
  });
}

interface OpenCommentProps {
  item: QueueRow;
  board: Board;
  ref: Ref<HTMLElement>;
}

export function OpenComment({ item: listed, board, ref }: OpenCommentProps) {
  const { data: whole, isError } = useQuery(commentQuery(listed.commentId));
  // Once the comment has left the queue, its row in the list is no longer updated.
  const item = board.isGone && whole ? { ...listed, comment: whole } : listed;
  const { comment } = item;
  const { video, status } = comment;
  const { guard, actions } = board;
  const rests = whyNotEditable(comment, comment.posting);
  const live = useLiveText(comment.id);
  const isResting = isBeingPosted(comment.posting) || live !== null;
  const swipe = useDecisionSwipe(item, board, isResting);
  const isReadOnly = isResting || !canEdit(comment);
  const readAgain = !isReadOnly && !board.isGone && (
    <OpenReadAgain comment={comment} edits={board.review.edits} />
  );
  const isPhone = useIsPhone();

  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleIdOf(comment)}
      // The second click of a double click must not move the focus back.
      onMouseDown={(event) => guard.isPaused && event.preventDefault()}
      className="group/open flex min-h-0 min-w-0 flex-1 scroll-mt-16 flex-col bg-page outline-none md:bg-surface"
    >
      <div className="@container flex flex-1 flex-col p-3 pb-0 -outline-offset-2 outline-accent group-focus-visible/open:outline-2 [@media(max-height:32rem)]:pt-1 md:min-h-0 md:overflow-y-auto md:p-6 lg:pr-12 lg:pl-10">
        <div
          {...swipe}
          className={classNames(
            'flex flex-1 touch-pan-y flex-col rounded-panel border border-line bg-surface p-4 pt-3 transition-transform md:border-0 md:p-0',
            stateEdge(status),
          )}
        >
          <VideoHead comment={comment} whole={whole} isError={isError}>
            <CommentTools item={item} board={board} isResting={isResting}>
              {!isPhone && readAgain}
            </CommentTools>
          </VideoHead>
          <div className="flex flex-col gap-3 max-md:pt-1.5">
            <CommentNotes item={item} />
            {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
            <CommentEditor
              comment={comment}
              review={board.review}
              readOnly={isReadOnly}
              onSave={() => actions.save(comment)}
              {...(!board.isGone && {
                redraft: board.redraftOf(item),
                onApprove: () => board.saveAndApprove(item),
              })}
              onVouch={(sentence) => void actions.vouch(item, sentence)}
              onLeave={board.focusComment}
            >
              <div
                className={classNames(
                  'flex flex-col gap-2 pt-2 text-sm text-muted md:mt-1 md:border-t md:border-line md:pt-4',
                  // Hidden until the notes above it arrive with the whole comment.
                  !whole && !isError && '@max-[36rem]:hidden',
                )}
              >
                {isPhone && (
                  <AboutVideo
                    key={`about ${comment.id}`}
                    whole={whole}
                    isError={isError}
                  />
                )}
                {whole && live === null && <PreparedNote comment={whole} />}
                <CommentFacts item={item} />
                {isPhone && readAgain}
                {!comment.answers && <OnThisChannel key={comment.id} video={video} />}
                {whole && (
                  <EarlierVersions
                    comment={{ ...comment, previousTextCount: whole.previousTextCount }}
                  />
                )}
              </div>
            </CommentEditor>
          </div>
        </div>
      </div>
      <ActionBar item={item} board={board} disabled={isResting} />
    </article>
  );
}
