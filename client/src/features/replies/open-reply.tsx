import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { ThreadEntry as Entry, Reply } from '#shared/contracts/replies.ts';
import { isEditable, whyNotEditable } from '#shared/rules/comment-status.ts';
import { countOf } from '#shared/rules/format.ts';
import { commentQuery } from '../../api/drafts.ts';
import { canBeAnswered, liveAnswer, threadQuery } from '../../api/outcomes.ts';
import { isBeingPosted, PostingNote, StateBadge } from '../../components/comment-state.tsx';
import { PostNow } from '../../components/post-now.tsx';
import { useLiveText } from '../../components/review.ts';
import { CommentEditor } from '../../components/review-editor.tsx';
import { ThreadEntry, ThreadItem } from '../../components/thread.tsx';
import { DateTime } from '../../components/time.tsx';
import { Button, buttonClasses, Kbd, Skeleton } from '../../components/ui/button.tsx';
import { useHeightVariable, useMedia } from '../../lib/browser.ts';
import { counted, videoLink } from '../../lib/formats.ts';
import { otherState, type ReplyBoard, unwritten } from './use-reply-board.ts';

interface AnswerProps {
  reply: Reply;
  board: ReplyBoard;
}

/** The answer, in the editor of the review queue; before there is one, the place to type it. */
function Answer({ reply, board }: AnswerProps) {
  const answer = liveAnswer(reply);
  const canDraft = canBeAnswered(reply);
  if (!answer && !canDraft) return null;
  const { answer: item, review, isBusy } = board;
  const { edits } = review;
  const isPhone = useMedia(PHONE);
  return (
    <section aria-label="Your answer" className="flex max-w-[48.75rem] flex-col gap-2">
      <div className="flex min-h-(--control) items-center gap-3">
        <h3 className="text-sm font-medium">Your answer</h3>
        {answer && (
          <StateBadge state={item?.comment.status ?? answer.status} scheduledFor={item?.scheduledFor} />
        )}
        {canDraft && !isPhone && (
          <div className="ml-auto">
            <DraftButton reply={reply} board={board} />
          </div>
        )}
      </div>
      {canDraft && (
        <CommentEditor
          comment={unwritten(reply)}
          analysis={null}
          edits={edits}
          readOnly={isBusy}
          onApprove={() => void board.approve(reply)}
          onSave={() => board.save(reply)}
          onVouch={() => undefined}
          onLeave={() => board.article.current?.focus({ preventScroll: true })}
        >
          {null}
        </CommentEditor>
      )}
      {answer && item && item.comment.status !== 'posted' && (
        <StoredAnswer reply={reply} item={item} board={board} />
      )}
      {answer && item === null && <AnswerText commentId={answer.commentId} />}
      {answer && item === undefined && <Skeleton className="h-36" />}
    </section>
  );
}

const DraftButton = ({ reply, board: { isBusy, draft } }: AnswerProps) => (
  <Button disabled={isBusy} onClick={() => void draft(reply)}>
    {isBusy ? 'Drafting…' : 'Draft Answer'}
    {!isBusy && <Kbd>G</Kbd>}
  </Button>
);

function StoredAnswer({ reply, item, board }: AnswerProps & { item: QueueRow }) {
  const { comment, scheduledFor } = item;
  const { actions, review } = board;
  const whole = useQuery(commentQuery(comment.id)).data;
  const rests = whyNotEditable(comment, comment.posting);
  const live = useLiveText(comment.id);
  const typed = board.typedFor(reply);
  const whereItIs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void whereItIs.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={whereItIs} className="flex scroll-mb-60 flex-col gap-2 md:scroll-mb-4">
      {typed !== '' && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          What you had typed was set aside.
          <Button onClick={() => board.restore(reply, item)}>Restore My Text</Button>
        </p>
      )}
      <CommentEditor
        comment={comment}
        analysis={whole?.analysis}
        edits={review.edits}
        readOnly={!isEditable(comment.status) || isBeingPosted(comment.posting) || rests !== null}
        redraft={board.redraftOf(reply, item, live)}
        onApprove={() => void board.approve(reply)}
        onSave={() => board.save(reply)}
        onVouch={(sentence) => void actions.vouch(item, sentence)}
        onLeave={() => board.article.current?.focus({ preventScroll: true })}
      >
        <div className="flex flex-col gap-2 text-sm text-muted empty:hidden">
          {scheduledFor && (
            <p>
              Goes out on <DateTime iso={scheduledFor} />.{' '}
              <Link href="/scheduled" className="text-accent underline underline-offset-2">
                See it
              </Link>
            </p>
          )}
          {rests && <p>{rests}</p>}
          {comment.posting && <PostingNote posting={comment.posting} />}
          {comment.status === 'failed' && <p className="text-failed">{comment.failureReason}</p>}
        </div>
      </CommentEditor>
    </div>
  );
}

