import { describe, expect, it } from 'vitest';
import { statsSchema } from '#shared/contracts/status.ts';
import { reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');
const dayMs = 86_400_000;

async function rejected(): Promise<number> {
  const { comment } = await test.queued();
  const answer = await test.me.patch(`/api/comments/${comment.id}`, {
    status: 'rejected',
  });
  expect(answer.status).toBe(200);
  return comment.id;
}

const isListed = async (id: number) => (await test.queuedItem(id)) !== null;

describe('a rejected comment (rule 4.12)', () => {
  it('stays in the queue for 30 days after it was rejected', async () => {
    test.app.clock.advance(40 * dayMs);
    const id = await rejected();
    test.app.clock.advance(30 * dayMs - 1);
    expect(await isListed(id)).toBe(true);
    test.app.clock.advance(1);
    expect(await isListed(id)).toBe(false);
  });

  it('is counted as long as it is in the queue', async () => {
    await rejected();
    await test.queued();
    test.app.clock.advance(30 * dayMs);
    const stats = statsSchema.parse(await (await test.me.get('/api/stats')).json());
    expect(stats.inQueue).toBe(1);
  });

  it('is not exported after these days', async () => {
    const id = await rejected();
    const { content } = await test.stored(id);
    test.app.clock.advance(30 * dayMs);
    const csv = await test.me.get('/api/queue/export?format=csv');
    expect(await csv.text()).not.toContain(content);
  });

  it('is back in the queue after a re-review', async () => {
    const id = await rejected();
    test.app.clock.advance(31 * dayMs);
    await test.me.patch(`/api/comments/${id}`, { status: 'pending' });
    expect(await isListed(id)).toBe(true);
  });

  it('that is removed and added again stays for another 30 days', async () => {
    const id = await rejected();
    const item = await test.queuedItem(id);
    await test.me.delete(`/api/queue/${item?.id}`);
    test.app.clock.advance(31 * dayMs);
    await test.me.post('/api/queue', { commentId: id });
    test.app.clock.advance(29 * dayMs);
    expect(await isListed(id)).toBe(true);
  });

  it('no longer counts as queued where its video is found', async () => {
    const id = await rejected();
    const { videoId } = await test.stored(id);
    const states = `/api/videos/comment-states?ids=${videoId}`;
    expect(await (await test.me.get(states)).json()).toMatchObject([{ inQueue: true }]);
    test.app.clock.advance(30 * dayMs);
    expect(await (await test.me.get(states)).json()).toMatchObject([{ inQueue: false }]);
  });

  it('stays in the history', async () => {
    const id = await rejected();
    test.app.clock.advance(31 * dayMs);
    const history = (await (await test.me.get('/api/comments?fields=ids')).json()) as {
      id: number;
    }[];
    expect(history.map((comment) => comment.id)).toContain(id);
  });
});
