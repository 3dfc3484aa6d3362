import { type CommentStyle, commentStyleLabels } from '#shared/contracts/enums.ts';
import type { CommentSort } from '#shared/contracts/lists.ts';
import type { Visibility } from '#shared/contracts/outcomes.ts';
import type { CommentFilter } from '../../api/comments.ts';
import { fromLocalDateTime, visibilityLabels } from '../../lib/formats.ts';

export const statusLabels = {
  '': 'All Status',
  pending: 'Pending',
  approved: 'Approved',
  posted: 'Posted',
  failed: 'Failed',
};

export const outcomeLabels: Record<Visibility | '', string> = { '': 'All outcomes', ...visibilityLabels };

export const sortLabels: Record<CommentSort, string> = { newest: 'Newest first', oldest: 'Oldest first' };

export const styleLabels = { '': 'Any style', ...commentStyleLabels };

/** As the controls show it; empty strings let everything through. */
export interface HistoryFilter {
  sort: CommentSort;
  status: keyof typeof statusLabels;
  visibility: Visibility | '';
  words: string;
  style: CommentStyle | '';
  channel: string;
  /** First and last day (YYYY-MM-DD) in the viewer's zone. */
  firstDay: string;
  lastDay: string;
}

export const noFilter: HistoryFilter = {
  sort: 'newest',
  status: '',
  visibility: '',
  words: '',
  style: '',
  channel: '',
  firstDay: '',
  lastDay: '',
};

function startOf(day: string, daysLater = 0): string {
  const at = day && fromLocalDateTime(`${day}T00:00`);
  if (!at) return '';
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

export function commentFilterOf(filter: HistoryFilter): CommentFilter {
  const { sort, status, visibility, words, style, channel, firstDay, lastDay } = filter;
  return {
    sort,
    status,
    visibility,
    q: words.trim(),
    channel: channel.trim(),
    style,
    from: startOf(firstDay),
    to: startOf(lastDay, 1),
  };
}

/** What a list is filtered by, in the words of its footer. */
export function kindsOf({ status, visibility, q, style, channel, from, to }: CommentFilter): string[] {
  const kinds = { status, outcome: visibility, words: q, style, channel, dates: from || to };
  return Object.entries(kinds).flatMap(([kind, value]) => (value ? [kind] : []));
}
