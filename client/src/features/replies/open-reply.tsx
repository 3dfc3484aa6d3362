import { ExternalLink } from 'lucide-react';
import type { Ref } from 'react';
import type { Reply } from '#shared/contracts/replies.ts';
import { countOf } from '#shared/rules/format.ts';
import { buttonClasses } from '../../components/ui/button.tsx';
import { videoLink } from '../../lib/formats.ts';
import { Answer } from './answer.tsx';
import { ReplyBar } from './reply-bar.tsx';
import { Thread } from './thread.tsx';
import type { ReplyBoard } from './use-reply-board.ts';

interface OpenReplyProps {
  reply: Reply;
  board: ReplyBoard;
  ref: Ref<HTMLElement>;
}

/** A reply with its video and thread, its answer, and what can be done. */
export function OpenReply({ reply, board, ref }: OpenReplyProps) {
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
