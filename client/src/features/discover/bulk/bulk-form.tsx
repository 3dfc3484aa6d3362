import { bulkLimit } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { ChannelWarning } from '../../../components/comment-state.tsx';
import { Thumbnail } from '../../../components/pictures.tsx';
import { CheckboxField } from '../../../components/ui/fields.tsx';
import { StylePicker } from '../generate/style-picker.tsx';

interface BulkFormProps {
  videos: readonly FoundVideo[];
  style: CommentStyle;
  onStyle: (style: CommentStyle) => void;
  addToQueue: boolean;
  onAddToQueue: (add: boolean) => void;
}

function note(video: FoundVideo): string | null {
  if (video.commentStatus) return 'has a comment, will be skipped';
  if (video.commentsOff) return 'comments are off, will be skipped';
  return null;
}

export function BulkForm({ videos, style, onStyle, addToQueue, onAddToQueue }: BulkFormProps) {
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label="Selected videos" className="max-h-64 overflow-y-auto rounded-panel border border-line">
        {videos.map((video) => (
          <li
            key={video.id}
            className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0"
          >
            <Thumbnail src={video.thumbnailUrl} className="w-16" />
            <div className="min-w-0">
              <p dir="auto" className="truncate text-left">
                {video.title}
              </p>
              <p className="truncate text-sm text-muted">
                {[note(video), video.channelTitle].filter(Boolean).join(' · ')}
              </p>
              {!video.commentStatus && <ChannelWarning channelId={video.channelId} />}
            </div>
          </li>
        ))}
      </ul>
      {videos.length > bulkLimit && (
        <p role="alert" className="text-failed">
          At most {bulkLimit} videos at once. Deselect {videos.length - bulkLimit} first.
        </p>
      )}
      <StylePicker value={style} onValueChange={onStyle} stacked />
      <CheckboxField
        checked={addToQueue}
        onCheckedChange={onAddToQueue}
        label="Automatically add all generated comments to review queue"
      />
    </div>
  );
}
