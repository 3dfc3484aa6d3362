import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { channelsQuery, useFollow } from '../api/following.ts';
import { toastFailure } from '../api/http.ts';
import { toast } from '../lib/toast.ts';
import { Button } from './ui/button.tsx';

type FollowedVideo = { channelId: string; channelTitle: string };

export function useFollowChannel() {
  const follow = useFollow();
  const run = ({ channelId, channelTitle }: FollowedVideo) =>
    follow.mutate(channelId, {
      onSuccess: () => toast({ title: 'Channel Followed', description: channelTitle }),
      onError: (error) => toastFailure('Failed to follow the channel', error),
    });
  return { run, isPending: follow.isPending };
}

/**
 * Follows the video's channel. Disabled if it is followed already or the list of channels
 * is not loaded.
 */
export function FollowButton({
  video,
  labelledBy,
}: {
  video: FollowedVideo;
  labelledBy?: string;
}) {
  const { data } = useQuery(channelsQuery);
  const { run, isPending } = useFollowChannel();
  const isFollowed =
    data?.some(({ channelId }) => channelId === video.channelId) ?? false;
  return (
    <Button
      variant="ghost"
      title={
        isFollowed ? `You follow ${video.channelTitle}` : `Follow ${video.channelTitle}`
      }
      aria-describedby={labelledBy}
      disabled={!data || isFollowed || isPending}
      onClick={() => run(video)}
      // Wide enough for "Following", so that nothing beside it moves.
      className="min-w-26 px-2 first:-ml-2 max-sm:min-w-19 max-sm:[&_svg]:hidden"
    >
      {isFollowed ? <Check /> : <Plus />}
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
