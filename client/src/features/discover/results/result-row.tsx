import { useId } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { ChannelWarning } from '../../../components/channel-warning.tsx';
import { Thumbnail } from '../../../components/thumbnail.tsx';
import { RelativeTime } from '../../../components/time.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Disclosure } from '../../../components/ui/disclosure.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { CommentStatusBadge } from './comment-status-badge.tsx';
import { ContentIntelligence } from './content-intelligence.tsx';
import { MatchBadge } from './match-badge.tsx';
import { ResultActions, type ResultHandlers } from './result-actions.tsx';

const SHOWN_TAGS = 3;

function VideoFacts({ video }: { video: FoundVideo }) {
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

function InsightsPanel({ video: { contentInsights, engagementScore } }: { video: FoundVideo }) {
  if (!contentInsights || engagementScore === null) return null;
  return (
    <Disclosure
      className="tabular-nums"
      summary={`Insights: engagement ${engagementScore}/100, ${contentInsights.videoType}, ${contentInsights.commentOpportunity} opportunity. Fit for you, our estimate.`}
    >
      <div className="max-w-measure pt-3 pb-2 pl-5.5">
        <ContentIntelligence engagementScore={engagementScore} insights={contentInsights} />
      </div>
    </Disclosure>
  );
}

interface ResultRowProps {
  video: FoundVideo;
  selected: boolean;
  onToggle: () => void;
  on: ResultHandlers;
}

export function ResultRow({ video, selected, onToggle, on }: ResultRowProps) {
  const titleId = useId();
  return (
    <li
      className={classNames(
        'flex gap-3 border-t border-line px-4 py-4 first:border-t-0 sm:gap-4',
        selected && 'bg-selected',
      )}
    >
      <Checkbox
        checked={selected}
        onCheckedChange={onToggle}
        aria-label={`Select ${video.title}`}
        className="mt-0.5"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:gap-4">
        <Thumbnail src={video.thumbnailUrl} className="w-full max-w-42 self-start sm:w-42" />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="flex flex-col items-start gap-1.5 sm:flex-row sm:gap-3">
            <h3 id={titleId} className="min-w-0 flex-1 text-lg font-medium">
              <button
                type="button"
                dir="auto"
                onClick={() => on.onView(video)}
                className="line-clamp-2 text-left hover:underline hover:underline-offset-2"
              >
                {video.title}
              </button>
            </h3>
            <MatchBadge score={video.matchScore} />
          </div>
          <VideoFacts video={video} />
          {video.commentStatus?.status !== 'posted' && <ChannelWarning channelId={video.channelId} />}
          {video.description && <p className="line-clamp-2 max-w-measure text-muted">{video.description}</p>}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {video.tags.slice(0, SHOWN_TAGS).map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            <CommentStatusBadge status={video.commentStatus} />
          </div>
          <InsightsPanel video={video} />
          <div className="mt-1">
            <ResultActions video={video} on={on} titleId={titleId} />
          </div>
        </div>
      </div>
    </li>
  );
}
