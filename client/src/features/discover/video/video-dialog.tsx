import { ExternalLink } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { formatCount } from '#shared/rules/format.ts';
import { errorText } from '../../../api/error-text.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { Thumbnail } from '../../../components/thumbnail.tsx';
import { DateTime } from '../../../components/time.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Dialog, DialogContent } from '../../../components/ui/dialog.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { videoLink } from '../../../lib/youtube-links.ts';
import { CommentStatusBadge } from '../results/comment-status-badge.tsx';
import { ContentIntelligence } from '../results/content-intelligence.tsx';
import { MatchBadge } from '../results/match-badge.tsx';
import { SavedComment } from './saved-comment.tsx';
import { useVideoComment } from './use-video-comment.ts';

interface VideoDialogProps {
  video: FoundVideo;
  onGenerate: () => void;
  onClose: () => void;
}

function Comment({ video, onGenerate }: Omit<VideoDialogProps, 'onClose'>) {
  const { comment, isPending, error } = useVideoComment(video);
  if (comment) return <SavedComment key={comment.id} comment={comment} video={video} />;
  if (error)
    return (
      <ErrorState title="The comment could not be loaded">
        {errorText(error, 'Failed to load the comment')}
      </ErrorState>
    );
  if (isPending) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" disabled={video.commentsOff || !video.available} onClick={onGenerate}>
        Generate Comment
      </Button>
      {video.commentsOff && <p className="text-muted">Comments are off for this video.</p>}
      {!video.available && <p className="text-muted">This video is no longer available.</p>}
    </div>
  );
}

export function VideoDialog({ video, onGenerate, onClose }: VideoDialogProps) {
  const figures = [
    ['Views', formatCount(video.viewCount)],
    ['Likes', formatCount(video.likeCount)],
    ['Comments', video.commentsOff ? 'Off' : formatCount(video.commentCount)],
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="lg" title={video.title} description={video.channelTitle}>
        <div className="grid gap-6 md:grid-cols-[18rem_minmax(0,1fr)]">
          {/* First in the document for phones and keyboards; wide windows show it at the right. */}
          <div className="flex min-w-0 flex-col gap-6 md:order-2">
            <Comment video={video} onGenerate={onGenerate} />
            {video.description && (
              <section className="border-t border-line pt-4">
                <h3 className="font-medium">Description</h3>
                <p className="mt-1 max-w-measure whitespace-pre-line text-muted">{video.description}</p>
              </section>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
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
              <CommentStatusBadge status={video.commentStatus} />
            </div>
            <a
              href={videoLink(video.youtubeId)}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClasses('secondary', 'sm')} self-start`}
            >
              <ExternalLink aria-hidden />
              Watch on YouTube
            </a>
            {video.contentInsights && video.engagementScore !== null && (
              <ContentIntelligence engagementScore={video.engagementScore} insights={video.contentInsights} />
            )}
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
