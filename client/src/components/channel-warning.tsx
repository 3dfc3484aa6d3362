import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { commentedChannelsQuery } from '../api/comment-states.ts';
import { RelativeTime } from './time.tsx';

/** Covers the last seven days (rule 2.9). */
export function ChannelWarning({ channelId }: { channelId: string }) {
  const channels = useQuery(commentedChannelsQuery).data;
  const postedAt = channels?.find((channel) => channel.channelId === channelId)?.postedAt;
  if (!postedAt) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-pending">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        You commented on this channel <RelativeTime iso={postedAt} />
      </span>
    </p>
  );
}
