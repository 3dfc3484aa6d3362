import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';

export interface ResultHandlers {
  onGenerate: (video: FoundVideo) => void;
  onView: (video: FoundVideo) => void;
  onAddToQueue: (video: FoundVideo) => void;
  onApproach: () => void;
}

interface ResultActionsProps {
  video: FoundVideo;
  on: ResultHandlers;
  /** Describes the buttons, which have the same names in every row. */
  titleId: string;
}

export function ResultActions({ video, on, titleId }: ResultActionsProps) {
  const posted = video.commentStatus?.status === 'posted';
  const hasComment = video.generatedComment !== null;
  const reason = video.commentsOff ? 'Comments are off for this video' : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hasComment && (
        <Button size="sm" onClick={() => on.onView(video)} aria-describedby={titleId}>
          View Comment
        </Button>
      )}
      {hasComment && !video.inQueue && !posted && (
        <Button size="sm" onClick={() => on.onAddToQueue(video)} aria-describedby={titleId}>
          Add to Queue
        </Button>
      )}
      <Button
        size="sm"
        variant={hasComment ? 'ghost' : 'secondary'}
        disabled={video.commentStatus !== null || video.commentsOff || !video.available}
        title={reason}
        onClick={() => on.onGenerate(video)}
        aria-describedby={titleId}
      >
        Generate Comment
      </Button>
      {video.inQueue && !posted && <Badge>In Queue</Badge>}
      {posted && (
        <Badge tone="posted" dot>
          Already Posted
        </Badge>
      )}
    </div>
  );
}
