import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, ExternalLink, Info, Trash2 } from 'lucide-react';
import { type PointerEvent, type Ref, useRef } from 'react';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isEditable, whyNotEditable } from '#shared/rules/comment-status.ts';
import { neutralVoiceNote } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { commentQuery } from '../../api/drafts.ts';
import type { UnsavedEdits } from '../../components/comment-editor.tsx';
import {
  ChannelWarning,
  isBeingPosted,
  PostingNote,
  StateBadge,
  stateEdge,
} from '../../components/comment-state.tsx';
import { EarlierVersions } from '../../components/draft-record.tsx';
import { Thumbnail } from '../../components/pictures.tsx';
import { useLiveText } from '../../components/review.ts';
import { CommentEditor } from '../../components/review-editor.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button, Skeleton } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { classNames, useMedia, useNow } from '../../lib/browser.ts';
import { videoLink } from '../../lib/formats.ts';
import { ActionBar, nextStep } from './action-bar.tsx';
import type { Board } from './use-board.ts';

const FAILED = 'Posting failed, and YouTube gave no reason.';

function AutoPost({ dueAt }: { dueAt: string }) {
  const now = useNow(15_000);
  const { text, phase } = countdown(new Date(dueAt), now);
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {phase === 'ahead' ? `Will be posted in ${text}` : 'Will be posted any moment'}, on{' '}
        <DateTime iso={dueAt} />
      </span>
    </p>
  );
}

/** What it answers, why it failed or is blocked, and what happens without the person. */
function CommentNotes({ item }: { item: QueueRow }) {
  const { comment, heldDetail, dueAt } = item;
  const waits = comment.posting !== null;
  return (
    <>
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      {comment.status === 'failed' && (
        <p className="flex items-start gap-2 text-failed">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {comment.failureReason ?? FAILED}
        </p>
      )}
      {heldDetail && !waits && comment.status !== 'failed' && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {heldDetail}
            {nextStep(item) === 'settings' && (
              <>
                {' '}
                <Link href="/settings" className="text-accent underline underline-offset-2">
                  Open Settings
                </Link>
              </>
            )}
          </span>
        </p>
      )}
      {comment.posting && <PostingNote posting={comment.posting} />}
      {dueAt && comment.status === 'approved' && !isBeingPosted(comment.posting) && (
        <AutoPost dueAt={dueAt} />
      )}
    </>
  );
}

/** Pixels from which a swipe counts. */
const THRESHOLD = 96;
/** Pixels after which a movement is a swipe or not. */
const SLOP = 12;

const stillMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A swipe of one finger to the side, on an element with `touch-action: pan-y`. Editing text is none. */
function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const swipe = useRef<{ pointerId: number; x: number; y: number; isSideways: boolean } | null>(null);

  const shift = (element: HTMLElement, dx: number) => {
    if (stillMotion()) return;
    element.style.transition = dx === 0 ? '' : 'none';
    element.style.transform = dx === 0 ? '' : `translateX(${dx}px)`;
  };
  const end = (element: HTMLElement) => {
    swipe.current = null;
    shift(element, 0);
  };

  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch' || !isPrimary) return;
      if (document.activeElement instanceof HTMLTextAreaElement) return;
      swipe.current = { pointerId, x: clientX, y: clientY, isSideways: false };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      const [dx, dy] = [clientX - current.x, clientY - current.y];
      if (!current.isSideways) {
        if (Math.abs(dy) > SLOP) return end(currentTarget);
        if (Math.abs(dx) < SLOP) return;
        current.isSideways = true;
        currentTarget.setPointerCapture(pointerId);
      }
      shift(currentTarget, dx);
    },
    onPointerUp({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      end(currentTarget);
      const dx = clientX - current.x;
      if (current.isSideways && Math.abs(dx) >= THRESHOLD) onSwipe(dx < 0 ? 'left' : 'right');
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  };
}

interface OpenCommentProps {
  item: QueueRow;
  board: Board;
  edits: UnsavedEdits;
  ref: Ref<HTMLElement>;
}