/** Of an answer that is posted, or no longer in the queue. */
function AnswerText({ commentId }: { commentId: number }) {
  const { data: comment, isPending, isError } = useQuery(commentQuery(commentId));
  if (isPending) return <Skeleton className="h-12" />;
  if (isError) return <p className="text-sm text-failed">The text of your answer could not be loaded.</p>;
  return (
    <p
      dir="auto"
      className="max-w-measure text-left font-voice text-voice break-words whitespace-pre-wrap md:text-voice-lg"
    >
      {comment?.content}
    </p>
  );
}

const PHONE = '(width < 52rem)';

/** Keeps a button's place, used or not (rule 12.1). */
const Slot = ({ children }: { children: ReactNode }) => (
  <div className="flex h-(--control) *:w-full max-md:flex-1 md:w-45 md:shrink-0">{children}</div>
);

/** Decides at the left and sends at the right, as in the queue. */
function ReplyBar({ reply, board }: AnswerProps) {
  const { guard, isBusy, answer: item } = board;
  const answer = liveAnswer(reply);
  const status = item?.comment.status ?? answer?.status;
  const other = otherState(reply);
  const canDecide = useSyncExternalStore(board.review.edits.subscribe, () => board.isDecidable(reply));
  const isWriting = useLiveText(item?.commentId ?? 0) !== null;
  const rests = isBusy || isWriting || isBeingPosted(item?.comment.posting ?? null);
  const isApproved = status === 'approved' && !item?.scheduledFor;
  const isOpen = canBeAnswered(reply) || status === 'pending';
  const canSend = (canDecide || isApproved) && !rests;
  const common = { disabled: rests, 'aria-disabled': guard.isPaused || undefined } as const;
  const press = (act: () => unknown) => () => guard.press(() => void act());
  // Within the thumb's reach, in the place of what cannot be sent yet.
  const drafts = useMedia(PHONE) && canBeAnswered(reply) && !canDecide;
  const bar = useRef<HTMLDivElement>(null);
  useHeightVariable('--floating-bar', bar);
  const approve = press(() => board.approve(reply));
  return (
    <div
      ref={bar}
      className="sticky bottom-(--nav-bar) z-10 flex shrink-0 flex-wrap-reverse items-center gap-2 border-t border-line bg-surface px-4 py-3 [--control:var(--control-large)] md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_a]:text-base [&_button]:text-base"
    >
      <div className="flex gap-2 max-md:basis-full">
        <Slot>
          {isOpen && (
            <Button {...common} variant="primary" disabled={rests || !canDecide} onClick={approve}>
              Approve <Kbd>A</Kbd>
            </Button>
          )}
          {status === 'approved' && item && (
            <Button {...common} onClick={press(() => board.backToReview(item))}>
              Back to Review <Kbd>R</Kbd>
            </Button>
          )}
          {status === 'failed' && (
            <Link href={`/queue?comment=${answer?.commentId}`} className={buttonClasses('primary')}>
              Review It
            </Link>
          )}
          {status === 'posted' && (
            <Link href={`/history?comment=${answer?.commentId}`} className={buttonClasses()}>
              Show It in History
            </Link>
          )}
        </Slot>
        <Slot>
          {other && (
            <Button {...common} onClick={press(() => board.decide(reply, other))}>
              {other === 'dismissed' ? 'No Answer Needed' : 'Move Back to Waiting'} <Kbd>R</Kbd>
            </Button>
          )}
        </Slot>
      </div>
      {drafts && (
        <div className="flex h-(--control) basis-full *:w-full">
          <DraftButton reply={reply} board={board} />
        </div>
      )}
      {!drafts && (isOpen || isApproved) && (
        <div className="ml-auto flex h-(--control) justify-end max-md:w-full">
          <PostNow
            isArmed={board.armed && canSend}
            disabled={!canSend}
            guard={guard}
            onArm={() => board.arm(reply)}
            onKeep={board.disarm}
            onPost={() => void board.post(reply)}
          >
            <Button
              {...common}
              disabled={!canSend}
              className="max-md:flex-1"
              onClick={press(() => board.schedule(reply))}
            >
              Schedule <Kbd>S</Kbd>
            </Button>
          </PostNow>
        </div>
      )}
    </div>
  );
}

