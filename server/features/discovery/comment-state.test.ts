import { beforeEach, describe, expect, it } from 'vitest';
import {
  commentedChannelsSchema,
  commentStatesSchema,
  type FoundVideo,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import type { Changes } from '../../core/events.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const minute = 60_000;
const day = 1_440 * minute;
const announced: Changes[] = [];

beforeEach(() => {
  announced.length = 0;
  test.app.context.events.subscribe((changes) => void announced.push(changes));
});

const send = async (method: string, path: string, body?: object) => {
  const answer = await test.me.send(path, { method, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.ok).toBe(true);
  return answer;
};
const searches = () =>
  test.app.sandbox.admin.requests().filter(({ path }) => path.endsWith('/search')).length;

async function found(): Promise<FoundVideo> {
  const answer = await test.me.get('/api/videos/search?q=kubernetes');
  const { videos } = videoSearchResponseSchema.parse(await answer.json());
  const video = videos.find(({ commentsOff }) => !commentsOff);
  if (!video) throw new Error('No video was found.');
  return video;
}

async function stateOf(videoId: number) {
  const answer = await test.me.get(`/api/videos/comment-states?ids=${videoId}`);
  const [state] = commentStatesSchema.parse(await answer.json());
  return state;
}

/** Waits for the event that makes a page ask again. */
async function seen(videoId: number) {
  const state = await stateOf(videoId);
  const commentId = state?.generatedComment?.id ?? 0;
  await expect
    .poll(() => announced.some(({ comments, videos }) => comments.has(commentId) || videos.has(videoId)))
    .toBe(true);
  announced.length = 0;
  return [state?.commentStatus?.status, state?.inQueue, state?.commentStatus?.isScheduled];
}

async function drafted(videoId: number): Promise<number> {
  await send('POST', '/api/comments/generate', { videoId, style: 'insightful' });
  return (await stateOf(videoId))?.generatedComment?.id ?? 0;
}

async function queueItemOf(commentId: number): Promise<number> {
  return (await test.queuedItem(commentId))?.id ?? 0;
}

describe('the state of a found video’s comment (rule 4.3)', () => {
  it('follows drafting, queueing, rejection and removal', async () => {
    const { id } = await found();
    expect(await stateOf(id)).toEqual({
      videoId: id,
      generatedComment: null,
      inQueue: false,
      commentStatus: null,
      withdrawnAt: null,
    });
    const commentId = await drafted(id);
    expect(await seen(id)).toEqual(['pending', false, false]);
    await send('POST', '/api/queue', { commentId });
    expect(await seen(id)).toEqual(['pending', true, false]);
    await send('PATCH', `/api/comments/${commentId}`, { status: 'rejected' });
    expect(await seen(id)).toEqual(['rejected', true, false]);
    await send('PATCH', `/api/comments/${commentId}`, { status: 'pending' });
    await send('DELETE', `/api/queue/${await queueItemOf(commentId)}`);
    expect(await seen(id)).toEqual(['pending', false, false]);
  });

  it('follows bulk generation, approval and Post Now', async () => {
    const { id } = await found();
    await send('POST', '/api/comments/generate-bulk', {
      videoIds: [id],
      style: 'insightful',
      addToQueue: true,
    });
    expect(await seen(id)).toEqual(['pending', true, false]);
    const commentId = (await stateOf(id))?.generatedComment?.id;
    await send('PATCH', `/api/comments/${commentId}`, { status: 'approved' });
    expect(await seen(id)).toEqual(['approved', true, false]);
    await send('POST', `/api/comments/${commentId}/post`);
    expect(await seen(id)).toEqual(['posted', false, false]);
    expect((await stateOf(id))?.commentStatus?.postedAt).toBe(test.now().toISOString());
  });

  it('follows the schedule and the posting loop, without another search', async () => {
    const { id } = await found();
    const commentId = await drafted(id);
    await send('POST', '/api/queue', { commentId });
    await send('PATCH', `/api/comments/${commentId}`, { status: 'approved' });
    const scheduledFor = test.later(10 * minute).toISOString();
    await send('PATCH', `/api/queue/${await queueItemOf(commentId)}`, { scheduledFor, autoPost: true });
    expect(await seen(id)).toEqual(['approved', true, true]);
    expect((await stateOf(id))?.commentStatus?.scheduledFor).toBe(scheduledFor);
    test.app.clock.advance(10 * minute);
    await test.app.context.services.loop.tick();
    expect(await seen(id)).toEqual(['posted', false, false]);
    expect(searches()).toBe(1);
  });

  it('is Withdrawn after a withdrawal, and the video, its channel and the text are free (rule 13.15)', async () => {
    await send('PUT', '/api/user-settings', { autoQueueEnabled: true, channelCooldownHours: 24 });
    const { id } = await found();
    const post = async (commentId: number) => {
      await send('POST', '/api/queue', { commentId });
      await send('PATCH', `/api/comments/${commentId}`, { content: 'The same words.' });
      await send('PATCH', `/api/comments/${commentId}`, { status: 'approved' });
      await send('POST', `/api/comments/${commentId}/post`);
    };
    const first = await drafted(id);
    await post(first);
    await send('POST', `/api/comments/${first}/withdraw`, { revision: (await test.stored(first)).revision });
    const free = { videoId: id, generatedComment: null, inQueue: false, commentStatus: null };
    expect(await stateOf(id)).toEqual({ ...free, withdrawnAt: test.now().toISOString() });
    expect(await (await test.me.get('/api/channels/commented')).json()).toEqual([]);

    const second = await drafted(id);
    expect(second).not.toBe(first);
    await post(second);
    expect(await stateOf(id)).toMatchObject({ commentStatus: { status: 'posted' }, withdrawnAt: null });
    const history = await (await test.me.get('/api/comments?fields=ids')).json();
    expect(history).toMatchObject([{ id: second }, { id: first }]);
  });

  it('follows a failure', async () => {
    const { id } = await found();
    const commentId = await drafted(id);
    await send('POST', '/api/queue', { commentId });
    await send('PATCH', `/api/comments/${commentId}`, { status: 'approved' });
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'status', reason: 'commentsDisabled' },
    });
    await test.me.post(`/api/comments/${commentId}/post`);
    expect(await seen(id)).toEqual(['failed', true, false]);
  });

  it('comes for many videos at once, in the order of the ids', async () => {
    const first = await test.comment({ status: 'approved' });
    const second = await test.queued();
    const ids = [second.comment.videoId, 999_999, first.videoId];
    const answer = await test.me.get(`/api/videos/comment-states?ids=${ids}`);
    const states = commentStatesSchema.parse(await answer.json());
    expect(states.map(({ videoId, commentStatus }) => [videoId, commentStatus?.status])).toEqual([
      [second.comment.videoId, 'pending'],
      [999_999, undefined],
      [first.videoId, 'approved'],
    ]);
  });

  it('rejects malformed, missing and too many ids (rule 5.7)', async () => {
    for (const query of ['', '?ids=', '?ids=a', '?ids=1,,2', '?ids=0', `?ids=${'1,'.repeat(250)}1`]) {
      await expectProblem(await test.me.get(`/api/videos/comment-states${query}`), 400, 'invalid_request');
    }
  });
});

