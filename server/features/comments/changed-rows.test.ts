import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment, CommentAnalysis, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import { type Changes, noChanges } from '../../core/events.ts';
import { reviewApp } from '../../testing/app.ts';

describe('change events', () => {
  const test = reviewApp({}, 'once, emptied');
  const hour = 3_600_000;
  let told = noChanges();

  beforeEach(() => {
    told = noChanges();
    test.app.context.events.subscribe(({ resources, comments, videos }) => {
      told = {
        resources: new Set([...told.resources, ...resources]),
        comments: new Set([...told.comments, ...comments]),
        videos: new Set([...told.videos, ...videos]),
      };
    });
  });

  async function get<Answer>(path: string): Promise<Answer> {
    return (await test.me.get(path)).json() as Promise<Answer>;
  }

  async function send(method: string, path: string, body?: object): Promise<void> {
    const answer = await test.me.send(path, { method, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.ok).toBe(true);
  }

  /** Returns what both lists show for each comment, as JSON by comment id. */
  async function rows(): Promise<Map<number, string>> {
    const comments = await get<Comment[]>('/api/comments');
    const queue = await get<QueueItem[]>('/api/queue');
    return new Map(
      comments.map((comment) => [
        comment.id,
        JSON.stringify([comment, queue.find(({ commentId }) => commentId === comment.id)]),
      ]),
    );
  }

  async function changedBy(act: () => Promise<void>): Promise<{ changed: Set<number>; told: Changes }> {
    const before = await rows();
    told = noChanges();
    await act();
    const after = await rows();
    await new Promise((resolve) => setImmediate(resolve));
    const ids = [...after.keys(), ...before.keys()];
    return { changed: new Set(ids.filter((id) => before.get(id) !== after.get(id))), told };
  }

  interface Subject {
    id: number;
    itemId: number;
  }

  const patch = (id: number, body: object) => send('PATCH', `/api/comments/${id}`, body);

  async function schedule({ id, itemId }: Subject): Promise<void> {
    await patch(id, { status: 'approved' });
    const scheduledFor = test.later(hour).toISOString();
    await send('PATCH', `/api/queue/${itemId}`, { scheduledFor, autoPost: true });
  }

  async function regenerate({ id }: Subject): Promise<void> {
    await send('POST', `/api/comments/${id}/regenerate`, { style: 'questioning' });
  }

  async function steer({ id }: Subject): Promise<void> {
    await send('POST', `/api/comments/${id}/regenerate`, { style: 'questioning', steer: 'shorter' });
  }

  async function vouch({ id }: Subject): Promise<void> {
    const comments = await get<{ id: number; analysis: CommentAnalysis }[]>('/api/comments');
    const [sentence] = comments.find((comment) => comment.id === id)?.analysis.sentences ?? [];
    await send('POST', `/api/comments/${id}/vouch`, { sentence: sentence?.text });
  }

  const nothing = async () => undefined;

  it.each<[string, (of: Subject) => Promise<unknown>, (of: Subject) => Promise<void>]>([
    ['editing its text', nothing, ({ id }) => patch(id, { content: 'Another text, kept.', revision: 1 })],
    ['vouching for a sentence', regenerate, vouch],
    ['approving it', nothing, ({ id }) => patch(id, { status: 'approved' })],
    ['rejecting it', nothing, ({ id }) => patch(id, { status: 'rejected' })],
    ['scheduling it', nothing, schedule],
    [
      'unscheduling it',
      schedule,
      ({ itemId }) => send('PATCH', `/api/queue/${itemId}`, { scheduledFor: null, autoPost: false }),
    ],
    ['removing it from the queue', nothing, ({ itemId }) => send('DELETE', `/api/queue/${itemId}`)],
    [
      'adding it to the queue',
      ({ itemId }) => send('DELETE', `/api/queue/${itemId}`),
      ({ id }) => send('POST', '/api/queue', { commentId: id }),
    ],
    [
      'Post Now',
      ({ id }) => patch(id, { status: 'approved' }),
      ({ id }) => send('POST', `/api/comments/${id}/post`),
    ],
    [
      'the posting loop',
      schedule,
      async () => {
        test.app.clock.advance(2 * hour);
        await test.app.context.services.loop.tick();
      },
    ],
    [
      'a failed post',
      async ({ id }) => {
        await patch(id, { status: 'approved' });
        test.app.sandbox.admin.fault({
          match: { method: 'POST', path: '/youtube/v3/commentThreads' },
          fault: { kind: 'status', reason: 'commentsDisabled' },
        });
      },
      async ({ id }) => void (await test.me.post(`/api/comments/${id}/post`)),
    ],
    ['redrafting it', nothing, regenerate],
    [
      'picking an alternative',
      steer,
      ({ id }) => send('POST', `/api/comments/${id}/pick`, { alternative: 0 }),
    ],
  ])('name only the comment that was changed by %s (rule 10.5)', async (_, arrange, act) => {
    await test.queued();
    const { comment, item } = await test.queued();
    const subject = { id: comment.id, itemId: item.id };
    await test.queued();
    await arrange(subject);
    const { changed, told } = await changedBy(() => act(subject));
    expect(changed).toEqual(new Set([comment.id]));
    expect(told.comments).toEqual(changed);
    expect(told.resources).not.toContain('comments');
    expect(told.resources).not.toContain('queue');
  });

  it.each<[string, (videoId: number) => Promise<void>]>([
    [
      'drafting one video',
      (videoId) => send('POST', '/api/comments/generate', { videoId, style: 'insightful' }),
    ],
    [
      'a bulk generation',
      (videoId) =>
        send('POST', '/api/comments/generate-bulk', {
          videoIds: [videoId],
          style: 'insightful',
          addToQueue: true,
        }),
    ],
  ])('name the new comment and its video after %s (rule 10.5)', async (_, act) => {
    await test.queued();
    const { videos } = await get<VideoSearchResponse>('/api/videos/search?q=kubernetes');
    const video = videos.find(({ commentsOff, generatedComment }) => !commentsOff && !generatedComment);
    const { changed, told } = await changedBy(() => act(video?.id ?? 0));
    expect(changed.size).toBe(1);
    expect(told.comments).toEqual(changed);
    expect(told.videos).toEqual(new Set([video?.id]));
  });
});
