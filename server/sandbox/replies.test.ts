import { describe, expect, it } from 'vitest';
import nastyReplies from '../testing/fixtures/nasty-replies.json' with { type: 'json' };
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts';
import { createContentCatalogue } from './content/catalogue.ts';
import { loadContent } from './content/content.ts';
import type { SandboxOptions } from './sandbox.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Reply {
  id: string;
  snippet: {
    textDisplay: string;
    authorDisplayName: string;
    authorChannelId?: { value: string };
    parentId: string;
    publishedAt: string;
  };
}

async function withComment(options: Partial<SandboxOptions> = {}) {
  const setup = await testSandbox(options);
  const video = setup.openVideo();
  const owner = setup.token();
  const { id } = (await setup.comment(video, 'A remark', owner)).body as { id: string };
  const order = (json: object) => setup.ask(`/sandbox/comments/${id}/replies`, { json });
  const thread = async () =>
    (
      await setup.youtube(
        `/commentThreads?part=snippet,replies&textFormat=plainText&id=${id}`,
      )
    ).body.items[0];
  return { ...setup, video, owner, id, order, thread };
}

async function allReplies({ youtube }: TestSandbox, parentId: string) {
  const pages: Reply[][] = [];
  let token = '';
  do {
    const page = `maxResults=100&textFormat=plainText${token && `&pageToken=${token}`}`;
    const { body } = await youtube(`/comments?part=snippet&parentId=${parentId}&${page}`);
    pages.push(body.items);
    token = body.nextPageToken ?? '';
  } while (token);
  return { pages: pages.map(({ length }) => length), replies: pages.flat() };
}

