import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ThreadEntry as Entry, Reply } from '#shared/contracts/replies.ts';
import { threadQuery } from '../../api/replies.ts';
import { ThreadEntry, ThreadItem } from '../../components/thread.tsx';
import { Button } from '../../components/ui/button.tsx';
import { counted } from '../../lib/formats.ts';

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
export function Thread({ reply }: { reply: Reply }) {
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
