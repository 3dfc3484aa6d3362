import { describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from '../../testing/sandbox/test-sandbox.ts';
import { tempDir } from '../../testing/temp-dir.ts';

const HALF_AN_HOUR = 1_800_000;

const moderate = ({ ask }: TestSandbox, json: object) => ask('/sandbox/moderation', { method: 'PUT', json });

/** Which of the comments each way of reading finds, as 1 or 0. */
async function readers(setup: TestSandbox, videoId: string, ids: readonly string[], owner: string) {
  const found = async (path: string, token?: string) => {
    const { body } = await setup.youtube(path, token ? { token } : {});
    const seen = new Set(body.items.map(({ id }: { id: string }) => id));
    return ids.map((id) => Number(seen.has(id))).join('');
  };
  const list = `/commentThreads?part=id&videoId=${videoId}&order=time&maxResults=100`;
  const threads = `/commentThreads?part=id&id=${ids.join()}`;
  const comments = `/comments?part=id&id=${ids.join()}`;
  return {
    strangers: [await found(list), await found(threads), await found(comments)],
    owner: [await found(list, owner), await found(threads, owner), await found(comments, owner)],
  };
}

async function fiveFates(setup: TestSandbox) {
  const video = setup.openVideo();
  const owner = setup.token();
  await moderate(setup, { fates: 'in-turn' });
  const ids: string[] = [];
  for (const name of ['public', 'held', 'held then published', 'removed', 'shadow-hidden']) {
    const { status, body } = await setup.comment(video, `A ${name} remark`, owner);
    expect([status, body.snippet.isPublic]).toEqual([200, true]);
    ids.push(body.id);
  }
  return { video, owner, ids };
}

describe('five fates in turn', () => {
  it('differ for strangers and for the owner, and with time', async () => {
    const setup = await testSandbox();
    const { video, owner, ids } = await fiveFates(setup);
    expect(await readers(setup, video.id, ids, owner)).toEqual({
      strangers: ['10010', '10010', '10010'],
      owner: ['10011', '11111', '11111'],
    });
    setup.clock.advance(HALF_AN_HOUR);
    const later = { strangers: ['10100', '10100', '10100'], owner: ['10101', '11101', '11101'] };
    expect(await readers(setup, video.id, ids, owner)).toEqual(later);
    setup.clock.advance(30 * 86_400_000);
    // The first token has expired.
    expect(await readers(setup, video.id, ids, setup.token())).toEqual(later);
    expect((await readers(setup, video.id, ids, setup.token('brand'))).owner).toEqual(later.strangers);
  });

  it('leak through reads by id alone, where ordered', async () => {
    const setup = await testSandbox();
    const { video, owner, ids } = await fiveFates(setup);
    await moderate(setup, { leaksHeld: true });
    setup.clock.advance(HALF_AN_HOUR);
    const { strangers } = await readers(setup, video.id, ids, owner);
    expect(strangers).toEqual(['10100', '11101', '11101']);
    const { body } = await setup.youtube(`/commentThreads?part=snippet&id=${ids[1]}`);
    expect(body.items[0].snippet.isPublic).toBe(true);
  });

  it('go on over a restart', async () => {
    const dataDir = tempDir();
    const first = await testSandbox({ dataDir });
    await fiveFates(first);
    await first.comment(first.openVideo(), 'The first of the next five', first.token());
    await first.sandbox.close();
    const second = await testSandbox({ dataDir });
    await second.comment(second.openVideo(), 'The held one of the next five', second.token());
    expect(second.sandbox.admin.comments().at(-1)?.state).toBe('heldForReview');
  });

  it('are refused as an order that nobody knows', async () => {
    const setup = await testSandbox();
    expect((await moderate(setup, { fates: 'at-random' })).status).toBe(400);
  });
});

it('a word in the text decides, too', async () => {
  const { comment, openVideo, token, sandbox, clock } = await testSandbox();
  const states = () => sandbox.admin.comments().map(({ state }) => state);
  await comment(openVideo(), 'I made the same mistake on my channel.', token());
  await comment(openVideo(), 'sub4sub?', token());
  expect(states()).toEqual(['heldForReview', 'shadowHidden']);
  clock.advance(HALF_AN_HOUR);
  expect(states()).toEqual(['published', 'shadowHidden']);
});

describe('a video', () => {
  const reasonOf = (body: { error: { errors: { reason: string }[] } }) => body.error.errors[0]?.reason;

  it.each([
    ['closes its comments', { commentsOff: true }, 403, 'commentsDisabled'],
    ['vanishes', { isGone: true }, 404, 'videoNotFound'],
  ])('%s later: its comments are out of reach for all', async (_, change, status, reason) => {
    const { youtube, ask, comment, openVideo, token } = await testSandbox();
    const video = openVideo();
    const owner = token();
    const { id } = (await comment(video, 'hello', owner)).body;
    const changed = await ask(`/sandbox/videos/${video.id}`, { method: 'PUT', json: change });
    expect(changed.status).toBe(204);
    const list = await youtube(`/commentThreads?part=id&videoId=${video.id}`);
    expect([list.status, reasonOf(list.body)]).toEqual([status, reason]);
    const again = await comment(video, 'again', owner);
    expect([again.status, reasonOf(again.body)]).toEqual([status, reason]);
    expect((await youtube(`/comments?part=id&id=${id}`, { token: owner })).body.items).toEqual([]);
    const { body } = await youtube(`/videos?part=statistics&id=${video.id}`);
    expect(body.items.filter((item: { statistics: object }) => 'commentCount' in item.statistics)).toEqual(
      [],
    );

    const back = { commentsOff: false, isGone: false };
    await ask(`/sandbox/videos/${video.id}`, { method: 'PUT', json: back });
    expect((await youtube(`/comments?part=id&id=${id}`)).body.items).toHaveLength(1);
  });

  it('is 404 if there never was one', async () => {
    const { ask } = await testSandbox();
    expect((await ask('/sandbox/videos/nothing', { method: 'PUT', json: {} })).status).toBe(404);
  });
});
