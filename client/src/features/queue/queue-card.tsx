import { type FocusEvent, memo } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { countOf } from '#shared/rules/format.ts';
import { StateBadge, stateEdge } from '../../components/comment-state.tsx';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { classNames } from '../../lib/class-names.ts';
import { CardActions, type CardHandlers } from './card-actions.tsx';
import { CardBody } from './card-body.tsx';
import type { Drafts } from './drafts.ts';
import { useDraft } from './use-draft.ts';

export interface QueueCardHandlers extends CardHandlers {
  activate: (item: QueueItem) => void;
  save: (item: QueueItem) => Promise<void>;
  leaveEditor: (item: QueueItem) => void;
}

interface QueueCardProps {
  item: QueueItem;
  active: boolean;
  armed: boolean;
  drafts: Drafts;
  handlers: QueueCardHandlers;
}

/** For focusing a card from outside. */
export const cardId = (item: QueueItem): string => `queue-item-${item.id}`;

const POSTING_WORDS = { sending: 'Posting', confirming: 'Confirming', waiting: 'Waiting' };

/** One comment of the queue: three lines, or everything while it is the one being looked at. */
export const QueueCard = memo(function QueueCard({ item, active, armed, drafts, handlers }: QueueCardProps) {
  const { comment } = item;
  const { video, posting } = comment;
  const { text, edited } = useDraft(drafts, comment);
  const titleId = `${cardId(item)}-title`;

  // Only the keyboard opens a card by moving into it: under a mouse button nothing must shift.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!active && event.target.matches(':focus-visible')) handlers.activate(item);
  };

  return (
    <article
      id={cardId(item)}
      tabIndex={-1}
      aria-labelledby={titleId}
      onFocus={onFocus}
      className={classNames(
        'relative grid gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]',
        !active && 'transition-colors hover:bg-hover',
        stateEdge(comment.status),
      )}
    >
      <div className="min-w-0">
        <h2 id={titleId} className="text-base font-medium">
          <button
            type="button"
            dir="auto"
            aria-expanded={active}
            onClick={() => handlers.activate(item)}
            // The whole of a closed card opens it.
            className={classNames(
              'block w-full text-left',
              !active && 'truncate after:absolute after:inset-0',
            )}
          >
            {video.title}
          </button>
        </h2>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          <span className="max-w-64 truncate">{video.channelTitle}</span>
          <span>{countOf(video.viewCount, 'view')}</span>
          <StateBadge state={comment.status} />
          <span title="Our quality score: the model's rating combined with what can be measured.">
            {comment.qualityScore}/100 Quality
          </span>
          {item.autoPost && <Badge tone="scheduled">Auto-post enabled</Badge>}
          {edited && <Badge tone="warning">Not saved</Badge>}
          {posting && (isBeingPosted(posting) || !active) && <Badge>{POSTING_WORDS[posting.state]}</Badge>}
        </div>
      </div>
      {active ? (
        <div className="min-w-0 sm:col-span-2">
          <CardBody
            item={item}
            drafts={drafts}
            onSave={() => handlers.save(item)}
            onLeave={() => handlers.leaveEditor(item)}
          />
        </div>
      ) : (
        <p dir="auto" className="truncate text-left text-muted sm:col-span-2">
          {comment.status === 'failed' ? (comment.failureReason ?? text) : text}
        </p>
      )}
      <div className="relative sm:col-start-2 sm:row-start-1">
        <CardActions item={item} active={active} armed={armed} handlers={handlers} />
      </div>
      {armed && (
        <p role="status" className="text-sm text-muted sm:col-span-2">
          Press Enter to post this comment to YouTube now. Escape keeps it.
        </p>
      )}
    </article>
  );
});
