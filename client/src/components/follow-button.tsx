import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { channelsQuery, useFollow } from '../api/following.ts';
import { toastFailure } from '../api/http.ts';
import { toast } from '../lib/toast.ts';
import { Button } from './ui/button.tsx';

interface FollowedVideo {
  channelId: string;
  channelTitle: string;
}

/** Follows a channel, and says that it did. */
export function useFollowChannel() {
  const follow = useFollow();
  const run = ({ channelId, channelTitle }: FollowedVideo) =>
    follow.mutate(channelId, {
      onSuccess: () => toast({ title: 'Channel Followed', description: channelTitle }),
      onError: (error) => toastFailure('Failed to follow the channel', error),
    });
  return { run, isPending: follow.isPending };
}

/** Follows the video's channel; rests where it is followed, or the list of channels is not known. */
export function FollowButton({ video, labelledBy }: { video: FollowedVideo; labelledBy?: string }) {
  const { data } = useQuery(channelsQuery);
  const { run, isPending } = useFollowChannel();
  const isFollowed = data?.some(({ channelId }) => channelId === video.channelId) ?? false;
  return (
    <Button
      variant="ghost"
      title={isFollowed ? `You follow ${video.channelTitle}` : `Follow ${video.channelTitle}`}
      aria-describedby={labelledBy}
      disabled={!data || isFollowed || isPending}
      onClick={() => run(video)}
      className="px-2"
    >
      {isFollowed ? <Check aria-hidden /> : <Plus aria-hidden />}
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
