import type { CommentStatus } from '#shared/contracts/enums.ts';
import { Badge, type Tone } from './ui/badge.tsx';

export type ShownState = CommentStatus | 'scheduled';

const SHOWN: Record<ShownState, { tone: Tone; label: string }> = {
  pending: { tone: 'pending', label: 'Pending' },
  approved: { tone: 'approved', label: 'Approved' },
  scheduled: { tone: 'scheduled', label: 'Scheduled' },
  posted: { tone: 'posted', label: 'Posted' },
  rejected: { tone: 'rejected', label: 'Rejected' },
  failed: { tone: 'failed', label: 'Failed' },
};

export function StateBadge({ state }: { state: ShownState }) {
  const { tone, label } = SHOWN[state];
  return (
    <Badge tone={tone} dot>
      {label}
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

/** Needs a word beside it: colour alone says nothing. */
export const stateEdge = (state: ShownState): string => `border-l-3 ${EDGES[state]}`;
