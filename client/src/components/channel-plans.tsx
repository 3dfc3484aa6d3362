import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { commentedChannelsQuery } from '../api/videos.ts';
import { counted } from '../lib/formats.ts';
import { Note } from './comment-state.tsx';
import { Planned } from './time.tsx';

const NEAR_MS = 7 * 86_400_000;

interface ChannelPlansProps {
  /** Null for an answer to a reply, which needs no warning. */
  channelId: string | null;
  at: Date;
  /** The present time of the comment itself, which is not another comment. */
  present?: string | null;
}

/** Warns if other comments on this channel are scheduled within seven days of this time (rule 2.14). */
export function ChannelPlans({ channelId, at, present = null }: ChannelPlansProps) {
  const channels = useQuery(commentedChannelsQuery).data;
  const planned = channels?.find((channel) => channel.channelId === channelId)?.scheduledFor ?? [];
  const own = planned.findIndex((time) => Date.parse(time) === Date.parse(present ?? ''));
  const near = planned.filter(
    (time, index) => index !== own && Math.abs(Date.parse(time) - at.getTime()) <= NEAR_MS,
  );
  const [first] = near;
  if (first === undefined) return null;
  return (
    <Note icon={TriangleAlert} className="text-sm text-pending">
      {near.length === 1 ? 'Another comment on this channel goes out ' : null}
      {near.length > 1
        ? `${counted(near.length, 'other comment')} on this channel go out around then, the first `
        : null}
      <Planned iso={first} />
    </Note>
  );
}
