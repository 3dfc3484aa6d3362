import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Button } from '../../../components/ui/button.tsx';
import { canGenerate, type ResultHandlers } from './result-handlers.ts';

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
    <div className="flex flex-wrap justify-end gap-2 max-lg:ml-auto lg:flex-nowrap">
      {hasComment && !video.inQueue && !posted && (
        <Button onClick={() => on.onAddToQueue(video)} aria-describedby={titleId}>
          Add to Queue
        </Button>
      )}
      {hasComment && (
        <Button onClick={() => on.onView(video)} aria-describedby={titleId}>
          View Comment
        </Button>
      )}
      <Button
        variant={hasComment ? 'ghost' : 'secondary'}
        disabled={!canGenerate(video)}
        title={reason}
        onClick={() => on.onGenerate(video)}
        aria-describedby={titleId}
        className={hasComment ? 'max-sm:hidden' : undefined}
      >
        Generate Comment
      </Button>
    </div>
  );
}
