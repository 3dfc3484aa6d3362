import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CommentRow, Posting } from '#shared/contracts/comments.ts';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import { isEditable, whyNotEditable } from '#shared/rules/comment-status.ts';
import { restoredNote } from '#shared/rules/posting-reasons.ts';
import { commentedChannelsQuery } from '../api/videos.ts';
import { formatDate, formatExact } from '../lib/formats.ts';
import { formatPlanned } from '../lib/planned-times.ts';
import { RelativeTime } from './relative-time.tsx';
import { When } from './time.tsx';
import { Badge } from './ui/button.tsx';

type ShownState = CommentStatus | 'scheduled';

interface StateBadgeProps {
  state: CommentStatus;
  /** An approved comment with a time is shown as "Scheduled, tonight 9:00 PM". */
  scheduledFor?: string | null | undefined;
}

export function StateBadge({ state, scheduledFor }: StateBadgeProps) {
  const shown = state === 'approved' && scheduledFor ? 'scheduled' : state;
  const word = `${shown.slice(0, 1).toUpperCase()}${shown.slice(1)}`;
  return (
    <Badge dot={shown} {...(scheduledFor && { title: formatExact(scheduledFor) })}>
      {shown === 'scheduled' && scheduledFor
        ? `${word}, ${formatPlanned(scheduledFor, new Date())}`
        : word}
    </Badge>
  );
}

const EDGES: Record<ShownState, string> = {
  pending: 'border-l-pending',
  approved: 'border-l-approved',
  scheduled: 'border-l-scheduled',
  posted: 'border-l-posted',
  rejected: 'border-l-rejected',
  failed: 'border-l-failed',
};

/** Always add a word that names the state, because color alone is not accessible. */
export const stateEdge = (state: ShownState): string => `border-l-3 ${EDGES[state]}`;

const WORDS = {
  sending: 'Posting to YouTube…',
  confirming: 'Sent. Waiting for YouTube to confirm it.',
  waiting: 'Waiting to be posted.',
};

/**
 * Returns whether the comment is being sent or confirmed. It must not change meanwhile.
 */
export const isBeingPosted = (posting: Posting): boolean =>
  posting?.state === 'sending' || posting?.state === 'confirming';

/** Returns whether the text of the comment can be edited. */
export const canEdit = (comment: CommentRow): boolean =>
  isEditable(comment.status) &&
  !isBeingPosted(comment.posting) &&
  whyNotEditable(comment, comment.posting) === null;

/** Returns why posting failed. */
export const failureText = ({ failureReason }: CommentRow): string =>
  failureReason ?? 'Posting failed, and YouTube gave no reason.';

export function Note(props: {
  icon: LucideIcon;
  role?: 'status';
  className?: string;
  children: ReactNode;
}) {
  const { icon: Icon, role, className = 'text-sm text-muted', children } = props;
  return (
    <p role={role} className={`flex items-start gap-2 ${className}`}>
      <Icon className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export const PostingNote = ({
  posting: { state, reason, nextTryAt },
}: {
  posting: NonNullable<Posting>;
}) => (
  <Note icon={LoaderCircle} role="status">
    {state === 'sending' ? WORDS.sending : `${WORDS[state]} ${reason ?? ''}`.trim()}
    {nextTryAt && (
      <>
        {' '}
        {state === 'confirming' ? 'Next check' : 'Next try'} <When iso={nextTryAt} />.
      </>
    )}
  </Note>
);

/** Warns that a comment restored from a backup may already be on YouTube (rule 7.19). */
export const RestoredNote = ({ madeAt }: { madeAt: string }) => (
  <Note icon={TriangleAlert} className="text-sm text-pending">
    {restoredNote(formatDate(Date.parse(madeAt)))}
  </Note>
);

export const CommentText = (props: {
  className?: string;
  children: string | undefined;
}) => (
  <p
    dir="auto"
    className={`max-w-measure text-left font-voice break-words whitespace-pre-wrap ${props.className ?? 'text-voice'}`}
  >
    {props.children}
  </p>
);

/**
 * Returns when the owner commented on this channel, if that was in the last seven days.
 */
export function useCommentedLately(channelId: string | null): string | undefined {
  const channels = useQuery(commentedChannelsQuery).data;
  return (
    channels?.find((channel) => channel.channelId === channelId)?.postedAt ?? undefined
  );
}

/** The words of the warning, for a line that also holds something else. */
export const ChannelWarningWords = ({ postedAt }: { postedAt: string }) => (
  <span className="text-pending">
    <TriangleAlert className="mr-2 inline size-4 align-[-0.2em]" />
    You commented on this channel <RelativeTime iso={postedAt} />
  </span>
);

/**
 * Warns if the owner commented on this channel in the last seven days (rule 2.9). Pass
 * null for an answer to a reply, which needs no warning.
 */
export function ChannelWarning({ channelId }: { channelId: string | null }) {
  const postedAt = useCommentedLately(channelId);
  if (!postedAt) return null;
  return (
    <Note icon={TriangleAlert} className="text-sm text-pending">
      You commented on this channel <RelativeTime iso={postedAt} />
    </Note>
  );
}
