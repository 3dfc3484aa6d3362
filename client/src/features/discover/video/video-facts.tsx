import { ExternalLink } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { formatCount } from '#shared/rules/format.ts';
import { Thumbnail } from '../../../components/pictures.tsx';
import { DateTime } from '../../../components/time.tsx';
import { Badge, buttonClasses } from '../../../components/ui/button.tsx';
import { videoLink } from '../../../lib/formats.ts';
import { CommentStatusBadge } from '../results/comment-status-badge.tsx';
import { ContentIntelligence } from '../results/content-intelligence.tsx';
import { MatchBadge } from '../results/match-badge.tsx';

export function VideoFacts({ video }: { video: FoundVideo }) {
  const figures = [
    ['Views', formatCount(video.viewCount)],
    ['Likes', formatCount(video.likeCount)],
    ['Comments', video.commentsOff ? 'Off' : formatCount(video.commentCount)],
  ];
  return (
    <div className="flex flex-col gap-4 pt-5 md:pt-0">
      <Thumbnail src={video.thumbnailUrl} className="w-full max-w-80" />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm tabular-nums">
        {figures.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <dt className="text-muted">Published</dt>
        <dd>
          <DateTime iso={video.publishedAt} />
        </dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <MatchBadge score={video.matchScore} />
        {video.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <CommentStatusBadge video={video} />
      </div>
      <a
        href={videoLink(video.youtubeId)}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClasses('secondary')} self-start`}
      >
        <ExternalLink aria-hidden />
        Watch on YouTube
      </a>
      {video.contentInsights && video.engagementScore !== null && (
        <ContentIntelligence engagementScore={video.engagementScore} insights={video.contentInsights} />
      )}
      {video.description && (
        <section className="border-t pt-3">
          <h3 className="text-sm font-semibold">Description</h3>
          <p dir="auto" className="mt-1 text-left text-sm whitespace-pre-line text-soft">
            {video.description}
          </p>
        </section>
      )}
    </div>
  );
}
