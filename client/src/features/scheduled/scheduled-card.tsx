import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import { countOf } from '#shared/rules/format.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import {
  CommentText,
  canEdit,
  isBeingPosted,
  PostingNote,
  stateEdge,
} from '../../components/comment-state.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button, IconButton, TextLink } from '../../components/ui/button.tsx';
import { InputField } from '../../components/ui/form-fields.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import {
  formatExact,
  fromLocalDateTime,
  localDay,
  toLocalDateTime,
  videoLink,
} from '../../lib/formats.ts';
import { useServerReach } from '../../lib/server-reach.ts';
import { useUnsavedEdit } from '../../review/editor/comment-editor.tsx';
import { CommentEditor } from '../../review/editor/review-editor.tsx';
import { WhatBecame } from '../../review/editor/what-became.tsx';
import { DecisionButton, PostNow } from '../../review/post-now.tsx';
import { plannedName } from '../../review/review-words.ts';
import { PAST } from '../../review/schedule/schedule-dialog.tsx';
import { type ScheduledDesk, tomorrowFor } from './use-scheduled-desk.ts';
import type { ScheduledItem } from './week-blocks.ts';

/** Returns whether the pause ends by this time. */
const endsBefore = ({ until }: Pick<PostingStatus, 'until'>, at: string): boolean =>
  until !== null && new Date(until) <= new Date(at);

/**
 * Shows how long it is until the comment is posted, or what
 * it waits for. More than a moment late, it is overdue.
 */
export function Countdown({ at, isHeld = false }: { at: string; isHeld?: boolean }) {
  const status = useQuery(postingStatusQuery).data;
  const now = useNow(1_000);
  const isStopped =
    status !== undefined && (status.state === 'paused' || status.hold !== null);
  const { text, phase } = countdown(new Date(at), now, {
    dayOf: localDay,
    isHeld: isHeld || isStopped,
  });
  const isReached = useServerReach();
  // While the server does not answer, nobody knows whether the comment was posted.
  if (!isReached && phase !== 'ahead')
    return <Badge title={formatExact(at)}>Not known</Badge>;
  if (phase === 'ahead' && status?.state === 'paused' && !endsBefore(status, at)) {
    const end = status.until ? ` until ${plannedName(new Date(status.until))}` : '';
    return <Badge title={formatExact(at)}>{`Waits${end}`}</Badge>;
  }
  return (
    <Badge tone={phase === 'overdue' ? 'failed' : 'scheduled'} title={formatExact(at)}>
      {phase === 'ahead' ? `in ${text}` : text}
    </Badge>
  );
}

interface CardProps {
  item: ScheduledItem;
  desk: ScheduledDesk;
}

/**
 * Changes the time in the card itself. The dialog behind Change Time offers more choices.
 */
function TimeField({ item, desk }: CardProps) {
  const present = toLocalDateTime(new Date(item.scheduledFor));
  const [typed, setTyped] = useState(present);
  const [error, setError] = useState<string>();
  const move = (event: FormEvent) => {
    event.preventDefault();
    const at = fromLocalDateTime(typed);
    if (!at || at <= new Date()) return setError(PAST);
    // A toast reports a failure.
    desk.schedule(item, at).catch(() => undefined);
  };
  return (
    <form onSubmit={move} className="flex flex-wrap items-end gap-2 text-text">
      <InputField
        label="Goes out"
        type="datetime-local"
        className="w-56"
        error={error}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={typed === present}>
        Move
      </Button>
    </form>
  );
}

/**
 * Edits the text in the editor of the review queue, which keeps what was typed and shows
 * conflicts.
 */
function CardEditor({ item, desk }: CardProps) {
  const { comment, left } = item;
  return (
    <CommentEditor
      comment={comment}
      review={desk.review}
      readOnly={left !== null || !canEdit(comment)}
      onSave={() => desk.save(item)}
      onVouch={(sentence) => void desk.actions.vouch(item, sentence)}
      onLeave={() => desk.leave(item)}
    >
      {left === null && <TimeField key={item.scheduledFor} item={item} desk={desk} />}
    </CommentEditor>
  );
}

