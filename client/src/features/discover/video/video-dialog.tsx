import type { ReactNode } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../../api/http.ts';
import { ErrorState } from '../../../components/page.tsx';
import { Button, Skeleton } from '../../../components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../../../components/ui/dialog.tsx';
import { DialogPanes } from '../dialog-panes.tsx';
import { SavedComment } from './saved-comment.tsx';
import { useVideoComment } from './use-video-comment.ts';
import { VideoFacts } from './video-facts.tsx';

interface VideoDialogProps {
  video: FoundVideo;
  onGenerate: () => void;
  onClose: () => void;
}

function Comment({ video, onGenerate }: Omit<VideoDialogProps, 'onClose'>) {
  const { comment, isPending, error } = useVideoComment(video);
  const side = <VideoFacts video={video} />;
  if (comment) return <SavedComment key={comment.id} comment={comment} video={video} side={side} />;
  const around = (main: ReactNode) => <DialogPanes side={side}>{main}</DialogPanes>;
  if (error)
    return around(
      <ErrorState title="The comment could not be loaded">
        {errorText(error, 'Failed to load the comment')}
      </ErrorState>,
    );
  if (isPending) return around(<Skeleton className="h-59" />);
  return (
    <>
      {around(
        <p className="text-muted">
          {video.commentsOff && 'Comments are off for this video.'}
          {!video.commentsOff && !video.available && 'This video is no longer available.'}
          {!video.commentsOff && video.available && 'You have no comment for this video yet.'}
        </p>,
      )}
      <DialogFooter>
        <Button variant="primary" disabled={video.commentsOff || !video.available} onClick={onGenerate}>
          Generate Comment
        </Button>
      </DialogFooter>
    </>
  );
}

export function VideoDialog({ video, onGenerate, onClose }: VideoDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="desk" flush title={video.title} description={video.channelTitle}>
        <Comment video={video} onGenerate={onGenerate} />
      </DialogContent>
    </Dialog>
  );
}
