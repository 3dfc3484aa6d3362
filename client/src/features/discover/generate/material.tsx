import { FileText } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { ChannelWarning } from '../../../components/channel-warning.tsx';
import { Thumbnail } from '../../../components/thumbnail.tsx';
import { Disclosure } from '../../../components/ui/disclosure.tsx';
import { counted } from '../../../lib/numbers.ts';
import { ContentIntelligence } from '../results/content-intelligence.tsx';

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

export function VideoHead({ video }: { video: FoundVideo }) {
  return (
    <section aria-label="Video" className="flex min-h-15 items-center gap-3 md:items-start">
      <Thumbnail src={video.thumbnailUrl} className="w-16 rounded-[4px] md:w-26" />
      <div className="min-w-0">
        <h3
          dir="auto"
          className="line-clamp-1 text-left text-sm font-semibold md:line-clamp-4 md:text-base md:leading-4.5"
        >
          {video.title}
        </h3>
        <p className="text-xs text-muted tabular-nums max-md:truncate md:mt-1">
          {video.channelTitle} · {countOf(video.viewCount, 'view')}
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelWarning channelId={video.channelId} />
        </div>
      </div>
    </section>
  );
}

/** What a draft is made from, and our estimates about the video. */
export function Material({ video }: { video: FoundVideo }) {
  const { description } = video;
  return (
    <>
      <h3 className="py-1.5 text-sm font-semibold">Material for the draft</h3>
      <section aria-label="Description" className="border-t border-line py-2.5">
        <p className="flex h-6 items-center gap-2 text-sm font-medium">
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          Description
          <span className="text-xs font-normal text-muted tabular-nums">
            {description ? counted(wordsIn(description), 'word') : 'empty'}
          </span>
        </p>
        {description && (
          <p dir="auto" className="line-clamp-12 pt-1.5 pl-6 text-left text-sm whitespace-pre-line text-soft">
            {description}
          </p>
        )}
      </section>
      <Insights video={video} />
    </>
  );
}

function Insights({ video: { contentInsights, engagementScore } }: { video: FoundVideo }) {
  if (!contentInsights || engagementScore === null) return null;
  const { videoType, difficulty, commentOpportunity } = contentInsights;
  return (
    <div className="border-t border-line py-2.5">
      <Disclosure summary={<h3 className="font-medium text-text">Content Intelligence Analysis</h3>}>
        <div className="pt-3 pl-5.5">
          <ContentIntelligence engagementScore={engagementScore} insights={contentInsights} />
        </div>
      </Disclosure>
      <p className="pt-1 pl-5.5 text-xs text-muted first-letter:uppercase">
        {videoType} · {difficulty} difficulty · {commentOpportunity} opportunity
      </p>
    </div>
  );
}
