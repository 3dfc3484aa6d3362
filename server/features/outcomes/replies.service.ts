import type { ReplyCounts, ReplyListQuery, ReplyState } from '#shared/contracts/replies.ts';
import { notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { readCursor, writeCursor } from '../comments/list-cursor.rules.ts';
import type { RepliesRepository } from './replies.repository.ts';
import { countsOf, type ReplyView, refuseStateChange, type ThreadView } from './replies.rules.ts';

interface Deps {
  repository: RepliesRepository;
  events: Events;
}

export interface ReplyList {
  total: { count: number; orMore: boolean };
  cursor: string | null;
  rows: ReplyView[];
}

export function createRepliesService({ repository, events }: Deps) {
  async function found(id: number): Promise<ReplyView> {
    const view = await repository.find(id);
    if (!view) throw notFound('This reply');
    return view;
  }

  return {
    /** Throws AppError 400 for a cursor of another list. */
    async list({ state: states, limit, cursor }: ReplyListQuery): Promise<ReplyList> {
      const after = cursor === undefined ? null : readCursor('replies', cursor);
      const [count, read] = await Promise.all([
        repository.count(states),
        repository.list({ states, after, limit: limit + 1 }),
      ]);
      const rows = read.slice(0, limit);
      const last = read.length > limit ? rows.at(-1)?.reply : undefined;
      return {
        total: { count, orMore: false },
        cursor: last ? writeCursor('replies', [last.publishedAt.toISOString(), last.id]) : null,
        rows,
      };
    },

    counts: async (): Promise<ReplyCounts> => countsOf(await repository.counts()),

    /** Throws 409 for an answered reply. */
    async setState(id: number, state: ReplyState): Promise<ReplyView> {
      const { reply } = await found(id);
      if (reply.state !== state) {
        refuseStateChange(reply.state);
        await repository.setState(id, state);
        events.changed('replies');
      }
      return found(id);
    },

    async thread(commentId: number): Promise<ThreadView> {
      const thread = await repository.thread(commentId);
      if (!thread) throw notFound('A thread under this comment');
      return thread;
    },
  };
}

export type RepliesService = ReturnType<typeof createRepliesService>;
