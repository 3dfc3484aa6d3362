import { Suspense, useId, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { Thumbnail } from '../../../components/pictures.tsx';
import { RelativeTime } from '../../../components/time.tsx';
import { Badge } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/fields.tsx';
import { classNames, lazyWithPreload } from '../../../lib/browser.ts';
import { CommentStatusBadge } from './comment-status-badge.tsx';
import { MatchBadge } from './match-badge.tsx';
import { ResultActions } from './result-actions.tsx';
import type { ResultHandlers } from './result-handlers.ts';
import { WhyItMatches } from './why-it-matches.tsx';

const InsightsPanel = lazyWithPreload(async () => (await import('./insights-panel.tsx')).InsightsPanel);

const SHOWN_TAGS = 3;

const DOTTED = "[&>*+*]:before:mx-1.5 [&>*+*]:before:content-['·']";

function VideoFacts({ video }: { video: FoundVideo }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <p className={classNames('min-w-0 text-sm text-muted tabular-nums sm:truncate', DOTTED)}>
        <span className="text-soft">{video.channelTitle}</span>
        <span>{countOf(video.viewCount, 'view')}</span>
        <RelativeTime iso={video.publishedAt} />
        {video.commentsOff ? (
          <span>Comments are off</span>
        ) : (
          <span>{countOf(video.commentCount, 'comment')}</span>
        )}
        {!video.available && <span className="text-failed">No longer available</span>}
      </p>
      <span className="flex shrink-0 gap-1.5 empty:hidden max-md:hidden">
        {video.tags.slice(0, SHOWN_TAGS).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    </div>
  );
}

interface ResultRowProps {
  video: FoundVideo;
  selected: boolean;
  onToggle: () => void;
  on: ResultHandlers;
}

/** A table-like row on a wide window, three lines of parts on a phone. */
export function ResultRow({ video, selected, onToggle, on }: ResultRowProps) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { contentInsights, engagementScore } = video;
  const insights = contentInsights && engagementScore !== null ? { contentInsights, engagementScore } : null;
  const isPosted = video.commentStatus?.status === 'posted';
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames(
        'relative grid scroll-mt-16 scroll-mb-24 items-center gap-x-3 gap-y-2 border-b border-line px-(--gutter) py-3 -outline-offset-2 lg:min-h-26 lg:py-2.5',
        'grid-cols-[1.25rem_4rem_minmax(0,1fr)] sm:gap-x-4 sm:grid-cols-[1rem_8.875rem_minmax(0,1fr)]',
        'lg:grid-cols-[1rem_8.875rem_minmax(0,1fr)_minmax(17.25rem,auto)]',
        selected &&
          'bg-accent-soft/50 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent',
      )}
    >
      <Checkbox
        checked={selected}
        onCheckedChange={onToggle}
        aria-label={`Select ${video.title}`}
        className="max-sm:col-start-1 max-sm:row-start-3"
      />
      <Thumbnail
        src={video.thumbnailUrl}
        className="w-24 self-start max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-1 sm:w-35.5"
      />
      <div className="max-sm:contents sm:flex sm:min-w-0 sm:flex-col sm:gap-px">
        <div className="min-w-0 max-sm:row-start-1">
          <h3 id={titleId} className="text-base font-semibold sm:leading-5.5">
            <button
              type="button"
              dir="auto"
              onClick={() => on.onView(video)}
              className="line-clamp-2 max-w-full text-left hover:underline hover:underline-offset-2 sm:line-clamp-1"
            >
              {video.title}
            </button>
          </h3>
          <VideoFacts video={video} />
        </div>
        {video.description && (
          <p className="truncate text-sm leading-4.5 text-muted max-sm:hidden">{video.description}</p>
        )}
        <WhyItMatches video={video} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 self-stretch max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3 sm:max-lg:col-start-3 lg:flex-col lg:flex-nowrap lg:items-end lg:justify-between">
        <div className="flex items-center gap-2 max-lg:contents">
          {video.inQueue && !isPosted && <Badge className="max-lg:order-first">In Queue</Badge>}
          {isPosted && (
            <Badge tone="posted" dot className="max-lg:order-first">
              Already Posted
            </Badge>
          )}
          <MatchBadge
            score={video.matchScore}
            insights={insights && { isOpen, onToggle: () => setIsOpen(!isOpen) }}
          />
        </div>
        <span className="empty:hidden max-lg:order-first">
          <CommentStatusBadge video={video} />
        </span>
        <ResultActions video={video} on={on} titleId={titleId} />
      </div>
      {insights && isOpen && (
        <div className="col-span-full sm:col-start-3">
          <Suspense fallback={null}>
            <InsightsPanel engagementScore={insights.engagementScore} insights={insights.contentInsights} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
