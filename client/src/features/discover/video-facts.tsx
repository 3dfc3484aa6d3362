import type { Video } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { RelativeTime } from '../../components/time.tsx';

type Facts = Pick<
  Video,
  'channelTitle' | 'viewCount' | 'publishedAt' | 'commentCount' | 'commentsOff' | 'available'
>;

/** channel · views · age · comments */
export function VideoFacts({ video }: { video: Facts }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      <span className="font-medium">{video.channelTitle}</span>
      <span>{countOf(video.viewCount, 'view')}</span>
      <RelativeTime iso={video.publishedAt} />
      {video.commentsOff ? (
        <span>Comments are off</span>
      ) : (
        <span>{countOf(video.commentCount, 'comment')}</span>
      )}
      {!video.available && <span className="text-failed">No longer available</span>}
    </p>
  );
}