describe('strangers in the sandbox', () => {
  it('give public comments more likes over time, but no replies unless ordered', async () => {
    const setup = await testSandbox();
    const owner = setup.token();
    for (let index = 0; index < 12; index += 1)
      await setup.comment(setup.openVideo(), `No. ${index}`, owner);
    await setup.comment(setup.openVideo(), 'Held!!!!!', owner);
    const figures = () =>
      setup.sandbox.admin.comments().map(({ likes, replies }) => ({ likes, replies }));
    const sum = () => figures().reduce((total, { likes }) => total + likes, 0);
    expect(sum()).toBe(0);
    setup.clock.advance(10 * MINUTE);
    const soon = sum();
    setup.clock.advance(30 * DAY);
    expect(soon).toBeGreaterThan(0);
    expect(sum()).toBeGreaterThan(soon);
    expect(figures().at(-1)).toEqual({ likes: 0, replies: 0 });
    expect(figures().every(({ replies }) => replies === 0)).toBe(true);
  });

  it('post the video’s prepared reply within ten minutes when the sandbox has an audience', async () => {
    const setup = await testSandbox({
      hasAudience: true,
      catalogue: createContentCatalogue,
    });
    const answered = loadContent().videos.find(
      ({ reply, ageDays }) => reply && ageDays > 1,
    );
    const video = setup.sandbox.admin
      .videos()
      .find(({ title }) => title === answered?.title);
    if (!answered?.reply || !video) throw new Error('No prepared reply was found.');
    const { id } = (await setup.comment(video, 'Any words', setup.token())).body;
    const replies = () =>
      allReplies(setup, id).then((all) => all.replies.map(({ snippet }) => snippet));
    expect(await replies()).toEqual([]);
    setup.clock.advance(10 * MINUTE);
    expect(await replies()).toMatchObject([
      { textDisplay: answered.reply.text, authorDisplayName: answered.reply.by },
    ]);
  });

  it('post no reply when the video has no prepared one', async () => {
    const setup = await testSandbox({
      hasAudience: true,
      catalogue: createContentCatalogue,
    });
    const silent = loadContent().videos.find(
      ({ reply, ageDays }) => !reply && ageDays > 1,
    );
    const video = setup.sandbox.admin
      .videos()
      .find(({ title }) => title === silent?.title);
    if (!video) throw new Error('Every video has a prepared reply.');
    const { id } = (await setup.comment(video, 'Any words', setup.token())).body;
    setup.clock.advance(DAY);
    expect((await allReplies(setup, id)).replies).toEqual([]);
  });

  it('post 250 ordered replies, listed once each on three pages, some from deleted accounts', async () => {
    const setup = await withComment();
    const { id, order, thread, video } = setup;
    const { status, body } = await order({
      count: 250,
      text: ['Thanks for this.', ...nastyReplies.texts],
    });
    expect(status).toBe(201);
    const { pages, replies } = await allReplies(setup, id);
    expect(pages).toEqual([100, 100, 50]);
    expect(replies.map((reply) => reply.id).sort()).toEqual([...body.ids].sort());
    expect(new Set(body.ids).size).toBe(250);
    for (const reply of replies) {
      expect(reply.id.startsWith(`${id}.`)).toBe(true);
      expect(reply.snippet.parentId).toBe(id);
    }
    const deleted = replies.filter(({ snippet }) => !snippet.authorChannelId);
    expect(deleted.length).toBeGreaterThan(5);
    for (const { snippet } of deleted) expect(snippet.authorDisplayName).toBe('');
    const named = replies.filter(({ snippet }) => snippet.authorChannelId);
    for (const { snippet } of named) expect(snippet.authorDisplayName).toMatch(/^@/);
    const ofTheChannel = replies.filter(
      ({ snippet }) => snippet.authorChannelId?.value === video.channelId,
    );
    expect(ofTheChannel).toHaveLength(25);
    const texts = replies.map(({ snippet }) => snippet.textDisplay).join('\n');
    for (const nasty of nastyReplies.texts) expect(texts).toContain(nasty);

    const { snippet, replies: some } = await thread();
    expect([snippet.totalReplyCount, some.comments.length]).toEqual([250, 5]);
    expect(setup.sandbox.admin.comments()[0]?.replies).toBe(250);
  });

  it('post ordered replies at the given intervals, listed in no order of time', async () => {
    const setup = await withComment();
    const { id, order, clock } = setup;
    await order({ count: 30, afterSeconds: 600, everySeconds: 60 });
    await order({ text: 'One more', by: 'stranger' });
    expect((await allReplies(setup, id)).replies).toHaveLength(1);
    clock.advance(10 * MINUTE);
    expect((await allReplies(setup, id)).replies).toHaveLength(2);
    clock.advance(DAY);
    const times = (await allReplies(setup, id)).replies.map(
      ({ snippet }) => snippet.publishedAt,
    );
    expect(times).toHaveLength(31);
    expect(times).not.toEqual([...times].sort());
    expect(times).not.toEqual([...times].sort().reverse());
  });

  it('do not see a held comment, nor a deleted one with its replies', async () => {
    const { youtube, order, id, owner, sandbox } = await withComment();
    const [reply] = (await order({ count: 2 })).body.ids;
    sandbox.admin.setCommentState(id, 'heldForReview');
    const byParent = `/comments?part=id&parentId=${id}`;
    expect((await youtube(byParent)).body.error.errors[0].reason).toBe('commentNotFound');
    expect((await youtube(byParent, { token: owner })).body.items).toEqual([]);
    sandbox.admin.setCommentState(id, 'published');
    expect((await youtube(byParent)).body.items).toHaveLength(2);
    sandbox.admin.setCommentState(id, 'deleted');
    expect((await youtube(byParent, { token: owner })).status).toBe(404);
    expect((await youtube(`/comments?part=id&id=${reply}`)).body.items).toEqual([]);
  });
});

it('sandbox refuses an answer under a held or deleted comment', async () => {
  const { id, owner: token, sandbox, youtube } = await withComment();
  const json = { snippet: { parentId: id, textOriginal: 'Hi' } };
  const reasonNow = async () =>
    (await youtube('/comments?part=snippet', { token, json })).body.error.errors[0]
      .reason;
  sandbox.admin.setCommentState(id, 'heldForReview');
  expect(await reasonNow()).toBe('parentCommentIsPrivate');
  sandbox.admin.setCommentState(id, 'deleted');
  expect(await reasonNow()).toBe('parentCommentNotFound');
});

const HALF_AN_HOUR = 1_800_000;

it('sandbox decides a comment’s state from words in its text', async () => {
  const { comment, openVideo, token, sandbox, clock } = await testSandbox();
  const texts = [
    'Wow!!!!!',
    'See www.spam.example',
    'As on my channel.',
    'sub4sub?',
    'No clickbait.',
    'Hm!',
  ];
  for (const text of texts) await comment(openVideo(), text, token());
  const states = () => sandbox.admin.comments().map(({ state }) => state);
  const lasting = ['heldForReview', 'likelySpam'];
  expect(states()).toEqual([
    ...lasting,
    'heldForReview',
    'shadowHidden',
    'published',
    'published',
  ]);
  clock.advance(HALF_AN_HOUR);
  expect(states()).toEqual([
    ...lasting,
    'published',
    'shadowHidden',
    'deleted',
    'published',
  ]);
});
