import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import { commentQuery } from '../../api/drafts.ts';
import { Planned } from '../../components/relative-time.tsx';
import { InlineLink } from '../../components/ui/button.tsx';
import { useEntry } from '../rows.ts';
import type { UnsavedEdits } from './comment-editor.tsx';

const BECAME: Record<CommentStatus, string> = {
  pending: 'was moved back to review',
  approved: 'was approved',
  rejected: 'was rejected',
  failed: 'could not be posted',
  posted: 'was posted',
};

interface WhatBecameProps {
  commentId: number;
  /** The status of a comment that is still to be reviewed; null for others. */
  status: CommentStatus | null;
  edits: UnsavedEdits;
}

/**
 * Says what happened to a comment that left its list but stays open because the user is
 * typing in it.
 */
export function WhatBecame({ commentId, status, edits }: WhatBecameProps) {
  const isTyped = useSyncExternalStore(
    edits.subscribe,
    () => edits.of(commentId) !== undefined,
  );
  return (
    <div
      role="status"
      className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-sm text-pending max-md:px-1 md:-mt-2"
    >
      {status ? (
        <p>
          This comment {BECAME[status]} while you had it open, and is no longer in this
          list.
        </p>
      ) : (
        <WhereItIs commentId={commentId} isTyped={isTyped} />
      )}
    </div>
  );
}

function WhereItIs({ commentId, isTyped }: { commentId: number; isTyped: boolean }) {
  const { data: comment } = useQuery(commentQuery(commentId));
  const place = useEntry(commentId)?.place;
  const at = place?.scheduledFor;
  if (comment === undefined)
    return (
      <p>
        This comment is no longer in the queue.{isTyped && ' What you typed is kept.'}
      </p>
    );
  if (comment === null)
    return (
      <p>This comment was deleted.{isTyped && ' What you typed can still be copied.'}</p>
    );
  const toHistory = (
    <InlineLink href={`/history?comment=${commentId}`}>Show It in History</InlineLink>
  );
  if (comment.status === 'posted')
    return (
      <>
        <p>
          This comment was posted while you had it open.
          {isTyped && ' What you typed is kept, but is not on YouTube.'}
        </p>
        {toHistory}
      </>
    );
  if (at)
    return (
      <>
        <p>
          This comment was scheduled for <Planned iso={at} /> while you had it open.
        </p>
        <InlineLink href={`/scheduled?comment=${commentId}`}>See It</InlineLink>
      </>
    );
  if (place)
    return (
      <>
        <p>
          This comment went back to the review queue while you had it open.
          {isTyped && ' What you typed is kept.'}
        </p>
        <InlineLink href={`/queue?comment=${commentId}`}>See It</InlineLink>
      </>
    );
  return (
    <>
      <p>This comment was removed from the queue while you had it open.</p>
      {toHistory}
    </>
  );
}
