import { beforeEach, describe, expect, it } from 'vitest';
import type {
  Comment,
  CommentAnalysis,
  QueueItem,
} from '#shared/contracts/comment-detail.ts';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import type { WorkEntry } from '#shared/contracts/work.ts';
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
    const answer = await test.me.send(path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
  }

  /** Returns what both lists show for each comment, as JSON by comment id. */
  async function rows(): Promise<Map<number, string>> {
    const comments = await get<Comment[]>('/api/comments');
    const queue = await get<QueueItem[]>('/api/queue');
    return new Map(
      comments.map((comment) => [
        comment.id,
        JSON.stringify([
          comment,
          queue.find(({ commentId }) => commentId === comment.id),
        ]),
      ]),
    );
  }

  async function changedBy(
    act: () => Promise<unknown>,
  ): Promise<{ changed: Set<number>; told: Changes }> {
    const before = await rows();
    told = noChanges();
    await act();
    const after = await rows();
    await new Promise((resolve) => setImmediate(resolve));
    const ids = [...after.keys(), ...before.keys()];
    return {
      changed: new Set(ids.filter((id) => before.get(id) !== after.get(id))),
      told,
    };
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
    await send('POST', `/api/comments/${id}/regenerate`, {
      style: 'questioning',
      steer: 'shorter',
    });
  }

  async function vouch({ id }: Subject): Promise<void> {
    const comments =
      await get<{ id: number; analysis: CommentAnalysis }[]>('/api/comments');
    const [sentence] =
      comments.find((comment) => comment.id === id)?.analysis.sentences ?? [];
    await send('POST', `/api/comments/${id}/vouch`, { sentence: sentence?.text });
  }

  const hideAnswerOfYouTube = () =>
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'accept-then-hang-up' },
    });

  const isLate = async () => {
    test.app.clock.advance(2 * hour);
    await test.app.context.services.loop.tick();
  };

  async function stepOf(sent: Promise<Response>): Promise<string> {
    return (await sent).headers.get('X-Step') ?? '';
  }

  interface Way {
    name: string;
    arrange?: (of: Subject) => Promise<unknown>;
    act: (of: Subject) => Promise<unknown>;
    /**
     * Whether the revision grows, after which a change to what was seen before is
     * refused.
     */
    revision: 'grows' | 'stays';
  }

  const ways: Way[] = [
    {
      name: 'editing its text',
      act: ({ id }) => patch(id, { content: 'Another text, kept.', revision: 1 }),
      revision: 'grows',
    },
    {
      name: 'vouching for a sentence',
      arrange: regenerate,
      act: vouch,
      revision: 'grows',
    },
    {
      name: 'approving it',
      act: ({ id }) => patch(id, { status: 'approved' }),
      revision: 'grows',
    },
    {
      name: 'rejecting it',
      act: ({ id }) => patch(id, { status: 'rejected' }),
      revision: 'grows',
    },
    {
      name: 'sending it back to review',
      arrange: ({ id }) => patch(id, { status: 'rejected' }),
      act: ({ id }) => patch(id, { status: 'pending' }),
      revision: 'grows',
    },
    {
      name: 'scheduling it',
      arrange: ({ id }) => patch(id, { status: 'approved' }),
      act: ({ itemId }) =>
        send('PATCH', `/api/queue/${itemId}`, {
          scheduledFor: test.later(hour).toISOString(),
          autoPost: true,
        }),
      revision: 'stays',
    },
    {
      name: 'approving and scheduling it',
      act: ({ id }) =>
        send('POST', `/api/comments/${id}/schedule`, {
          revision: 1,
          scheduledFor: test.later(hour).toISOString(),
        }),
      revision: 'grows',
    },
    {
      name: 'unscheduling it',
      arrange: schedule,
      act: ({ itemId }) =>
        send('PATCH', `/api/queue/${itemId}`, { scheduledFor: null, autoPost: false }),
      revision: 'stays',
    },
    {
      name: 'changing its priority',
      act: ({ id }) => send('POST', '/api/queue', { commentId: id, priority: 3 }),
      revision: 'stays',
    },
    {
      name: 'switching on auto-post',
      act: ({ id }) => send('POST', '/api/queue', { commentId: id, autoPost: true }),
      revision: 'stays',
    },
    {
      name: 'removing it from the queue',
      act: ({ itemId }) => send('DELETE', `/api/queue/${itemId}`),
      revision: 'stays',
    },
    {
      name: 'adding it to the queue',
      arrange: ({ itemId }) => send('DELETE', `/api/queue/${itemId}`),
      act: ({ id }) => send('POST', '/api/queue', { commentId: id }),
      revision: 'stays',
    },
    {
      name: 'undoing a step',
      act: async ({ id }) => {
        const step = await stepOf(
          test.me.patch(`/api/comments/${id}`, { status: 'rejected' }),
        );
        await send('POST', '/api/steps/undo', { ids: [step] });
      },
      revision: 'grows',
    },
    {
      name: 'marking it as an example',
      arrange: ({ id }) => patch(id, { status: 'approved' }),
      act: ({ id }) => send('POST', `/api/comments/${id}/example`, { isExample: true }),
      revision: 'stays',
    },
    {
      name: 'Post Now',
      arrange: ({ id }) => patch(id, { status: 'approved' }),
      act: ({ id }) => send('POST', `/api/comments/${id}/post`),
      revision: 'grows',
    },
    { name: 'the posting loop', arrange: schedule, act: isLate, revision: 'grows' },
    {
      name: 'a reason to wait',
      arrange: async (of) => {
        await schedule(of);
        await test.app.context.services.voice.updateSettings({
          autoQueueEnabled: true,
          dailyCap: 1,
        });
        const { comment } = await test.queued({ status: 'approved' });
        await send('POST', `/api/comments/${comment.id}/post`);
      },
      act: isLate,
      revision: 'stays',
    },
    {
      name: 'a time that was missed by more than a day',
      arrange: schedule,
      act: async () => {
        await test.app.context.services.loop.tick();
        test.app.clock.advance(30 * hour);
        await test.app.context.services.loop.tick();
      },
      revision: 'grows',
    },
    {
      name: 'a failed post',
      arrange: async ({ id }) => {
        await patch(id, { status: 'approved' });
        test.app.sandbox.admin.fault({
          match: { method: 'POST', path: '/youtube/v3/commentThreads' },
          fault: { kind: 'status', reason: 'commentsDisabled' },
        });
      },
      act: ({ id }) => test.me.post(`/api/comments/${id}/post`),
      revision: 'grows',
    },
    {
      name: 'a post without an answer',
      arrange: async ({ id }) => {
        await patch(id, { status: 'approved' });
        hideAnswerOfYouTube();
      },
      act: ({ id }) => test.me.post(`/api/comments/${id}/post`),
      revision: 'stays',
    },
    {
      name: 'the check of such a post',
      arrange: async ({ id }) => {
        await patch(id, { status: 'approved' });
        hideAnswerOfYouTube();
        await test.me.post(`/api/comments/${id}/post`);
      },
      act: async () => {
        test.app.clock.advance(hour);
        await test.app.context.services.confirmer.checkDue();
      },
      revision: 'grows',
    },
    { name: 'drafting it again', act: regenerate, revision: 'grows' },
    {
      name: 'picking another draft',
      arrange: steer,
      act: ({ id }) => send('POST', `/api/comments/${id}/pick`, { alternative: 0 }),
      revision: 'grows',
    },
    {
      name: 'reading an edited text again',
      arrange: async (of) => {
        await regenerate(of);
        await patch(of.id, { content: 'Another text, kept.' });
      },
      act: ({ id }) => send('POST', `/api/comments/${id}/read`, {}),
      revision: 'stays',
    },
  ];

  async function subjectAmongOthers(): Promise<Subject> {
    await test.queued();
    const { comment, item } = await test.queued();
    await test.queued();
    return { id: comment.id, itemId: item.id };
  }

  it.each(ways)(
    'name the one comment that changed after $name (rule 10.5)',
    async ({ arrange, act }) => {
      const subject = await subjectAmongOthers();
      await arrange?.(subject);
      const { changed, told } = await changedBy(() => act(subject));
      expect(changed).toEqual(new Set([subject.id]));
      expect(told.comments).toEqual(changed);
      expect(told.resources).not.toContain('comments');
      expect(told.resources).not.toContain('queue');
    },
  );

  const entries = async () =>
    new Map(
      (await get<WorkEntry[]>('/api/queue/index')).map((entry) => [entry.id, entry]),
    );
  const revisionOf = async (id: number) =>
    (await get<Comment>(`/api/comments/${id}`)).revision;

  it.each(ways)(
    'the stamp differs and the revision $revision after $name (rules 3.3, 3.14)',
    async (way) => {
      const subject = await subjectAmongOthers();
      await way.arrange?.(subject);
      const stampsBefore = await entries();
      const revisionBefore = await revisionOf(subject.id);
      await way.act(subject);
      const stampsAfter = await entries();
      const stamped = [...stampsBefore.keys()].filter(
        (id) => stampsBefore.get(id)?.stamp !== stampsAfter.get(id)?.stamp,
      );
      expect(stamped).toEqual([subject.id]);
      const revision =
        (await revisionOf(subject.id)) > revisionBefore ? 'grows' : 'stays';
      expect(revision).toBe(way.revision);
    },
  );

  it.each<[string, (videoId: number) => Promise<void>]>([
    [
      'drafting one video',
      (videoId) =>
        send('POST', '/api/comments/generate', { videoId, style: 'insightful' }),
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
    const video = videos.find(
      ({ commentsOff, generatedComment }) => !commentsOff && !generatedComment,
    );
    const { changed, told } = await changedBy(() => act(video?.id ?? 0));
    expect(changed.size).toBe(1);
    expect(told.comments).toEqual(changed);
    expect(told.videos).toEqual(new Set([video?.id]));
  });
});
