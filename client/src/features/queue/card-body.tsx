import type { QueueItem } from '#shared/contracts/queue.ts';
import { isEditable, whyTextRests } from '#shared/rules/comment-status.ts';
import { EarlierVersions } from '../../components/earlier-versions.tsx';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { DateTime } from '../../components/time.tsx';
import { videoLink } from '../../lib/youtube-links.ts';
import { CardEditor } from './card-editor.tsx';
import { CardNotes } from './card-notes.tsx';
import type { UnsavedEdits } from './unsaved-edits.ts';

interface CardBodyProps {
  item: QueueItem;
  edits: UnsavedEdits;
  onSave: () => Promise<void>;
  onLeave: () => void;
}

export function CardBody({ item, edits, onSave, onLeave }: CardBodyProps) {
  const { comment } = item;
  const { video } = comment;
  const rests = whyTextRests(comment, comment.posting);
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="flex gap-4">
        <Thumbnail src={video.thumbnailUrl} className="hidden h-[72px] w-32 sm:block" />
        <div className="min-w-0 max-w-measure text-sm text-muted">
          <p className="line-clamp-3">{video.description?.trim() || 'This video has no description.'}</p>
          <p className="mt-1">
            <a
              href={videoLink(video.youtubeId)}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline-offset-2 hover:underline"
            >
              Watch on YouTube
            </a>
          </p>
        </div>
      </div>
      <CardNotes item={item} />
      {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
      <CardEditor
        comment={comment}
        edits={edits}
        readOnly={!isEditable(comment.status) || isBeingPosted(comment.posting) || rests !== null}
        onSave={onSave}
        onLeave={onLeave}
      />
      <EarlierVersions comment={comment} />
      <p className="text-sm text-muted">
        Created <DateTime iso={comment.createdAt} />
      </p>
    </div>
  );
}
