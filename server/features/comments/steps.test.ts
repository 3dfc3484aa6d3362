import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { undoStepsResponseSchema } from '#shared/contracts/steps.ts';
import { commentSteps, comments, draftRecords, googleAccount, queueItems } from '#shared/schema.ts';
import { writeBackup } from '../../backup/backup-file.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { tempDir } from '../../testing/processes.ts';

const test = reviewApp({}, 'once, emptied');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const inHours = (hours: number) => test.later(hours * hourMs).toISOString();
const undo = (...ids: string[]) => test.me.post('/api/steps/undo', { ids });

async function step(sent: Promise<Response>): Promise<string> {
  const answer = await sent;
  expect(answer.ok, await answer.clone().text()).toBe(true);
  const id = answer.headers.get('X-Step') ?? '';
  expect(id).toMatch(uuid);
  return id;
}

async function undone(...ids: string[]) {
  const answer = await undo(...ids);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return undoStepsResponseSchema.parse(await answer.json());
}

const decide = (id: number, status: string) => step(test.me.patch(`/api/comments/${id}`, { status }));
const edit = (id: number, content: string) => step(test.me.patch(`/api/comments/${id}`, { content }));
const schedule = (itemId: number, at: string) =>
  step(test.me.patch(`/api/queue/${itemId}`, { scheduledFor: at, autoPost: true }));
const unschedule = (itemId: number) =>
  step(test.me.patch(`/api/queue/${itemId}`, { scheduledFor: null, autoPost: false }));
const remove = (itemId: number) => step(test.me.delete(`/api/queue/${itemId}`));
const enqueue = (commentId: number, more: object = {}) =>
  step(test.me.post('/api/queue', { commentId, ...more }));
const approveAndSchedule = (id: number, more: object = {}) =>
  step(test.me.post(`/api/comments/${id}/schedule`, { revision: 1, scheduledFor: inHours(5), ...more }));
const redraft = (id: number) =>
  step(test.me.post(`/api/comments/${id}/regenerate`, { style: 'insightful', steer: 'ask_instead' }));

/** Returns what the owner sees of a comment: its text, its status and its place in the queue. */
async function seen(id: number) {
  const { content, status } = await test.stored(id);
  const item = await test.queuedItem(id);
  const place = item && {
    priority: item.priority,
    scheduledFor: item.scheduledFor,
    autoPost: item.autoPost,
    queuedAt: item.createdAt,
  };
  return { content, status, place };
}

async function postedLately(content: string, daysAgo: number): Promise<void> {
  const { id: commentId } = await test.comment({ status: 'posted', content });
  const at = test.later(-daysAgo * dayMs);
  await makePostAttempt(test.db, { commentId, content, state: 'posted', startedAt: at, closedAt: at });
}

interface Subject {
  id: number;
  itemId: number;
}

async function subject(values: Partial<typeof comments.$inferInsert> = {}): Promise<Subject> {
  const { comment, item } = await test.queued(values);
  return { id: comment.id, itemId: item.id };
}

const kinds: [kind: string, status: Comment['status'], take: (of: Subject) => Promise<string>][] = [
  ['approve', 'pending', ({ id }) => decide(id, 'approved')],
  ['reject', 'pending', ({ id }) => decide(id, 'rejected')],
  ['return to review', 'approved', ({ id }) => decide(id, 'pending')],
  ['edit', 'approved', ({ id }) => edit(id, 'Said in other words.')],
  ['change the priority', 'pending', ({ id }) => enqueue(id, { priority: 7 })],
  ['switch on auto-post', 'pending', ({ id }) => enqueue(id, { autoPost: true })],
  ['schedule', 'approved', ({ itemId }) => schedule(itemId, inHours(5))],
  ['approve and schedule', 'pending', ({ id }) => approveAndSchedule(id)],
  ['remove', 'approved', ({ itemId }) => remove(itemId)],
  ['redraft', 'pending', ({ id }) => redraft(id)],
  ['redraft an approved one', 'approved', ({ id }) => redraft(id)],
];

