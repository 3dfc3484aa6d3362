import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { ThreadEntry as Entry, Reply } from '#shared/contracts/replies.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { countOf } from '#shared/rules/format.ts';
import { commentQuery } from '../../api/drafts.ts';
import { canBeAnswered, liveAnswer, threadQuery } from '../../api/outcomes.ts';
import {
  CommentText,
  canEdit,
  PostingNote,
  StateBadge,
} from '../../components/comment-state.tsx';
import { LoadFailure } from '../../components/page.tsx';
import { ThreadEntry, ThreadItem } from '../../components/thread.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { DateTime } from '../../components/time.tsx';
import {
  Button,
  ButtonLink,
  InlineLink,
  OutLink,
  Skeleton,
} from '../../components/ui/button.tsx';
import { bringIntoView, classNames, useIsPhone } from '../../lib/browser.ts';
import { videoLink } from '../../lib/formats.ts';
import { CommentEditor } from '../../review/editor/review-editor.tsx';
import { AnswerBar, type AnswerProps, DraftButton } from './answer-bar.tsx';
import { type ReplyBoard, unwritten } from './use-reply-board.ts';

const editing = (reply: Reply, board: ReplyBoard) => ({
  review: board.review,
  onApprove: () => void board.approve(reply),
  onSave: () => board.save(reply),
  onLeave: board.focusComment,
});

/**
 * Shows the answer in the editor of the review queue or, while there is none, a field to
 * type it in.
 */
function Answer({ reply, board }: AnswerProps) {
  const answer = liveAnswer(reply);
  const canDraft = canBeAnswered(reply);
  const isPhone = useIsPhone();
  const { answer: item, isResting } = board;
  // Keep the typed text visible, even if the reply can no longer be answered.
  const isTyped = board.isKept && board.typedFor(reply) !== '';
  if (!answer && !canDraft && !isTyped) return null;
  return (
    <section aria-label="Your answer" className="flex max-w-[48.75rem] flex-col gap-2">
      <div className="flex min-h-(--control) items-center gap-3">
        <h3 className="text-sm font-medium">Your answer</h3>
        {answer && (
          <StateBadge
            state={item?.comment.status ?? answer.status}
            scheduledFor={item?.scheduledFor}
          />
        )}
        {canDraft && !isPhone && (
          <div className="ml-auto">
            <DraftButton reply={reply} board={board} />
          </div>
        )}
      </div>
      {(canDraft || isTyped) && (
        <CommentEditor
          comment={unwritten(reply)}
          readOnly={isResting || !canDraft}
          {...editing(reply, board)}
          onVouch={() => undefined}
        >
          {null}
        </CommentEditor>
      )}
      {answer && item && (item.comment.status !== 'posted' || board.isAnswerGone) && (
        <StoredAnswer reply={reply} item={item} board={board} />
      )}
      {answer && item === null && <AnswerText commentId={answer.commentId} />}
      {answer && item === undefined && <Skeleton className="h-36" />}
    </section>
  );
}

function StoredAnswer({ reply, item, board }: AnswerProps & { item: QueueRow }) {
  const { comment, scheduledFor } = item;
  const rests = whyNotEditable(comment, comment.posting);
  const typed = board.typedFor(reply);
  const whereItIs = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoView(whereItIs.current), []);
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
        readOnly={!canEdit(comment)}
        {...editing(reply, board)}
        redraft={board.redraftOf(item, reply.id)}
        onVouch={(sentence) => void board.actions.vouch(item, sentence)}
      >
        <div className="flex flex-col gap-2 text-sm text-muted empty:hidden">
          {scheduledFor && (
            <p>
              Goes out on <DateTime iso={scheduledFor} />.{' '}
              <InlineLink href="/scheduled">See it</InlineLink>
            </p>
          )}
          {rests && <p>{rests}</p>}
          {comment.posting && <PostingNote posting={comment.posting} />}
          {comment.status === 'failed' && (
            <p className="text-failed">{comment.failureReason}</p>
          )}
        </div>
      </CommentEditor>
    </div>
  );
}