/** Links to the video, and to the comment in History or its thread among the replies. */
function CardLinks({ item: { comment, left } }: Pick<CardProps, 'item'>) {
  const { video, answers } = comment;
  const filter = left === 'posted' ? 'answered' : 'scheduled';
  const toThread = `/history?tab=replies&filter=${filter}&reply=${answers?.replyId}`;
  return (
    <span className="flex gap-x-3">
      <TextLink href={videoLink(video.youtubeId)}>Watch on YouTube</TextLink>
      {answers ? (
        <TextLink href={toThread}>Show Thread</TextLink>
      ) : (
        <TextLink href={`/history?comment=${comment.id}`}>Show in History</TextLink>
      )}
    </span>
  );
}

function CardActions({ item, desk }: CardProps) {
  const { commentId, comment } = item;
  const { guard } = desk;
  const now = useNow();
  const disabled = isBeingPosted(comment.posting);
  const common = { guard, disabled, className: 'px-2!' };
  const tomorrow = tomorrowFor(item, now);
  return (
    <PostNow
      arming={{
        isArmed: desk.armed === commentId,
        arm: () => desk.arm(commentId),
        keep: () => desk.go(commentId),
      }}
      disabled={disabled}
      guard={guard}
      onPost={() => desk.post(item)}
    >
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <DecisionButton {...common} hotkey="E" onPress={() => desk.edit(item)}>
          Edit
        </DecisionButton>
        <DecisionButton
          {...common}
          disabled={disabled || tomorrow.isSet}
          hotkey="T"
          onPress={() => desk.toTomorrow(item)}
        >
          {tomorrow.words}
        </DecisionButton>
        <DecisionButton {...common} hotkey="S" onPress={() => desk.changeTime(item)}>
          Change Time
        </DecisionButton>
        <DecisionButton {...common} onPress={() => desk.unschedule(item)}>
          Unschedule
        </DecisionButton>
      </div>
    </PostNow>
  );
}

function CardState({ item }: Pick<CardProps, 'item'>) {
  const { scheduledFor, blockedReason, autoPost, left } = item;
  if (left === 'posted') return <Badge dot="posted">Posted</Badge>;
  return <Countdown at={scheduledFor} isHeld={blockedReason !== null || !autoPost} />;
}

/** The video, the state of the comment, and the button that removes it. */
function CardHead({ item, desk, isDisabled }: CardProps & { isDisabled: boolean }) {
  const { left } = item;
  const { video } = item.comment;
  const { guard } = desk;
  return (
    <div className="flex items-start gap-x-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <h3
            dir="auto"
            className="line-clamp-2 text-left font-medium"
            title={video.title}
          >
            {video.title}
          </h3>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            <span className="dotted">
              <span>{video.channelTitle}</span>
              <span>{countOf(video.viewCount, 'view')}</span>
            </span>
            <CardLinks item={item} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <CardState item={item} />
          {item.autoPost && (
            <Badge tone="scheduled" className={left === 'posted' ? 'invisible' : ''}>
              Auto-Post Enabled
            </Badge>
          )}
        </div>
      </div>
      <IconButton
        icon={Trash2}
        disabled={isDisabled}
        aria-disabled={guard.isPaused || undefined}
        title="Remove from schedule"
        className={classNames('-m-1.5', left === 'posted' && 'invisible')}
        onClick={() => guard.press(() => desk.remove(item))}
      />
    </div>
  );
}

/** `onEdit` is null if the text cannot be edited. */
const CardText = ({ text, onEdit }: { text: string; onEdit: (() => void) | null }) => (
  // The keyboard's way to the editor is the button Edit. A click on the text is a short
  // cut of the mouse.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the button Edit.
  // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard uses the button Edit.
  <div
    className={classNames(onEdit && 'cursor-text')}
    onClick={() => window.getSelection()?.isCollapsed !== false && onEdit?.()}
  >
    <CommentText>{text}</CommentText>
  </div>
);

