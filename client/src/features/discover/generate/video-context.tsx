import type { FoundVideo } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { ChannelWarning } from '../../../components/channel-warning.tsx';
import { Thumbnail } from '../../../components/thumbnail.tsx';

export function VideoContext({ video }: { video: FoundVideo }) {
  return (
    <section aria-label="Video" className="flex gap-4 md:flex-col md:gap-3">
      <Thumbnail src={video.thumbnailUrl} className="w-28 self-start md:w-full" />
      <div className="min-w-0">
        <h3 dir="auto" className="text-left font-medium">
          {video.title}
        </h3>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {video.channelTitle} · {countOf(video.viewCount, 'view')}
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelWarning channelId={video.channelId} />
        </div>
        {video.description && (
          <p className="mt-2 line-clamp-3 text-sm text-muted md:line-clamp-8 md:whitespace-pre-line">
            {video.description}
          </p>
        )}
      </div>
    </section>
  );
}
