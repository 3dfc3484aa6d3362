import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { commentedChannelsQuery } from '../../api/videos.ts';
import {
  ChannelWarning,
  Note,
  useCommentedLately,
} from '../../components/comment-state.tsx';
import { Planned } from '../../components/relative-time.tsx';
import { counted } from '../../lib/formats.ts';

const NEAR_MS = 7 * 86_400_000;

interface ChannelPlansProps {
  /** Null for an answer to a reply, which needs no warning. */
  channelId: string | null;
  /** When the comment will be posted; null while no time is chosen. */
  at: Date | null;
  /** The present time of the comment itself, which is not another comment. */
  present?: string | null;
}

/**
 * Warns of comments on this channel that were posted in the seven days before this time
 * (rule 2.9), or that are scheduled within seven days of it (rule 2.14).
 */
export function ChannelPlans({ channelId, at, present = null }: ChannelPlansProps) {
  const postedAt = useCommentedLately(channelId);
  const isLongAgo =
    at !== null &&
    postedAt !== undefined &&
    at.getTime() - Date.parse(postedAt) > NEAR_MS;
  return (
    <>
      {!isLongAgo && <ChannelWarning channelId={channelId} />}
      {at && <OthersPlanned channelId={channelId} at={at} present={present} />}
    </>
  );
}

function OthersPlanned({
  channelId,
  at,
  present,
}: Required<ChannelPlansProps> & { at: Date }) {
  const channels = useQuery(commentedChannelsQuery).data;
  const planned =
    channels?.find((channel) => channel.channelId === channelId)?.scheduledFor ?? [];
  const own = planned.findIndex((time) => Date.parse(time) === Date.parse(present ?? ''));
  const near = planned.filter(
    (time, index) =>
      index !== own && Math.abs(Date.parse(time) - at.getTime()) <= NEAR_MS,
  );
  const [first] = near;
  if (first === undefined) return null;
  const others = counted(near.length, 'other comment');
  const words =
    near.length === 1
      ? 'Another comment on this channel goes out'
      : `${others} on this channel go out around then, the first`;
  return (
    <Note icon={TriangleAlert} className="text-sm text-pending">
      {words} <Planned iso={first} />
    </Note>
  );
}
