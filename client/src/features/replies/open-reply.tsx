import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ThreadEntry as Entry, Reply } from '#shared/contracts/replies.ts';
import { countOf } from '#shared/rules/format.ts';
import { commentQuery } from '../../api/drafts.ts';
import { threadQuery } from '../../api/outcomes.ts';
import { PostingNote, StateBadge } from '../../components/comment-state.tsx';
import { ThreadEntry, ThreadItem } from '../../components/thread.tsx';
import { Button, buttonClasses, Kbd, KeyLegend, Skeleton } from '../../components/ui/button.tsx';
import { useHeightVariable } from '../../lib/browser.ts';
import { counted, videoLink } from '../../lib/formats.ts';
import { canBeAnswered, liveAnswer, otherState, type ReplyBoard } from './use-reply-board.ts';

/** The answer as it is now; it is edited and decided in the review queue. */
function Answer({ answer }: { answer: NonNullable<Reply['answer']> }) {
  const { data: comment, isPending, isError } = useQuery(commentQuery(answer.commentId));
  return (
    <section
      aria-label="Your answer"
      className="flex max-w-[44rem] flex-col gap-2 rounded-panel border border-line px-4 py-3"
    >
      <div className="flex items-center gap-3">
        <h3 className="text-sm font-medium">Your answer</h3>
        <StateBadge state={comment?.status ?? answer.status} />
      </div>
      {isPending && <Skeleton className="h-12" />}
      {isError && <p className="text-sm text-failed">The text of your answer could not be loaded.</p>}
      {comment && (
        <p
          dir="auto"
          className="max-w-measure text-left font-voice text-voice break-words whitespace-pre-wrap md:text-voice-lg"
        >
          {comment.content}
        </p>
      )}
      {comment?.posting && <PostingNote posting={comment.posting} />}
      {comment?.status === 'failed' && <p className="text-sm text-failed">{comment.failureReason}</p>}
    </section>
  );
}

/** Keeps a button's place, used or not (rule 12.1). */
const Slot = ({ children }: { children: ReactNode }) => (
  <div className="flex h-(--control) *:w-full max-md:flex-1 md:w-49 md:shrink-0">{children}</div>
);

function ReplyBar({ reply, board }: { reply: Reply; board: ReplyBoard }) {
  const { guard, isDrafting } = board;
  const answer = liveAnswer(reply);
  const other = otherState(reply);
  const bar = useRef<HTMLDivElement>(null);
  useHeightVariable('--floating-bar', bar);
  return (
    <div
      ref={bar}
      className="sticky bottom-(--nav-bar) z-10 flex shrink-0 items-center gap-2 border-t border-line bg-surface px-4 py-3 [--control:var(--control-large)] md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_a]:text-base [&_button]:text-base"
    >
      <Slot>
        {canBeAnswered(reply) && (
          <Button
            variant="primary"
            disabled={isDrafting}
            aria-disabled={guard.isPaused || undefined}
            onClick={() => guard.press(() => void board.draft(reply))}
          >
            {isDrafting ? 'Drafting…' : 'Draft Answer'}
            {!isDrafting && <Kbd>G</Kbd>}
          </Button>
        )}
        {answer && answer.status !== 'posted' && (
          <Link href={`/queue?comment=${answer.commentId}`} className={buttonClasses('primary')}>
            Review It
          </Link>
        )}
        {answer?.status === 'posted' && (
          <Link href={`/history?comment=${answer.commentId}`} className={buttonClasses()}>
            Show It in History
          </Link>
        )}
      </Slot>
      <Slot>
        {other && (
          <Button
            disabled={isDrafting}
            aria-disabled={guard.isPaused || undefined}
            onClick={() => guard.press(() => void board.decide(reply, other))}
          >
            {other === 'dismissed' ? 'No Answer Needed' : 'Move Back to Waiting'}
            <Kbd>R</Kbd>
          </Button>
        )}
      </Slot>
      <p className="ml-auto flex items-center gap-3.5 text-xs whitespace-nowrap text-muted max-xl:hidden pointer-coarse:hidden">
        <KeyLegend keys="JK">next, previous</KeyLegend>
        <KeyLegend keys="U">undo</KeyLegend>
      </p>
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
  const { video, answer } = reply;
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
        {answer && (
          <div className="sm:pl-11">
            <Answer answer={answer} />
          </div>
        )}
      </div>
      <ReplyBar reply={reply} board={board} />
    </article>
  );
}
