import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undoStepsResponseSchema } from '#shared/contracts/steps.ts';
import { comments } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { type Subject, stepKinds, takingSteps } from '../../testing/comment-steps.ts';

const test = reviewApp({}, 'once, emptied');
const steps = takingSteps(test);
const { undo, undone, decide, edit, schedule, remove, enqueue, seen, subject, inHours } =
  steps;

describe('an undo (rule 12.13)', () => {
  it('happens once', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    await undone(approved);
    const problem = await expectProblem(await undo(approved), 409, 'already_undone');
    expect(problem.detail).toMatch(/was undone already\.$/);
    expect(await test.stored(id)).toMatchObject({ revision: 3 });
  });

  it.each(stepKinds(steps))(
    'of “%s” can itself be undone, and only once',
    async (_, status, take) => {
      const of = await subject({ status });
      const taken = await take(of);
      const after = await seen(of.id);
      const [undoing] = (await undone(taken)).undone;

      await undone(undoing?.step ?? '');

      expect(await seen(of.id)).toEqual(after);
      await expectProblem(await undo(undoing?.step ?? ''), 409, 'already_undone');
      expect(await seen(of.id)).toEqual(after);
    },
  );

  it('of an undo keeps the earlier steps undoable', async () => {
    const { id, itemId } = await subject();
    const approved = await decide(id, 'approved');
    const scheduled = await schedule(itemId, inHours(5));
    const [unscheduled] = (await undone(scheduled)).undone;
    const [rescheduled] = (await undone(unscheduled?.step ?? '')).undone;
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    await undone(rescheduled?.step ?? '');
    await undone(approved);
    expect(await seen(id)).toMatchObject({
      status: 'pending',
      place: { scheduledFor: null },
    });
  });

  it('lists unknown steps as refused', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const unknown = '11111111-2222-4333-8444-555555555555';
    const { refused } = await undone(approved, unknown);
    expect(refused).toMatchObject([{ id: unknown, commentId: null, code: 'not_found' }]);
    await expectProblem(await undo(unknown), 404, 'not_found');
  });

  it.each([
    [[]],
    [['1']],
    [Array.from({ length: 501 }, () => '11111111-2222-4333-8444-555555555555')],
  ])('is refused without the ids of 1 to 500 steps', async (ids) => {
    await expectProblem(
      await test.me.post('/api/steps/undo', { ids }),
      400,
      'invalid_request',
    );
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
        detail: expect.stringMatching(
          /^Nothing was undone: “.+” changed since\. It is pending now/,
        ),
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
    expect(problem.detail).toMatch(
      /^None of the 2 steps was undone\. Nothing was undone: “/,
    );
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
    expect(problem['current']).toMatchObject({
      content: 'Typed in the other tab.',
      status: 'pending',
    });
    expect(await seen(id)).toMatchObject({
      content: 'Typed in the other tab.',
      status: 'pending',
    });
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
    expect(problem.detail).toMatch(
      /^Nothing was undone: “.+” is no longer in the queue\.$/,
    );
    expect(await seen(id)).toMatchObject({ status: 'approved', place: null });
  });
});