/** What replaces the buttons takes their place, so that the cards below do not move. */
function CardFoot({ item, desk }: CardProps) {
  const { left } = item;
  const { posting } = item.comment;
  const isSent = isBeingPosted(posting);
  return (
    <div className="grid items-center *:col-start-1 *:row-start-1">
      <div className={isSent || left !== null ? 'invisible' : ''}>
        <CardActions item={item} desk={desk} />
      </div>
      {posting && isSent && <PostingNote posting={posting} />}
    </div>
  );
}

/** A scheduled comment, with everything that can be done with it. */
export function ScheduledCard({ item, desk, isOpen }: CardProps & { isOpen: boolean }) {
  const { commentId, comment, heldDetail, left } = item;
  const { video, posting } = comment;
  const { guard } = desk;
  const { edited } = useUnsavedEdit(desk.review.edits, comment);
  const isEditing = edited || (desk.isEditing(commentId) && left !== 'posted');
  const isSent = isBeingPosted(posting);
  const disabled = isSent || left !== null;
  return (
    <article
      ref={isOpen ? desk.article : undefined}
      tabIndex={-1}
      data-comment={commentId}
      aria-current={isOpen || undefined}
      aria-label={video.title}
      // The second click of a double click must not move the focus back.
      onMouseDown={(event) => guard.isPaused && event.preventDefault()}
      onFocus={({ target }) => {
        desk.onFocus(target);
        if (!isOpen && left === null) desk.select(commentId);
      }}
      className={classNames(
        'flex min-w-0 scroll-mt-20 scroll-mb-28 flex-col gap-2 rounded-panel border border-line p-3',
        isOpen ? 'bg-accent-soft/50' : 'bg-surface',
        stateEdge(left === 'posted' ? 'posted' : 'scheduled'),
      )}
    >
      <CardHead item={item} desk={desk} isDisabled={disabled} />
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      {left !== null && isEditing && (
        <WhatBecame commentId={commentId} status={null} edits={desk.review.edits} />
      )}
      {isEditing ? (
        <CardEditor item={item} desk={desk} />
      ) : (
        <CardText
          text={comment.content}
          onEdit={disabled ? null : () => desk.edit(item)}
        />
      )}
      {posting && !isSent && <PostingNote posting={posting} />}
      {heldDetail && !posting && left === null && (
        <p className="text-sm text-muted">{heldDetail}</p>
      )}
      <CardFoot item={item} desk={desk} />
    </article>
  );
}

/** One line about a comment and the beginning of its text, for the list on a phone. */
export function ScheduledLine({ item, desk }: CardProps) {
  const { commentId, comment, scheduledFor, left } = item;
  const { video } = comment;
  return (
    <article
      aria-label={video.title}
      data-comment={commentId}
      onFocus={({ target }) => desk.onFocus(target)}
      className={classNames(
        'flex items-center rounded-control border border-line bg-surface pr-1',
        stateEdge(left === 'posted' ? 'posted' : 'scheduled'),
      )}
    >
      <button
        type="button"
        aria-expanded={false}
        disabled={left !== null}
        onClick={() => desk.go(commentId)}
        className="min-w-0 flex-1 py-2 pl-3 text-left"
      >
        <span className="flex items-center gap-2 text-sm tabular-nums">
          <span className="font-medium">
            <DateTime iso={scheduledFor} format="time" />
          </span>
          <CardState item={item} />
        </span>
        <span dir="auto" className="block truncate text-left font-medium">
          {video.title}
        </span>
        <span
          dir="auto"
          className="block truncate text-left font-voice text-voice-sm text-soft"
        >
          {comment.content}
        </span>
      </button>
      <IconButton
        icon={Pencil}
        aria-label={`Edit the comment on ${video.title}`}
        disabled={left !== null || isBeingPosted(comment.posting)}
        onClick={() => desk.edit(item)}
      />
    </article>
  );
}