describe('channels posted on in the last seven days', () => {
  const channels = async () =>
    commentedChannelsSchema.parse(await (await test.me.get('/api/channels/commented')).json());
  const at = (days: number) => test.later(-days * day);

  it('are listed once each, with the last post (rule 2.9)', async () => {
    await makePostAttempt(test.db, { state: 'posted', channelId: 'UCone', startedAt: at(6.9) });
    await makePostAttempt(test.db, { state: 'posted', channelId: 'UCone', startedAt: at(3) });
    await makePostAttempt(test.db, { state: 'posted', channelId: 'UCtwo', startedAt: at(1) });
    await makePostAttempt(test.db, { state: 'posted', channelId: 'UCold', startedAt: at(7.1) });
    await makePostAttempt(test.db, { state: 'failed', channelId: 'UCfailed', startedAt: at(1) });
    await makePostAttempt(test.db, { state: 'sending', channelId: 'UCsending', startedAt: at(0) });
    expect(await channels()).toEqual([
      { channelId: 'UCone', postedAt: at(3).toISOString() },
      { channelId: 'UCtwo', postedAt: at(1).toISOString() },
    ]);
  });

  it('include one just posted on by hand', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    await send('POST', `/api/comments/${comment.id}/post`);
    const { video } = await test.stored(comment.id);
    expect(await channels()).toEqual([{ channelId: video.channelId, postedAt: test.now().toISOString() }]);
  });
});
