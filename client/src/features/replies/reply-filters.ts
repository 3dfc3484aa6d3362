import { type ReplyCounts, waitingStates } from '#shared/contracts/replies.ts';
import type { ReplyFilter } from '../../api/outcomes.ts';

export const filterNames = [
  'creators',
  'questions',
  'scheduled',
  'answered',
  'dismissed',
] as const;
export type FilterName = (typeof filterNames)[number] | undefined;

type NamedFilter = { name: FilterName; label: string; shows: ReplyFilter };

const waiting: NamedFilter = {
  name: undefined,
  label: 'Waiting for you',
  shows: { states: waitingStates, scheduled: false },
};

export const replyFilters: readonly NamedFilter[] = [
  waiting,
  {
    name: 'creators',
    label: 'From creators',
    shows: { ...waiting.shows, byCreator: true },
  },
  { name: 'questions', label: 'Questions', shows: { ...waiting.shows, questions: true } },
  {
    name: 'scheduled',
    label: 'Scheduled',
    shows: { states: waitingStates, scheduled: true },
  },
  { name: 'answered', label: 'Answered', shows: { states: ['answered'] } },
  { name: 'dismissed', label: 'No answer', shows: { states: ['dismissed'] } },
];

export const filterOf = (name: FilterName): NamedFilter =>
  replyFilters.find((each) => each.name === name) ?? waiting;

export function countIn(
  { states, questions, byCreator, scheduled }: ReplyFilter,
  counts: ReplyCounts,
): number {
  if (scheduled) return counts.scheduled;
  if (questions) return counts.questions;
  if (byCreator) return counts.byCreator;
  return states.reduce((sum, state) => sum + counts[state], 0);
}

/** Replies by creators come first only in the list of waiting replies. */
export const orderText = ({ states, byCreator }: ReplyFilter): string =>
  states === waitingStates && !byCreator
    ? 'Creators first, then the newest'
    : 'Newest first';