describe('a step (rule 12.13)', () => {
  it.each(kinds)('to %s is named in the response and can be undone by its id', async (_, status, take) => {
    const of = await subject({ status });
    const before = await seen(of.id);
    const id = await take(of);
    expect(await seen(of.id)).not.toEqual(before);

    const { undone: steps, refused } = await undone(id);

    expect(steps).toMatchObject([{ id, comment: { id: of.id, status, content: before.content } }]);
    expect(refused).toEqual([]);
    expect(await seen(of.id)).toEqual(before);
  });

  it.each<[string, (of: Subject) => Promise<string>]>([
    ['unschedule', ({ itemId }) => unschedule(itemId)],
    ['move', ({ itemId }) => schedule(itemId, inHours(9))],
    ['remove', ({ itemId }) => remove(itemId)],
    ['return to review', ({ id }) => decide(id, 'pending')],
    ['redraft', ({ id }) => redraft(id)],
  ])('to %s a scheduled comment restores its time when undone', async (_, take) => {
    const of = await subject({ status: 'approved' });
    await schedule(of.itemId, inHours(5));
    const before = await seen(of.id);
    const id = await take(of);
    await undone(id);
    expect(await seen(of.id)).toEqual(before);
  });

  it('to remove a comment is named if the comment is at the revision that the owner saw', async () => {
    const { itemId } = await subject();
    const answer = await test.me.delete(`/api/queue/${itemId}?revision=1`);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('X-Step')).toMatch(uuid);
  });

  it('to remove a comment is not named if the owner saw another revision of it', async () => {
    const { id, itemId } = await subject();
    await edit(id, 'Said in other words.');
    const answer = await test.me.delete(`/api/queue/${itemId}?revision=1`);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('X-Step')).toBeNull();
  });

  it.each<[string, (id: number) => Promise<string>]>([
    ['queue', (id) => enqueue(id)],
    ['approve and schedule', (id) => approveAndSchedule(id)],
  ])('to %s a comment outside the queue takes it out of the queue when undone', async (_, take) => {
    const { id } = await test.comment();
    const { undone: steps } = await undone(await take(id));
    expect(steps).toMatchObject([{ item: null }]);
    expect(await seen(id)).toMatchObject({ status: 'pending', place: null });
  });

  it('to pick another version restores the previous one when undone', async () => {
    const { id } = await subject();
    await redraft(id);
    const before = await seen(id);
    const picked = await step(test.me.post(`/api/comments/${id}/pick`, { alternative: 0 }));
    await undone(picked);
    expect(await seen(id)).toEqual(before);
  });

  it('is named in an event of its own when a redraft is streamed', async () => {
    const { id } = await subject();
    const before = await seen(id);
    const answer = await test.me.send(`/api/comments/${id}/regenerate`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream' },
      body: { style: 'insightful', steer: 'shorter' },
    });
    const [, named = ''] =
      /event: step\ndata: {"id":"([^"]+)"}\n\nevent: done/.exec(await answer.text()) ?? [];
    await undone(named);
    expect(await seen(id)).toEqual(before);
  });

  it.each<[string, object]>([
    ['changes nothing', { status: 'pending' }],
    ['is refused', { status: 'approved', revision: 9 }],
  ])('is not recorded for a request that %s', async (_, change) => {
    const { id } = await subject();
    const answer = await test.me.patch(`/api/comments/${id}`, change);
    expect(answer.headers.get('X-Step')).toBeNull();
    expect(await test.db.$count(commentSteps)).toBe(0);
  });
});

describe('steps on one comment (rule 12.13)', () => {
  it('are undone one after the other, five deep', async () => {
    const { id, itemId } = await subject();
    const states = [await seen(id)];
    const ids: string[] = [];
    const take = async (taken: Promise<string>) => {
      ids.push(await taken);
      states.push(await seen(id));
    };
    await take(edit(id, 'Said in other words.'));
    await take(decide(id, 'approved'));
    await take(schedule(itemId, inHours(5)));
    await take(schedule(itemId, inHours(9)));
    await take(remove(itemId));

    for (const [at, each] of ids.toReversed().entries()) {
      await undone(each);
      expect(await seen(id)).toEqual(states.at(-2 - at));
    }
  });

  it('are undone across redrafts and decisions', async () => {
    const { id } = await subject();
    const before = await seen(id);
    const ids = [
      await decide(id, 'approved'),
      await redraft(id),
      await redraft(id),
      await decide(id, 'rejected'),
    ];
    for (const each of ids.toReversed()) await undone(each);
    expect(await seen(id)).toEqual(before);
  });

  it('are undone from the newest to the oldest, whatever their order in the request', async () => {
    const { id } = await subject();
    const before = await seen(id);
    const edited = await edit(id, 'Said in other words.');
    const approved = await decide(id, 'approved');
    const { undone: steps } = await undone(edited, approved);
    expect(steps.map((each) => each.id)).toEqual([approved, edited]);
    expect(await seen(id)).toEqual(before);
  });

  it('cannot be undone out of order', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    await decide(id, 'pending');
    const after = await seen(id);
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    expect(await seen(id)).toEqual(after);
  });

  it('cannot be undone past a text that was saved with a schedule', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    const scheduled = await approveAndSchedule(id, {
      revision: 2,
      content: 'Typed before it was scheduled.',
    });
    await undone(scheduled);
    expect(await seen(id)).toMatchObject({ status: 'pending', content: 'Typed before it was scheduled.' });

    await expectProblem(await undo(returned), 409, 'revision_conflict');
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });
});

