import { isNotNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { comments, draftRecords, queueItems, replies, videos } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { draftEvents, seenDraft } from '../../testing/drafting-app.ts';
import { makeComment, makeReply } from '../../testing/factories.ts';
import { createVoiceRepository } from '../voice/profiles.repository.ts';

const test = reviewApp({}, 'once, emptied');

const mine = 'Readiness probes that call the database take every pod down at once.';
const question = 'How do you tell a slow start from a hang without calling the database?';

async function replied(values: Partial<typeof replies.$inferInsert> = {}) {
  const comment = await test.comment({
    status: 'posted',
    content: mine,
    postedAt: test.now(),
    youtubeCommentId: 'Ugmine',
  });
  const reply = await makeReply(test.db, {
    commentId: comment.id,
    text: question,
    ...values,
  });
  return { comment, reply };
}

const draft = (replyId: number) => test.me.post(`/api/replies/${replyId}/draft`);

async function drafted(replyId: number): Promise<Comment> {
  const answer = await draft(replyId);
  expect(answer.status).toBe(201);
  return commentSchema.parse(await answer.json());
}

const answersIn = () =>
  test.db.select().from(comments).where(isNotNull(comments.replyId));

const chat = '/v1/chat/completions';
const calls = () => test.app.sandbox.admin.requests().filter(({ path }) => path === chat);

function asked() {
  return calls()
    .map(({ body }) => {
      const { messages } = body as { messages: { content: string }[] };
      const [system = '', user = ''] = messages.map(({ content }) => content);
      return { system, user };
    })
    .filter(({ system }) => system.startsWith('You write'));
}

/** Everything outside the fences is our own text. */
const fences = /⟦YOUTUBE DATA⟧([\s\S]*?)⟦END OF YOUTUBE DATA⟧/g;
const outside = (user: string) => user.replace(fences, '…');
const inside = (user: string) =>
  [...user.matchAll(fences)].map(([, text = '']) => text).join('\n');

describe('drafting an answer (rule 13.11)', () => {
  it('tells the model about a picture that it cannot see', async () => {
    const { reply } = await replied({ text: '', hasPicture: true });
    await drafted(reply.id);
    const [request] = asked();
    expect(inside(request?.user ?? '')).toContain(
      'The reply to answer, with a picture, by',
    );
    expect(`${request?.system}${outside(request?.user ?? '')}`).toContain(
      'a picture that you cannot see',
    );
  });

  it('creates a pending comment in the review queue, with the reply that it answers', async () => {
    const { comment, reply } = await replied();
    const answer = await drafted(reply.id);
    expect(answer).toMatchObject({
      videoId: comment.videoId,
      status: 'pending',
      inQueue: true,
      answers: { replyId: reply.id, authorName: reply.authorName, text: question },
      analysis: { platformCompliance: true },
    });
    expect(await test.queuedItem(answer.id)).toMatchObject({
      autoPost: false,
      scheduledFor: null,
    });
    expect(await test.db.$count(draftRecords)).toBe(1);
  });

  it('sends the model the thread inside the fence, and asks for the language of the reply (rule 6.8)', async () => {
    const { comment, reply } = await replied({ authorName: '@mirelles' });
    const at = (minutes: number) =>
      new Date(reply.publishedAt.getTime() + minutes * 60_000);
    const { id: commentId, videoId } = comment;
    await makeReply(test.db, { commentId, text: 'Later than it.', publishedAt: at(5) });
    const first = await makeReply(test.db, {
      commentId,
      text: 'Thanks for this.',
      publishedAt: at(-9),
    });
    await makeComment(test.db, {
      videoId,
      replyId: first.id,
      status: 'posted',
      content: 'Glad it helps.',
      postedAt: at(-5),
    });
    await drafted(reply.id);
    const [{ system, user } = { system: '', user: '' }] = asked();
    expect(inside(user)).toMatch(
      new RegExp(
        `This person: ${mine}\\nA stranger \\(@stranger\\d+\\): Thanks for this\\.\\nThis person: Glad it helps\\.\\nThe reply to answer, by @mirelles: How do you`,
      ),
    );
    expect(inside(user)).not.toContain('Later than it.');
    expect(outside(user)).toContain('write in the language of the reply');
    expect(system).toMatch(/^You write one answer to a reply/);
    expect(user).toContain('One to three sentences');
  });

  it.each<[string, (replyId: number) => Promise<Response>]>([
    ['drafted', (replyId) => draft(replyId)],
    [
      'typed',
      (replyId) =>
        test.me.post(`/api/replies/${replyId}/answer`, { content: 'We ask it itself.' }),
    ],
  ])(
    'stores a %s answer and its place in the queue together or not at all (rule 8.5)',
    async (_, answer) => {
      const { reply } = await replied();
      await test.db.execute(
        sql`alter table queue_items add constraint refused check (false) not valid`,
      );
      const { status } = await answer(reply.id);
      await test.db.execute(sql`alter table queue_items drop constraint refused`);
      expect(status).toBe(500);
      expect(await answersIn()).toEqual([]);
    },
  );

  it('keeps a rejected answer unchanged when the new one cannot be queued', async () => {
    const { reply } = await replied();
    const { id, content } = await drafted(reply.id);
    await test.me.patch(`/api/comments/${id}`, { status: 'rejected' });
    await test.db.delete(queueItems);
    await test.db.execute(
      sql`alter table queue_items add constraint refused check (false) not valid`,
    );
    const again = await draft(reply.id);
    await test.db.execute(sql`alter table queue_items drop constraint refused`);
    expect(again.status).toBe(500);
    expect(await answersIn()).toMatchObject([{ id, content, status: 'rejected' }]);
  });

  it('returns the same answer to a second press, without asking the model', async () => {
    const { reply } = await replied();
    const { id } = await drafted(reply.id);
    const again = await draft(reply.id);
    expect([again.status, await again.json()]).toMatchObject([
      200,
      { id, inQueue: true },
    ]);
    expect(asked()).toHaveLength(1);
  });

  it('queues an answer again that was removed from the queue', async () => {
    const { reply } = await replied();
    const { id } = await drafted(reply.id);
    await test.db.delete(queueItems);
    const again = await draft(reply.id);
    expect([again.status, await again.json()]).toMatchObject([
      200,
      { id, inQueue: true },
    ]);
    expect(asked()).toHaveLength(1);
  });

  it('creates one answer for two requests at once', async () => {
    const { reply } = await replied();
    const both = await Promise.all([draft(reply.id), draft(reply.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(await answersIn()).toHaveLength(1);
    expect(await test.db.$count(queueItems)).toBe(1);
  });

  it('sends the thread again for a redraft', async () => {
    const { reply } = await replied();
    const { id } = await drafted(reply.id);
    await test.me.post(`/api/comments/${id}/regenerate`, { style: 'supportive' });
    expect(asked().every(({ user }) => inside(user).includes(question))).toBe(true);
    expect(asked().length).toBeGreaterThan(1);
  });

  const stream = (replyId: number) =>
    test.me.send(`/api/replies/${replyId}/draft`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream' },
    });

  it('streams the words to a client that accepts events, and redrafts a rejected answer (rule 8.20)', async () => {
    const { reply } = await replied();
    const first = await seenDraft(await stream(reply.id));
    expect(first.names).toEqual(['words', 'done', 'judged']);
    const [answer] = await answersIn();
    expect(answer).toMatchObject({
      content: first.text,
      status: 'pending',
      replyId: reply.id,
    });
    expect(await test.queuedItem(answer?.id ?? 0)).toMatchObject({ autoPost: false });
    expect((await seenDraft(await stream(reply.id))).names).toEqual(['done']);
    await test.me.patch(`/api/comments/${answer?.id}`, { status: 'rejected' });
    const second = await seenDraft(await stream(reply.id));
    expect(second.text).not.toBe(first.text);
    const kept = { id: answer?.id, content: second.text, status: 'pending' };
    expect(await answersIn()).toMatchObject([
      { ...kept, previousTexts: [{ content: first.text }] },
    ]);
  });

  it('stops the model when the client disconnects, and stores nothing', async () => {
    const { reply } = await replied();
    const fault = { kind: 'model', behaviour: 'stream-stall', words: 12 } as const;
    test.app.sandbox.admin.fault({ match: { path: chat }, fault });
    for await (const { name } of draftEvents(await stream(reply.id)))
      if (name === 'words') break;
    await expect.poll(() => calls().map(({ brokeOff }) => brokeOff)).toEqual([true]);
    expect(await answersIn()).toEqual([]);
  });

  it('asks again when the model repeats the comment above the reply', async () => {
    const { reply } = await replied();
    const text = JSON.stringify({ comment: mine, sources: [] });
    test.app.sandbox.admin.fault({
      match: { path: chat },
      fault: { kind: 'model', behaviour: 'text', text },
    });
    const { content } = await drafted(reply.id);
    expect(content).not.toBe(mine);
    expect(asked()).toHaveLength(2);
  });
});

describe('an answer typed by hand (rule 13.28)', () => {
  const type = (replyId: number, content: string) =>
    test.me.post(`/api/replies/${replyId}/answer`, { content });
  const words = 'We ask the process itself, and give it ten minutes.';

  it('waits in the review queue in the owner’s own words, without a request to the model', async () => {
    const { reply } = await replied();
    const answer = await type(reply.id, words);
    expect(answer.status).toBe(201);
    expect(commentSchema.parse(await answer.json())).toMatchObject({
      content: words,
      status: 'pending',
      inQueue: true,
      model: null,
      answers: { replyId: reply.id },
      analysis: {
        platformCompliance: true,
        sentences: [{ text: words, source: { kind: 'person' } }],
      },
    });
    expect(asked()).toEqual([]);
  });

  it('replaces a rejected answer, and no other one', async () => {
    const { reply } = await replied();
    const first = await drafted(reply.id);
    await expectProblem(await type(reply.id, words), 409, 'comment_exists');
    await test.me.patch(`/api/comments/${first.id}`, { status: 'rejected' });
    // The hard faults of a typed answer are reported, as after an edit.
    const content = 'See https://example.com/x';
    const second = await (await type(reply.id, content)).json();
    const analysis = { platformCompliance: false };
    const anew = {
      content,
      status: 'pending',
      model: null,
      previousTextCount: 1,
      analysis,
    };
    expect(second).toMatchObject({ id: first.id, ...anew });
  });

  it('shows nothing of how the rejected draft was made, but keeps the material given for it', async () => {
    const { reply } = await replied();
    const { id } = await drafted(reply.id);
    await test.me.post(`/api/comments/${id}/regenerate`, {
      style: 'supportive',
      notes: 'Our own probes.',
    });
    await test.me.post(`/api/comments/${id}/takes`, { count: 1 });
    await test.me.patch(`/api/comments/${id}`, { status: 'rejected' });
    await type(reply.id, words);
    expect(await (await test.me.get(`/api/comments/${id}/draft`)).json()).toMatchObject({
      why: null,
      alternatives: [],
      material: { notes: 'Our own probes.' },
    });
  });

  it('gets a date for what its reading quotes from YouTube, so that the quotes expire (rule 3.7)', async () => {
    const { reply } = await replied();
    const { id } = await (await type(reply.id, words)).json();
    expect(await test.db.select().from(draftRecords)).toMatchObject([
      { why: null, quotedAt: null },
    ]);
    expect((await test.me.post(`/api/comments/${id}/read`, {})).status).toBe(200);
    expect(await test.db.select().from(draftRecords)).toMatchObject([
      { why: null, quotedAt: test.now() },
    ]);
  });

  it.each([
    ['empty', ' \n', 'empty_text'],
    ['too long for YouTube', 'x'.repeat(10_001), 'invalid_request'],
  ])('is refused when it is %s', async (_, content, code) => {
    const { reply } = await replied();
    await expectProblem(await type(reply.id, content), 400, code);
    expect(await answersIn()).toEqual([]);
  });

  it('is not used to derive style rules, and its brackets are not gaps', async () => {
    await test.me.post('/api/voice-profiles', { name: 'Ada' });
    const { reply } = await replied();
    await test.me.patch(`/api/comments/${(await drafted(reply.id)).id}`, {
      status: 'rejected',
    });
    const { id } = await (await type(reply.id, `${words} ‹Sic›`)).json();
    await test.me.patch(`/api/comments/${id}`, { content: `Well: ${words} ‹Sic›` });
    expect(
      (await test.me.patch(`/api/comments/${id}`, { status: 'approved' })).status,
    ).toBe(200);
    const { voiceProfileId } = await test.stored(id);
    expect(voiceProfileId).not.toBeNull();
    expect(
      await createVoiceRepository(test.db).newestEdits(voiceProfileId ?? 0, 5),
    ).toEqual([]);
  });
});

describe('no answer is drafted', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'when the text of the reply is deleted',
      'reply_gone',
      () => test.db.update(replies).set({ text: null }),
    ],
    [
      'under a withdrawn comment',
      'reply_gone',
      () => test.db.update(comments).set({ withdrawnAt: test.now() }),
    ],
    [
      'when comments are off by now',
      'comments_off',
      () => test.db.update(videos).set({ commentsOff: true }),
    ],
  ])('%s', async (_, code, spoil) => {
    const { reply } = await replied();
    await spoil();
    await expectProblem(await draft(reply.id), 409, code);
    expect(asked()).toEqual([]);
    expect(await answersIn()).toEqual([]);
  });

  it('for an unknown reply', async () => {
    await expectProblem(await draft(99), 404, 'not_found');
  });
});

describe('a video with an answer (rule 13.11)', () => {
  it('keeps showing the state of its own comment on Discover, and gets no second comment', async () => {
    const { comment, reply } = await replied();
    await drafted(reply.id);
    const states = await (
      await test.me.get(`/api/videos/comment-states?ids=${comment.videoId}`)
    ).json();
    expect(JSON.stringify(states)).toContain('"posted"');
    expect(JSON.stringify(states)).not.toContain('"pending"');
    const again = await test.me.post('/api/comments/generate', {
      videoId: comment.videoId,
      style: 'insightful',
    });
    await expectProblem(again, 409, 'comment_exists');
  });
});
