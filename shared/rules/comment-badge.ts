import type { VideoCommentStatus } from '../contracts/videos.ts';

export function commentBadge(
  status: VideoCommentStatus | null,
  formatDate: (iso: string) => string,
  formatTime: (iso: string) => string,
): string | null {
  if (!status) return null;
  if (status.status === 'posted' && status.postedAt)
    return `Already commented on ${formatDate(status.postedAt)}`;
  if (status.isScheduled && status.scheduledFor) return `Scheduled for ${formatTime(status.scheduledFor)}`;
  if (status.status === 'approved') return `Comment ready to post (created ${formatDate(status.createdAt)})`;
  if (status.status === 'pending')
    return `Comment generated (${formatDate(status.createdAt)}) - needs review`;
  return null;
}