describe('an edit that is undone', () => {
  it('stays among the earlier texts of the comment', async () => {
    const { id } = await subject();
    await undone(await edit(id, 'Typed with care.'));
    expect(await test.db.select().from(comments)).toMatchObject([
      { previousTexts: [{ content: 'Typed with care.' }], revision: 3 },
    ]);
  });
});

describe('a bulk undo (rule 12.13)', () => {
  it('undoes thirty steps in one request and names thirty new steps', async () => {
    const all: Subject[] = [];
    while (all.length < 30) all.push(await subject());
    const ids: string[] = [];
    for (const { id } of all) ids.push(await decide(id, 'approved'));

    const answer = await undo(...ids);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Step')?.split(', ')).toHaveLength(30);
    const { undone: steps } = undoStepsResponseSchema.parse(await answer.json());
    expect(new Set(steps.map((each) => each.id))).toEqual(new Set(ids));
    expect(await test.db.$count(comments, eq(comments.status, 'pending'))).toBe(30);
  });

  it('leaves out comments that changed since, with a reason for each', async () => {
    const first = await subject();
    const second = await subject();
    const third = await subject();
    const ids: string[] = [];
    for (const { id } of [first, second, third]) ids.push(await decide(id, 'rejected'));
    await decide(second.id, 'pending');

    const { undone: steps, refused } = await undone(...ids);

    expect(steps.map(({ comment }) => comment.id).sort()).toEqual([first.id, third.id]);
    expect(refused).toMatchObject([
      {
        id: ids[1],
        commentId: second.id,
        code: 'revision_conflict',
        detail: expect.stringMatching(/^Nothing was undone: “.+” changed since\. It is pending now/),
        current: { status: 'pending', revision: 3 },
      },
    ]);
  });

  it('is refused with all reasons when no step can be undone', async () => {
    const ids: string[] = [];
    for (const { id } of [await subject(), await subject()]) {
      ids.push(await decide(id, 'approved'));
      await edit(id, 'Said in other words.');
    }
    const problem = await expectProblem(await undo(...ids), 409, 'revision_conflict');
    expect(problem.detail).toMatch(/^None of the 2 steps was undone\. Nothing was undone: “/);
    expect(problem['refused']).toHaveLength(2);
  });

  it('sends an event for each comment', async () => {
    const first = await subject();
    const second = await subject();
    const ids = [await decide(first.id, 'approved'), await decide(second.id, 'approved')];
    const told = new Set<number>();
    const unsubscribe = test.app.context.events.subscribe((changes) => {
      for (const id of changes.comments) told.add(id);
    });
    onTestFinished(() => void unsubscribe());
    await undone(...ids);
    expect(told).toEqual(new Set([first.id, second.id]));
  });
});

