import { expect } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { undoStepsResponseSchema } from '#shared/contracts/steps.ts';
import type { comments } from '#shared/schema.ts';
import type { reviewApp } from './app.ts';
import { makePostAttempt } from './factories.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The form of a step's id. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A comment in the queue, on which the steps are taken. */
export interface Subject {
  id: number;
  itemId: number;
}

/**
 * Takes steps on comments through the API and undoes them. Each step returns the id that
 * undoes it.
 */
export function takingSteps(test: ReturnType<typeof reviewApp>) {
  const inHours = (hours: number) => test.later(hours * hourMs).toISOString();

  const undo = (...ids: string[]) => test.me.post('/api/steps/undo', { ids });

  /** Expects that a request succeeds, and returns the id of the step that it took. */
  async function step(request: Promise<Response>): Promise<string> {
    const response = await request;
    expect(response.ok, await response.clone().text()).toBe(true);
    const id = response.headers.get('X-Step') ?? '';
    expect(id).toMatch(uuid);
    return id;
  }

  return {
    inHours,
    undo,
    step,

    /** Undoes the steps, and expects that at least one of them is undone. */
    async undone(...ids: string[]) {
      const response = await undo(...ids);
      expect(response.status, await response.clone().text()).toBe(200);
      return undoStepsResponseSchema.parse(await response.json());
    },

    decide: (id: number, status: string) =>
      step(test.me.patch(`/api/comments/${id}`, { status })),

    edit: (id: number, content: string) =>
      step(test.me.patch(`/api/comments/${id}`, { content })),

    schedule: (itemId: number, at: string) =>
      step(test.me.patch(`/api/queue/${itemId}`, { scheduledFor: at, autoPost: true })),

    unschedule: (itemId: number) =>
      step(
        test.me.patch(`/api/queue/${itemId}`, { scheduledFor: null, autoPost: false }),
      ),

    remove: (itemId: number) => step(test.me.delete(`/api/queue/${itemId}`)),

    enqueue: (commentId: number, more: object = {}) =>
      step(test.me.post('/api/queue', { commentId, ...more })),

    approveAndSchedule: (id: number, more: object = {}) =>
      step(
        test.me.post(`/api/comments/${id}/schedule`, {
          revision: 1,
          scheduledFor: inHours(5),
          ...more,
        }),
      ),

    redraft: (id: number) =>
      step(
        test.me.post(`/api/comments/${id}/regenerate`, {
          style: 'insightful',
          steer: 'ask_instead',
        }),
      ),

    /**
     * Returns what the owner sees of a comment: its text, its status and its place in the
     * queue.
     */
    async seen(id: number) {
      const { content, status } = await test.stored(id);
      const item = await test.queuedItem(id);
      const place = item && {
        priority: item.priority,
        scheduledFor: item.scheduledFor,
        autoPost: item.autoPost,
        queuedAt: item.createdAt,
      };
      return { content, status, place };
    },

    async subject(values: Partial<typeof comments.$inferInsert> = {}): Promise<Subject> {
      const { comment, item } = await test.queued(values);
      return { id: comment.id, itemId: item.id };
    },

    /** Records that another comment with this text was posted this many days ago. */
    async postedLately(content: string, daysAgo: number): Promise<void> {
      const { id: commentId } = await test.comment({ status: 'posted', content });
      const at = test.later(-daysAgo * dayMs);
      await makePostAttempt(test.db, {
        commentId,
        content,
        state: 'posted',
        startedAt: at,
        closedAt: at,
      });
    },
  };
}

type StepKind = [
  name: string,
  from: Comment['status'],
  take: (of: Subject) => Promise<string>,
];

/**
 * Returns every kind of step: its name, the status that it starts from, and how it is
 * taken.
 */
export const stepKinds = (steps: ReturnType<typeof takingSteps>): StepKind[] => [
  ['approve', 'pending', ({ id }) => steps.decide(id, 'approved')],
  ['reject', 'pending', ({ id }) => steps.decide(id, 'rejected')],
  ['return to review', 'approved', ({ id }) => steps.decide(id, 'pending')],
  ['edit', 'approved', ({ id }) => steps.edit(id, 'Said in other words.')],
  ['change the priority', 'pending', ({ id }) => steps.enqueue(id, { priority: 7 })],
  ['switch on auto-post', 'pending', ({ id }) => steps.enqueue(id, { autoPost: true })],
  ['schedule', 'approved', ({ itemId }) => steps.schedule(itemId, steps.inHours(5))],
  ['approve and schedule', 'pending', ({ id }) => steps.approveAndSchedule(id)],
  ['remove', 'approved', ({ itemId }) => steps.remove(itemId)],
  ['redraft', 'pending', ({ id }) => steps.redraft(id)],
  ['redraft an approved one', 'approved', ({ id }) => steps.redraft(id)],
];
