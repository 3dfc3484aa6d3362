import { useQuery } from '@tanstack/react-query';
import { countdown } from '#shared/rules/countdown.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { formatExact } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import type { ScheduledItem } from './timeline-rows.ts';

/** How long until it goes out; red once that time is over (SPEC §4). */
export function CountdownBadge({ item }: { item: ScheduledItem }) {
  const { scheduledFor, autoPost, blockedReason } = item;
  const status = useQuery(postingStatusQuery).data;
  const isStopped = status !== undefined && (status.state === 'paused' || status.hold !== null);
  const isHeld = isStopped || blockedReason !== null || !autoPost;
  const { text, phase } = countdown(new Date(scheduledFor), useNow(1_000), isHeld);
  return (
    <Badge tone={phase === 'overdue' ? 'failed' : 'scheduled'} title={formatExact(scheduledFor)}>
      {phase === 'ahead' ? `in ${text}` : text}
    </Badge>
  );
}