describe('undo in two tabs (rule 12.13)', () => {
  function otherTab() {
    const browser = test.app.browser();
    browser.useCookie(test.me.cookie());
    return browser;
  }

  it('works in one tab for a step made in the other', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const answer = await otherTab().post('/api/steps/undo', { ids: [approved] });
    expect(answer.status).toBe(200);
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });

  it('happens once, even when both tabs request it at the same time', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const answers = await Promise.all([
      undo(approved),
      otherTab().post('/api/steps/undo', { ids: [approved] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await test.stored(id)).toMatchObject({ status: 'pending', revision: 3 });
  });

  it('does not approve a text that was edited in the other tab', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    await otherTab().patch(`/api/comments/${id}`, { content: 'Typed in the other tab.' });

    const problem = await expectProblem(await undo(returned), 409, 'revision_conflict');

    expect(problem.detail).toMatch(/^Nothing was undone: “.+” changed since\./);
    expect(problem['current']).toMatchObject({ content: 'Typed in the other tab.', status: 'pending' });
    expect(await seen(id)).toMatchObject({ content: 'Typed in the other tab.', status: 'pending' });
  });

  it.each<[string, (of: Subject) => Promise<unknown>]>([
    ['scheduled', ({ itemId }) => schedule(itemId, inHours(3))],
    ['queued with auto-post', ({ id }) => enqueue(id, { autoPost: true })],
    ['given another priority', ({ id }) => enqueue(id, { priority: 3 })],
  ])('leaves a comment alone that was %s in the other tab', async (_, change) => {
    const of = await subject();
    const approved = await decide(of.id, 'approved');
    await change(of);
    const after = await seen(of.id);
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    expect(await seen(of.id)).toEqual(after);
  });

  it('does not queue a comment again that was removed in the other tab', async () => {
    const { id, itemId } = await subject();
    const approved = await decide(id, 'approved');
    await remove(itemId);
    const problem = await expectProblem(await undo(approved), 409, 'revision_conflict');
    expect(problem.detail).toMatch(/^Nothing was undone: “.+” is no longer in the queue\.$/);
    expect(await seen(id)).toMatchObject({ status: 'approved', place: null });
  });
});

describe('an undo (rule 12.13)', () => {
  it('happens once', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    await undone(approved);
    const problem = await expectProblem(await undo(approved), 409, 'already_undone');
    expect(problem.detail).toMatch(/was undone already\.$/);
    expect(await test.stored(id)).toMatchObject({ revision: 3 });
  });

  it.each(kinds)('of “%s” can itself be undone, and only once', async (_, status, take) => {
    const of = await subject({ status });
    const taken = await take(of);
    const after = await seen(of.id);
    const [undoing] = (await undone(taken)).undone;

    await undone(undoing?.step ?? '');

    expect(await seen(of.id)).toEqual(after);
    await expectProblem(await undo(undoing?.step ?? ''), 409, 'already_undone');
    expect(await seen(of.id)).toEqual(after);
  });

  it('of an undo keeps the earlier steps undoable', async () => {
    const { id, itemId } = await subject();
    const approved = await decide(id, 'approved');
    const scheduled = await schedule(itemId, inHours(5));
    const [unscheduled] = (await undone(scheduled)).undone;
    const [rescheduled] = (await undone(unscheduled?.step ?? '')).undone;
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    await undone(rescheduled?.step ?? '');
    await undone(approved);
    expect(await seen(id)).toMatchObject({ status: 'pending', place: { scheduledFor: null } });
  });

  it('lists unknown steps as refused', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const unknown = '11111111-2222-4333-8444-555555555555';
    const { refused } = await undone(approved, unknown);
    expect(refused).toMatchObject([{ id: unknown, commentId: null, code: 'not_found' }]);
    await expectProblem(await undo(unknown), 404, 'not_found');
  });

  it.each([[[]], [['1']], [Array.from({ length: 501 }, () => '11111111-2222-4333-8444-555555555555')]])(
    'is refused without the ids of 1 to 500 steps',
    async (ids) => {
      await expectProblem(await test.me.post('/api/steps/undo', { ids }), 400, 'invalid_request');
    },
  );
});

