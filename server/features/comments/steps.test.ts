import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentSteps, comments, draftRecords, queueItems } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import {
  dayMs,
  type Subject,
  stepKinds,
  takingSteps,
  uuid,
} from '../../testing/comment-steps.ts';

const test = reviewApp({}, 'once, emptied');
const steps = takingSteps(test);
const {
  undo,
  undone,
  decide,
  edit,
  schedule,
  unschedule,
  remove,
  enqueue,
  approveAndSchedule,
  redraft,
  seen,
  subject,
  inHours,
  step,
} = steps;

describe('a step (rule 12.13)', () => {
  it.each(stepKinds(steps))(
    'to %s is named in the response and can be undone by its id',
    async (_, status, take) => {
      const of = await subject({ status });
      const before = await seen(of.id);
      const id = await take(of);
      expect(await seen(of.id)).not.toEqual(before);

      const { undone: steps, refused } = await undone(id);

      expect(steps).toMatchObject([
        { id, comment: { id: of.id, status, content: before.content } },
      ]);
      expect(refused).toEqual([]);
      expect(await seen(of.id)).toEqual(before);
    },
  );

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
  ])(
    'to %s a comment outside the queue takes it out of the queue when undone',
    async (_, take) => {
      const { id } = await test.comment();
      const { undone: steps } = await undone(await take(id));
      expect(steps).toMatchObject([{ item: null }]);
      expect(await seen(id)).toMatchObject({ status: 'pending', place: null });
    },
  );

  it('to pick another version restores the previous one when undone', async () => {
    const { id } = await subject();
    await redraft(id);
    const before = await seen(id);
    const picked = await step(
      test.me.post(`/api/comments/${id}/pick`, { alternative: 0 }),
    );
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
      /event: step\ndata: {"id":"([^"]+)"}\n\nevent: done/.exec(await answer.text()) ??
      [];
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
    expect(await seen(id)).toMatchObject({
      status: 'pending',
      content: 'Typed before it was scheduled.',
    });

    await expectProblem(await undo(returned), 409, 'revision_conflict');
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });
});

describe('the journal of steps (rule 12.13)', () => {
  /** Makes the database reject every new step until the end of the test. */
  async function refuseSteps(): Promise<void> {
    await test.db.execute(
      sql`alter table comment_steps add constraint refused check (number < 0) not valid`,
    );
    onTestFinished(async () => {
      await test.db.execute(sql`alter table comment_steps drop constraint refused`);
    });
  }

  const requests: [string, Comment['status'], (of: Subject) => Promise<Response>][] = [
    [
      'decision',
      'pending',
      ({ id }) => test.me.patch(`/api/comments/${id}`, { status: 'approved' }),
    ],
    [
      'edit',
      'pending',
      ({ id }) => test.me.patch(`/api/comments/${id}`, { content: 'Other words.' }),
    ],
    ['removal', 'pending', ({ itemId }) => test.me.delete(`/api/queue/${itemId}`)],
    [
      'place',
      'pending',
      ({ id }) => test.me.post('/api/queue', { commentId: id, priority: 5 }),
    ],
    ['schedule', 'approved', ({ itemId }) => test.schedule(itemId, new Date(inHours(5)))],
    [
      'redraft',
      'pending',
      ({ id }) =>
        test.me.post(`/api/comments/${id}/regenerate`, {
          style: 'insightful',
          steer: 'shorter',
        }),
    ],
  ];

  it.each(requests)(
    'prevents the %s when the step cannot be written',
    async (_, status, send) => {
      const of = await subject({ status });
      const before = await test.db.select().from(comments);
      const place = await test.db.select().from(queueItems);
      await refuseSteps();
      expect((await send(of)).status).toBe(500);
      expect(await test.db.select().from(comments)).toEqual(before);
      expect(await test.db.select().from(queueItems)).toEqual(place);
      expect(await test.db.$count(draftRecords)).toBe(0);
    },
  );

  it('prevents the undo when the step cannot be written', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    const before = [
      await test.db.select().from(comments),
      await test.db.select().from(commentSteps),
    ];
    await refuseSteps();
    expect((await undo(approved)).status).toBe(500);
    expect([
      await test.db.select().from(comments),
      await test.db.select().from(commentSteps),
    ]).toEqual(before);
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
