import type { FoundVideo, VideoCommentStatus } from '#shared/contracts/videos.ts';
import { commentBadge } from '#shared/rules/comment-badge.ts';
import { Badge, type Tone } from '../../../components/ui/button.tsx';
import { formatDate, formatDateTime, formatExact } from '../../../lib/formats.ts';

function toneOf(status: VideoCommentStatus): Tone {
  if (status.status !== 'posted' && status.isScheduled) return 'scheduled';
  return status.status;
}

export function CommentStatusBadge({ video }: { video: FoundVideo }) {
  const { commentStatus: status, withdrawnAt } = video;
  if (withdrawnAt)
    return (
      <Badge tone="rejected" dot title={formatExact(withdrawnAt)}>
        Withdrawn
      </Badge>
    );
  const text = commentBadge(status, formatDate, formatDateTime);
  if (!text || !status) return null;
  const instant = status.postedAt ?? status.scheduledFor ?? status.createdAt;
  return (
    <Badge tone={toneOf(status)} dot title={formatExact(instant)} className="whitespace-normal">
      {text}
    </Badge>
  );
}