describe('the undo of a step under the rules of approving and scheduling (rule 12.4)', () => {
  it('does not approve a text that was posted within 30 days', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const returned = await decide(comment.id, 'pending');
    await postedLately(comment.content, 1);
    await expectProblem(await undo(returned), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ status: 'pending' });
  });

  it('does not give an approved comment a text that was posted within 30 days', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const edited = await edit(comment.id, 'Said in other words.');
    await postedLately(comment.content, 1);
    await expectProblem(await undo(edited), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ content: 'Said in other words.' });
  });

  it('does not restore a time within 30 days of a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await schedule(item.id, inHours(24));
    const unscheduled = await unschedule(item.id);
    await postedLately(comment.content, 1);
    await expectProblem(await undo(unscheduled), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ place: { scheduledFor: null } });
  });

  it('restores a time more than 30 days after a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    const at = inHours(20 * 24);
    await schedule(item.id, at);
    const unscheduled = await unschedule(item.id);
    await postedLately(comment.content, 11);
    await undone(unscheduled);
    expect(await seen(comment.id)).toMatchObject({ place: { scheduledFor: at } });
  });

  it('does not give auto-post back to a text that was posted within 30 days', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await enqueue(comment.id, { autoPost: true });
    const removed = await remove(item.id);
    await postedLately(comment.content, 1);
    await expectProblem(await undo(removed), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ place: null });
  });

  it('does not restore a time that has passed, and schedules nothing instead', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const removed = await remove(itemId);
    test.app.clock.advance(hourMs);
    await undone(removed);
    expect(await test.queuedItem(id)).toMatchObject({ scheduledFor: null, dueAt: null, autoPost: false });
  });

  it('is refused when the earlier time has passed, and keeps the new time', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const later = inHours(9);
    const moved = await schedule(itemId, later);
    test.app.clock.advance(hourMs);
    const problem = await expectProblem(await undo(moved), 409, 'schedule_in_past');
    expect(problem.detail).toBe('The earlier time has passed, so nothing was undone.');
    expect(await seen(id)).toMatchObject({ place: { scheduledFor: later } });
  });

  it('does not move a comment that waits for its turn when only its text changes', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const edited = await edit(id, 'Said in other words.');
    test.app.clock.advance(hourMs);
    const waiting = { blockedReason: 'min_gap', nextTryAt: test.later(60_000) };
    await test.db.update(queueItems).set(waiting);
    const before = await test.db.select().from(queueItems);
    await undone(edited);
    expect(await test.db.select().from(queueItems)).toEqual(before);
  });

  it('starts the wait for auto-post again (rule 4.5)', async () => {
    const { id, itemId } = await subject();
    await enqueue(id, { autoPost: true });
    await decide(id, 'approved');
    const removed = await remove(itemId);
    test.app.clock.advance(48 * hourMs);
    await undone(removed);
    expect(await test.queuedItem(id)).toMatchObject({ autoPost: true, dueAt: inHours(1 / 6) });
  });

  it('of a Retry returns the comment to review', async () => {
    const { id } = await subject({ status: 'failed', failureCode: 'comment_refused' });
    const retried = await decide(id, 'approved');
    await undone(retried);
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });

  it('checks YouTube before it approves a comment whose outcome is unknown (rule 7.5)', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    const { content } = await test.stored(id);
    await makePostAttempt(test.db, {
      commentId: id,
      content,
      state: 'failed',
      outcomeCode: 'unconfirmed',
      startedAt: test.now(),
      closedAt: test.now(),
    });
    await expectProblem(await undo(returned), 409, 'unconfirmed');
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });

  it('is refused with a reason when the text from before a redraft is no longer kept', async () => {
    const { id } = await subject();
    const redrafted = await redraft(id);
    const after = await seen(id);
    await test.db.update(draftRecords).set({ alternatives: [] });
    const problem = await expectProblem(await undo(redrafted), 409, 'version_gone');
    expect(problem.detail).toMatch(/^Nothing was undone: the text before is no longer kept/);
    expect(await seen(id)).toEqual(after);
  });
});

describe('the undo of a step of a comment that was sent since (rules 12.10, 12.13)', () => {
  it('is refused when the comment is posted, and does not queue it again', async () => {
    const { id, itemId } = await subject();
    const approved = await decide(id, 'approved');
    const removed = await remove(itemId);
    expect((await test.me.post(`/api/comments/${id}/post`)).status).toBe(200);
    for (const each of [approved, removed]) {
      const problem = await expectProblem(await undo(each), 409, 'already_posted');
      expect(problem.detail).toMatch(/^Nothing was undone: “.+” is posted by now\.$/);
    }
    expect(await test.stored(id)).toMatchObject({ status: 'posted' });
    expect(await test.db.$count(queueItems)).toBe(0);
    expect(test.inserts()).toHaveLength(1);
  });

  it.each(['sending', 'confirming'] as const)('is refused while an attempt is %s', async (state) => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    await makePostAttempt(test.db, { commentId: id, startedAt: test.now(), state });
    await expectProblem(await undo(approved), 409, 'being_posted');
    expect(await seen(id)).toMatchObject({ status: 'approved' });
  });

  it('is refused when the attempt is confirmed later', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'accept-then-status', reason: 'backendError' },
    });
    expect((await test.me.post(`/api/comments/${id}/post`)).status).toBe(202);
    await expectProblem(await undo(approved), 409, 'being_posted');

    test.app.clock.advance(60_000);
    await test.app.publishDue();

    expect(await test.stored(id)).toMatchObject({ status: 'posted' });
    await expectProblem(await undo(approved), 409, 'already_posted');
    expect(test.inserts()).toHaveLength(1);
  });

  it('is refused when posting failed', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'status', reason: 'commentsDisabled' },
    });
    await test.me.post(`/api/comments/${id}/post`);
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    expect(await test.stored(id)).toMatchObject({ status: 'failed' });
  });

  it('does not restore a time after the loop returned the comment to review', async () => {
    const { loop } = test.app.context.services;
    await loop.tick();
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const moved = await schedule(itemId, inHours(2));
    // The comment is overdue by more than a day, so it goes back to review (rule 7.12).
    test.app.clock.advance(30 * hourMs);
    await loop.tick();
    const after = await seen(id);
    await expectProblem(await undo(moved), 409, 'revision_conflict');
    expect(after).toMatchObject({ status: 'pending', place: { scheduledFor: null } });
    expect(await seen(id)).toEqual(after);
  });
});

