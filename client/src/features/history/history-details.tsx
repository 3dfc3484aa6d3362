import { ExternalLink } from 'lucide-react';
import type { Comment } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { countOf } from '#shared/rules/format.ts';
import { outOfTen } from '#shared/rules/quality.ts';
import { EarlierVersions } from '../../components/earlier-versions.tsx';
import { PostingNote } from '../../components/posting-note.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { DateTime } from '../../components/time.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { videoLink } from '../../lib/youtube-links.ts';
import { AnalysisSection } from './analysis-section.tsx';
import { RequeueButton } from './requeue-button.tsx';

function Outcome({ comment: { likeCount, replyCount, visibility } }: { comment: Comment }) {
  const facts = [
    likeCount !== null && `${likeCount} like${likeCount === 1 ? '' : 's'}`,
    replyCount !== null && `${replyCount} repl${replyCount === 1 ? 'y' : 'ies'}`,
    visibility !== null && `on YouTube: ${visibility}`,
  ].filter(Boolean);
  return facts.length > 0 ? <span>{facts.join(', ')}</span> : null;
}

export function HistoryDetails({ comment }: { comment: Comment }) {
  const { video } = comment;
  return (
    <div className="flex flex-col gap-4 pt-1 pb-4">
      <div className="flex gap-4">
        <Thumbnail src={video.thumbnailUrl} className="hidden h-[72px] w-32 sm:block" />
        <div className="min-w-0 max-w-measure text-sm text-muted">
          <p className="flex flex-wrap gap-x-3 tabular-nums">
            <span>{video.channelTitle}</span>
            <span>{countOf(video.viewCount, 'view')}</span>
            <span>
              Published <DateTime iso={video.publishedAt} format="date" />
            </span>
          </p>
          {video.description && <p className="mt-1 line-clamp-3">{video.description}</p>}
          {!video.available && <p className="mt-1 text-warning">This video is no longer available.</p>}
        </div>
      </div>
      {comment.posting && <PostingNote posting={comment.posting} />}
      <p dir="auto" className="max-w-measure text-lg whitespace-pre-wrap">
        {comment.content}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        <span>{commentStyleLabels[comment.style]}</span>
        <span>Quality {outOfTen(comment.qualityScore)}/10</span>
        <span>
          Created <DateTime iso={comment.createdAt} />
        </span>
        {comment.postedAt && (
          <span>
            Posted <DateTime iso={comment.postedAt} />
          </span>
        )}
        <Outcome comment={comment} />
      </p>
      <EarlierVersions comment={comment} />
      <AnalysisSection analysis={comment.analysis} />
      <div className="flex flex-wrap gap-2">
        {comment.youtubeUrl && (
          <a
            href={comment.youtubeUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('secondary', 'sm')}
          >
            <ExternalLink aria-hidden />
            Open Comment on YouTube
          </a>
        )}
        <a
          href={videoLink(video.youtubeId)}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('secondary', 'sm')}
        >
          <ExternalLink aria-hidden />
          Watch on YouTube
        </a>
        <RequeueButton comment={comment} />
      </div>
    </div>
  );
}