/** Shows the text of an answer that is posted or no longer in the queue. */
function AnswerText({ commentId }: { commentId: number }) {
  const { data: comment, isPending, isError } = useQuery(commentQuery(commentId));
  if (isPending) return <Skeleton className="h-12" />;
  if (isError)
    return (
      <p className="text-sm text-failed">The text of your answer could not be loaded.</p>
    );
  return (
    <CommentText className="text-voice md:text-voice-lg">{comment?.content}</CommentText>
  );
}

/** Number of replies shown before the open one. */
const FEW = 3;

/**
 * Returns the entries of a thread that are known from the list, before the thread is
 * loaded.
 */
function known(reply: Reply): Entry[] {
  const { content, postedAt } = reply.thread;
  const ours = {
    replyId: null,
    authorName: null,
    text: content,
    pictureUrl: null,
    likeCount: null,
    byCreator: false,
    publishedAt: postedAt ?? reply.publishedAt,
    isOurs: true,
  };
  return [ours, { ...reply, replyId: reply.id, isOurs: false }];
}

/**
 * Shows the owner's comment, the open reply and a few replies
 * before it. The whole thread is on YouTube and in History.
 */
function Thread({ reply }: { reply: Reply }) {
  const { data, isError, refetch } = useQuery(threadQuery(reply.commentId));
  const loaded = data?.some(({ replyId }) => replyId === reply.id) ? data : known(reply);
  const [ours, ...replies] = loaded;
  const at = replies.findIndex(({ replyId }) => replyId === reply.id);
  const shown = replies.slice(Math.max(0, at - FEW), at + 1);
  return (
    <ol aria-label="Thread" className="flex list-none flex-col">
      {ours && <ThreadEntry entry={ours} />}
      {shown.map((each, index) => (
        <ThreadEntry
          key={each.replyId ?? `ours ${index}`}
          entry={each}
          isOpen={each.replyId === reply.id}
        />
      ))}
      {isError && !data && (
        <ThreadItem>
          <LoadFailure onRetry={refetch} className="text-sm">
            The rest of the thread could not be loaded.
          </LoadFailure>
        </ThreadItem>
      )}
    </ol>
  );
}

export function OpenReply({
  reply,
  board,
  ref,
}: {
  reply: Reply;
  board: ReplyBoard;
  ref: Ref<HTMLElement>;
}) {
  const { video } = reply;
  const { data, isFetching } = useQuery(threadQuery(reply.commentId));
  const isLoading = isFetching && !data?.some(({ replyId }) => replyId === reply.id);
  const titleId = `reply-${reply.id}-title`;
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="group/open flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none"
    >
      <div
        className={classNames(
          'flex flex-1 flex-col gap-5 px-4 -outline-offset-2 outline-accent group-focus-visible/open:outline-2 pt-4 pb-6 md:min-h-0 md:overflow-y-auto md:px-6 md:pt-5 lg:pr-12 lg:pl-10',
          // Entries that load above the reply must not move the
          // reply and its answer, so they are hidden while loading.
          isLoading && '[&_li+li]:hidden',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Thumbnail src={video.thumbnailUrl} className="w-16" />
          <div className="min-w-0 flex-1 basis-52">
            <h2 id={titleId} dir="auto" className="text-left text-base font-semibold">
              <OutLink
                href={videoLink(video.youtubeId)}
                className="underline-offset-2 hover:underline"
              >
                {video.title}
              </OutLink>
            </h2>
            <p className="text-sm text-muted tabular-nums">
              {video.channelTitle} · {countOf(video.viewCount, 'view')}
            </p>
          </div>
          <ButtonLink variant="ghost" href={reply.youtubeUrl} className="-mx-3">
            <ExternalLink aria-hidden />
            Open Thread on YouTube
          </ButtonLink>
        </div>
        <Thread key={reply.id} reply={reply} />
        <div className="empty:hidden sm:pl-11">
          {!isLoading && <Answer reply={reply} board={board} />}
        </div>
      </div>
      <AnswerBar reply={reply} board={board} />
    </article>
  );
}