describe('steps and a restore (rules 7.19, 12.13)', () => {
  it('an undo does not approve a comment that a backup brought back', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db: test.db, origin: 'sandbox', now: test.now(), path });
    const [account] = await test.db.select().from(googleAccount);
    await restoreBackup({
      database: { db: test.db },
      path,
      origin: 'sandbox',
      now: test.now(),
      choices: { replace: true, keepSchedule: false },
    });
    await test.db.update(googleAccount).set({ ...account });

    const problem = await expectProblem(await undo(returned), 404, 'not_found');

    expect(problem.detail).toContain('not after a restore');
    expect(await test.stored(id)).toMatchObject({ status: 'pending' });
    expect(await test.db.$count(commentSteps)).toBe(0);
  });
});

describe('the journal of steps (rule 12.13)', () => {
  /** Makes the database reject every new step until the end of the test. */
  async function refuseSteps(): Promise<void> {
    await test.db.execute(sql`alter table comment_steps add constraint refused check (number < 0) not valid`);
    onTestFinished(async () => {
      await test.db.execute(sql`alter table comment_steps drop constraint refused`);
    });
  }

  const requests: [string, Comment['status'], (of: Subject) => Promise<Response>][] = [
    ['decision', 'pending', ({ id }) => test.me.patch(`/api/comments/${id}`, { status: 'approved' })],
    ['edit', 'pending', ({ id }) => test.me.patch(`/api/comments/${id}`, { content: 'Other words.' })],
    ['removal', 'pending', ({ itemId }) => test.me.delete(`/api/queue/${itemId}`)],
    ['place', 'pending', ({ id }) => test.me.post('/api/queue', { commentId: id, priority: 5 })],
    ['schedule', 'approved', ({ itemId }) => test.schedule(itemId, new Date(inHours(5)))],
    [
      'redraft',
      'pending',
      ({ id }) => test.me.post(`/api/comments/${id}/regenerate`, { style: 'insightful', steer: 'shorter' }),
    ],
  ];

  it.each(requests)('prevents the %s when the step cannot be written', async (_, status, send) => {
    const of = await subject({ status });
    const before = await test.db.select().from(comments);
    const place = await test.db.select().from(queueItems);
    await refuseSteps();
    expect((await send(of)).status).toBe(500);
    expect(await test.db.select().from(comments)).toEqual(before);
    expect(await test.db.select().from(queueItems)).toEqual(place);
    expect(await test.db.$count(draftRecords)).toBe(0);
  });

  it('prevents the undo when the step cannot be written', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const before = [await test.db.select().from(comments), await test.db.select().from(commentSteps)];
    await refuseSteps();
    expect((await undo(approved)).status).toBe(500);
    expect([await test.db.select().from(comments), await test.db.select().from(commentSteps)]).toEqual(
      before,
    );
  });

  it('keeps a step for 30 days', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    test.app.clock.advance(30 * dayMs);
    await test.app.context.services.steps.forgetOld();
    expect(await test.db.$count(commentSteps)).toBe(1);
    test.app.clock.advance(1);
    await test.app.context.services.steps.forgetOld();
    expect(await test.db.$count(commentSteps)).toBe(0);
    await expectProblem(await undo(approved), 404, 'not_found');
  });

  it('loses the steps of a deleted comment', async () => {
    const { id, revision } = await test.comment();
    await edit(id, 'Said in other words.');
    const gone = await test.me.delete(`/api/comments/${id}?revision=${revision + 1}`);
    expect(gone.status).toBe(204);
    expect(await test.db.$count(commentSteps)).toBe(0);
  });
});