/** The comment under review: its video, its text, and what can be done with it. */
export function OpenComment({ item, board, edits, ref }: OpenCommentProps) {
  const { comment } = item;
  const { video, status } = comment;
  const { guard } = board;
  const { data: whole, isError } = useQuery(commentQuery(comment.id));
  const rests = whyNotEditable(comment, comment.posting);
  const live = useLiveText(comment.id);
  const isResting = isBeingPosted(comment.posting) || live !== null;
  const swipe = useSwipe((direction) => {
    if (status !== 'pending' || isResting) return;
    guard.press(() => board.decide(item, direction === 'left' ? 'rejected' : 'approved'));
  });
  const isPhone = useMedia('(width < 52rem)');
  const description = whole
    ? whole.video.description?.trim() || 'This video has no description.'
    : isError && 'The description could not be loaded.';
  const titleId = `comment-${comment.id}-title`;

  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      // The second half of a double click must not take the focus back.
      onMouseDown={(event) => guard.isPaused && event.preventDefault()}
      className="flex min-h-0 min-w-0 flex-1 scroll-mt-16 flex-col bg-page outline-none md:bg-surface"
    >
      <div className="flex flex-1 flex-col p-3 pb-0 md:min-h-0 md:overflow-y-auto md:p-6 lg:pr-12 lg:pl-10">
        <div
          {...swipe}
          className={classNames(
            'flex flex-1 touch-pan-y flex-col rounded-panel border border-line bg-surface p-4 pt-3 transition-transform md:border-0 md:p-0',
            stateEdge(status),
          )}
        >
          <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-line pb-1 md:gap-y-2 md:grid-cols-[8.875rem_minmax(0,1fr)_auto] md:gap-x-4 md:border-0 md:pb-5">
            {whole === undefined && !isError ? (
              <Skeleton className="aspect-video w-full max-md:row-start-2" />
            ) : (
              <Thumbnail src={whole?.video.thumbnailUrl} className="w-full max-md:row-start-2" />
            )}
            <div className="min-w-0 max-md:col-span-2">
              <h2
                id={titleId}
                dir="auto"
                title={video.title}
                className="line-clamp-2 text-left text-base font-semibold md:text-lg"
              >
                {video.title}
              </h2>
              <p className="mt-0.5 text-xs text-muted flex items-center tabular-nums md:text-sm [&>*+*]:before:mx-1 [&>*+*]:before:content-['·']">
                <span className="truncate">{video.channelTitle}</span>
                <span className="whitespace-nowrap">{countOf(video.viewCount, 'view')}</span>
                {whole?.video.available === false ? (
                  <span className="text-pending">This video is no longer available on YouTube.</span>
                ) : (
                  <span className="flex shrink-0 items-center">
                    <a
                      href={videoLink(video.youtubeId)}
                      target="_blank"
                      rel="noreferrer"
                      className="text-accent underline-offset-2 hover:underline max-md:-m-3.5 max-md:block max-md:p-3.5"
                    >
                      <span className="max-md:sr-only">Watch on YouTube</span>
                      <ExternalLink aria-hidden className="size-4 md:hidden" />
                    </a>
                  </span>
                )}
              </p>
              {/* As high as the longest description, which comes later. */}
              {!isPhone && <p className="mt-1 line-clamp-2 min-h-[2lh] text-sm text-muted">{description}</p>}
            </div>
            {isPhone && (
              <Disclosure
                key={comment.id}
                summary="About the video"
                className="col-span-3 [&>summary]:relative [&>summary]:after:absolute [&>summary]:after:-inset-x-2 [&>summary]:after:-inset-y-2"
              >
                <div className="flex flex-col gap-2 pt-2 text-sm text-muted">
                  {whole && whole.video.tags.length > 0 && (
                    <p className="flex flex-wrap gap-1.5">
                      {whole.video.tags.map((tag) => (
                        <Badge key={tag}>{tag}</Badge>
                      ))}
                    </p>
                  )}
                  <p className="whitespace-pre-line wrap-anywhere">{description}</p>
                </div>
              </Disclosure>
            )}
            <div className="flex items-center gap-x-3 max-md:col-span-3 max-md:row-start-1 md:flex-col md:items-end">
              <div className="flex flex-1 items-center gap-3 md:flex-none">
                {comment.draftedForYou && <Badge>Drafted for you</Badge>}
                <StateBadge state={status} />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Remove from queue"
                  title="Remove from queue"
                  disabled={isResting}
                  aria-disabled={guard.isPaused || undefined}
                  className="-my-2 max-md:order-last max-md:ml-auto md:-mr-2"
                  onClick={() => guard.press(() => board.remove(item))}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
              <span
                title="Our estimate of how likely you would post it unchanged: a second reading by the model, its proofs looked up."
                className="text-sm font-medium whitespace-nowrap tabular-nums max-md:text-xs max-md:text-soft"
              >
                {comment.qualityScore}/100 Quality
                {neutralVoiceNote(comment)}
              </span>
            </div>
          </div>
          <div className="flex flex-col gap-3 max-md:pt-1.5">
            <CommentNotes item={item} />
            {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
            <CommentEditor
              comment={comment}
              edits={edits}
              analysis={whole?.analysis}
              readOnly={!isEditable(status) || isResting || rests !== null}
              redraft={board.redraftOf(item, live)}
              onSave={() => board.save(item)}
              onApprove={() => board.saveAndApprove(item)}
              onVouch={(sentence) => void board.vouch(item, sentence)}
              onLeave={board.focusComment}
            >
              <div className="flex flex-col gap-2 pt-2 text-sm text-muted md:mt-1 md:border-t md:border-line md:pt-4">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>
                    Created <DateTime iso={comment.createdAt} />
                  </span>
                  {item.autoPost && <Badge tone="scheduled">Auto-post enabled</Badge>}
                </p>
                <ChannelWarning channelId={video.channelId} />
                {whole && (
                  <EarlierVersions comment={{ ...comment, previousTextCount: whole.previousTextCount }} />
                )}
              </div>
            </CommentEditor>
          </div>
        </div>
      </div>
      <ActionBar item={item} board={board} edits={edits} disabled={isResting} />
    </article>
  );
}
