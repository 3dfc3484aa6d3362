import { z } from 'zod';
import { idParamSchema } from '#shared/contracts/primitives.ts';
import type { ReplyCounts } from '#shared/contracts/replies.ts';
import type { ReplyFilter } from '../../api/replies.ts';

/** What the address of the replies says. */
export const repliesAddress = z.object({ filter: z.enum(['answered', 'dismissed']), reply: idParamSchema });

export type FilterName = 'answered' | 'dismissed' | undefined;

type NamedFilter = ReplyFilter & { name: FilterName; label: string };

const waiting: NamedFilter = { name: undefined, label: 'Waiting for you', states: ['new', 'read'] };

export const replyFilters: readonly NamedFilter[] = [
  waiting,
  { name: 'answered', label: 'Answered', states: ['answered'] },
  { name: 'dismissed', label: 'No answer', states: ['dismissed'] },
];

export const filterOf = (name: FilterName): NamedFilter =>
  replyFilters.find((each) => each.name === name) ?? waiting;

export const countIn = ({ states }: ReplyFilter, counts: ReplyCounts): number =>
  states.reduce((sum, state) => sum + counts[state], 0);
