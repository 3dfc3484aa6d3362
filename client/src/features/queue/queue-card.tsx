import { type FocusEvent, memo } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { countOf } from '#shared/rules/format.ts';
import { StateBadge, stateEdge } from '../../components/comment-state.tsx';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { PressGuard } from '../../lib/press-guard.ts';
import { CardActions, type CardHandlers } from './card-actions.tsx';
import { CardBody } from './card-body.tsx';
import { cardId } from './card-focus.ts';
import type { UnsavedEdits } from './unsaved-edits.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';

export interface QueueCardHandlers extends CardHandlers {
  activate: (item: QueueItem) => void;
  save: (item: QueueItem) => Promise<void>;
  leaveEditor: (item: QueueItem) => void;
}

interface QueueCardProps {
  item: QueueItem;
  active: boolean;
  armed: boolean;
  edits: UnsavedEdits;
  guard: PressGuard;
  handlers: QueueCardHandlers;
}

const POSTING_WORDS = { sending: 'Posting', confirming: 'Confirming', waiting: 'Waiting' };

export const QueueCard = memo(function QueueCard({
  item,
  active,
  armed,
  edits,
  guard,
  handlers,
}: QueueCardProps) {
  const { comment } = item;
  const { video, posting } = comment;
  const { text, edited } = useUnsavedEdit(edits, comment);
  const titleId = `${cardId(item)}-title`;

  // Focus opens a card only from the keyboard: under a mouse press nothing may move.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!active && event.target.matches(':focus-visible')) handlers.activate(item);
  };

  return (
    <article
      id={cardId(item)}
      tabIndex={-1}
      aria-labelledby={titleId}
      onFocus={onFocus}
      // The second half of a double click must not take the focus back.
      onMouseDown={(event) => guard.isPaused && event.preventDefault()}
      className={classNames(
        'relative grid gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-y-0.5',
        !active && 'transition-colors hover:bg-hover',
        stateEdge(comment.status),
      )}
    >
      <h2 id={titleId} className="min-w-0 text-base font-medium">
        <button
          type="button"
          dir="auto"
          aria-expanded={active}
          onClick={() => {
            if (!guard.isPaused) handlers.activate(item);
          }}
          // The same height open and closed on a phone, where the buttons are below. A closed card opens anywhere.
          className={classNames(
            'line-clamp-3 w-full text-left',
            active ? 'lg:line-clamp-none' : 'after:absolute after:inset-0 lg:line-clamp-1',
          )}
          title={video.title}
        >
          {video.title}
        </button>
      </h2>
      <div className="relative lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <CardActions item={item} active={active} armed={armed} guard={guard} handlers={handlers} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
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
      {active ? (
        <div className="min-w-0 lg:col-span-2">
          <CardBody
            item={item}
            edits={edits}
            onSave={() => handlers.save(item)}
            onLeave={() => handlers.leaveEditor(item)}
          />
        </div>
      ) : (
        <p dir="auto" className="truncate text-left text-muted lg:col-span-2 lg:mt-1.5">
          {comment.status === 'failed' ? (comment.failureReason ?? text) : text}
        </p>
      )}
    </article>
  );
});
