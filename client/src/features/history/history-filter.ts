import type { Comment } from '#shared/contracts/comments.ts';

export const statusFilters = ['all', 'pending', 'approved', 'posted', 'failed'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const statusFilterLabels: Record<StatusFilter, string> = {
  all: 'All Status',
  pending: 'Pending',
  approved: 'Approved',
  posted: 'Posted',
  failed: 'Failed',
};

export const sortOrders = ['newest', 'oldest'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const sortLabels: Record<SortOrder, string> = { newest: 'Newest first', oldest: 'Oldest first' };

export const shownAt = ({ postedAt, createdAt }: Comment): string => postedAt ?? createdAt;

export function chooseComments(
  comments: readonly Comment[],
  status: StatusFilter,
  order: SortOrder,
): Comment[] {
  const direction = order === 'newest' ? -1 : 1;
  return comments
    .filter((comment) => status === 'all' || comment.status === status)
    .toSorted((a, b) => direction * (Date.parse(shownAt(a)) - Date.parse(shownAt(b)) || a.id - b.id));
}