/** Replies shown before the open one without a press. */
const FEW = 3;

/** What the list knows of a thread before it is loaded. */
function known(reply: Reply): Entry[] {
  const { content, postedAt } = reply.thread;
  const ours = {
    replyId: null,
    authorName: null,
    text: content,
    pictureUrl: null,
    likeCount: null,
    isVideoAuthor: false,
    publishedAt: postedAt ?? reply.publishedAt,
    isOurs: true,
  };
  return [ours, { ...reply, replyId: reply.id, isOurs: false }];
}

const repliesOf = (count: number, which: string) =>
  counted(count, `${which} reply`).replace(/replys$/, 'replies');

/** The owner's comment, what was written below it up to the open reply, and on request the rest. */
function Thread({ reply }: { reply: Reply }) {
  const { data, isError, refetch } = useQuery(threadQuery(reply.commentId));
  const [shows, setShows] = useState({ earlier: false, later: false });
  const loaded = data?.some(({ replyId }) => replyId === reply.id) ? data : known(reply);
  const at = loaded.findIndex(({ replyId }) => replyId === reply.id);
  const [first, ...rest] = loaded.slice(0, at);
  const later = loaded.slice(at + 1);
  const hidden = shows.earlier ? 0 : Math.max(0, rest.length - FEW);
  const entry = (each: Entry, index: number) => (
    <ThreadEntry key={each.replyId ?? `ours ${index}`} entry={each} isOpen={each.replyId === reply.id} />
  );
  return (
    <ol aria-label="Thread" className="flex list-none flex-col">
      {first && entry(first, 0)}
      {hidden > 0 && (
        <ThreadItem>
          <Button variant="ghost" className="-ml-3" onClick={() => setShows({ ...shows, earlier: true })}>
            Show {repliesOf(hidden, 'earlier')}
          </Button>
        </ThreadItem>
      )}
      {rest.slice(hidden).map((each, index) => entry(each, index + 1))}
      {loaded.slice(at, at + 1).map((each) => entry(each, at))}
      {shows.later && later.map((each, index) => entry(each, at + 1 + index))}
      {later.length > 0 && !shows.later && (
        <ThreadItem>
          <Button variant="ghost" className="-ml-3" onClick={() => setShows({ ...shows, later: true })}>
            Show {repliesOf(later.length, 'later')}
          </Button>
        </ThreadItem>
      )}
      {isError && !data && (
        <ThreadItem>
          <span role="alert" className="flex flex-wrap items-center gap-3 text-sm text-failed">
            The rest of the thread could not be loaded.
            <Button onClick={() => void refetch()}>Try Again</Button>
          </span>
        </ThreadItem>
      )}
    </ol>
  );
}

/** A reply with its video and thread, its answer, and what can be done. */
export function OpenReply({ reply, board, ref }: { reply: Reply; board: ReplyBoard; ref: Ref<HTMLElement> }) {
  const { video } = reply;
  const titleId = `reply-${reply.id}-title`;
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none"
    >
      <div className="flex flex-1 flex-col gap-5 px-4 pt-4 pb-6 md:min-h-0 md:overflow-y-auto md:px-6 md:pt-5 lg:pr-12 lg:pl-10">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h2 id={titleId} dir="auto" className="text-left text-base font-semibold">
              <a
                href={videoLink(video.youtubeId)}
                target="_blank"
                rel="noreferrer"
                className="underline-offset-2 hover:underline"
              >
                {video.title}
              </a>
            </h2>
            <p className="text-sm text-muted tabular-nums">
              {video.channelTitle} · {countOf(video.viewCount, 'view')}
            </p>
          </div>
          <a
            href={reply.youtubeUrl}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClasses('ghost')} -mx-3`}
          >
            <ExternalLink aria-hidden />
            Open Thread on YouTube
          </a>
        </div>
        <Thread key={reply.id} reply={reply} />
        <div className="empty:hidden sm:pl-11">
          <Answer reply={reply} board={board} />
        </div>
      </div>
      <ReplyBar reply={reply} board={board} />
    </article>
  );
}
