import { describe, expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox/test-sandbox.ts';

describe('commentThreads.insert', () => {
  it('posts, and everybody sees it first in the list', async () => {
    const { youtube, comment, openVideo, token, sandbox } = await testSandbox();
    const video = openVideo();
    const before = await youtube(`/videos?part=statistics&id=${video.id}`);
    const posted = await comment(video, 'Two <lines>\nhere', token());
    expect(posted.status).toBe(200);
    expect(posted.body).toMatchObject({
      kind: 'youtube#commentThread',
      snippet: {
        videoId: video.id,
        totalReplyCount: 0,
        isPublic: true,
        topLevelComment: { id: posted.body.id, snippet: { textOriginal: 'Two <lines>\nhere', likeCount: 0 } },
      },
    });
    const list = await youtube(`/commentThreads?part=snippet&videoId=${video.id}&order=time`);
    const first = list.body.items[0].snippet.topLevelComment.snippet;
    expect(list.body.items[0].id).toBe(posted.body.id);
    expect(first.textDisplay).toBe('Two &lt;lines&gt;<br>here');
    expect(first.textOriginal).toBeUndefined();
    const plain = await youtube(`/commentThreads?part=snippet&id=${posted.body.id}&textFormat=plainText`);
    expect(plain.body.items[0].snippet.topLevelComment.snippet.textDisplay).toBe('Two <lines>\nhere');
    const after = await youtube(`/videos?part=statistics&id=${video.id}`);
    const count = (reply: typeof after) => Number(reply.body.items[0].statistics.commentCount);
    expect(count(after)).toBe(count(before) + 1);
    // 2 videos.list, 2 commentThreads.list, one insert.
    expect(sandbox.admin.state().quota.shared.used).toBe(54);
  });

  it('accepts a missing channelId and refuses a wrong one', async () => {
    const { youtube, openVideo, token } = await testSandbox();
    const insert = (channelId?: string) =>
      youtube('/commentThreads?part=snippet', {
        token: token(),
        json: {
          snippet: {
            videoId: openVideo().id,
            ...(channelId && { channelId }),
            topLevelComment: { snippet: { textOriginal: 'hello' } },
          },
        },
      });
    expect((await insert()).status).toBe(200);
    expect((await insert('UCsomebodyelse')).status).toBe(404);
  });

  it('is refused with the reason', async () => {
    const { youtube, comment, openVideo, token, sandbox } = await testSandbox();
    const reasonOf = async (reply: ReturnType<typeof comment>) => {
      const { status, body } = await reply;
      return [status, body.error.errors[0].reason];
    };
    const closed =
      sandbox.admin.videos().find((video) => !sandbox.admin.acceptsComments(video)) ?? openVideo();
    expect(await reasonOf(comment(closed, 'hello', token()))).toEqual([403, 'commentsDisabled']);
    expect(await reasonOf(comment({ ...closed, id: 'gone' }, 'hello', token()))).toEqual([
      404,
      'videoNotFound',
    ]);
    expect(await reasonOf(comment(openVideo(), ' ', token()))).toEqual([400, 'commentTextRequired']);
    expect(await reasonOf(comment(openVideo(), 'x'.repeat(10_001), token()))).toEqual([
      400,
      'commentTextTooLong',
    ]);
    expect(await reasonOf(comment(openVideo(), 'hello', token('noor')))).toEqual([
      401,
      'youtubeSignupRequired',
    ]);
    expect(await reasonOf(youtube('/commentThreads?part=snippet', { json: {} }))).toEqual([401, 'required']);
    const broken = youtube('/commentThreads?part=snippet', { token: token(), json: '{"snippet":' });
    expect(await reasonOf(broken)).toEqual([400, 'parseError']);
    const shapeless = youtube('/commentThreads?part=snippet', { token: token(), json: { snippet: 1 } });
    expect(await reasonOf(shapeless)).toEqual([400, 'invalidCommentThreadMetadata']);
    expect(sandbox.admin.comments()).toEqual([]);
  });

  it('lists no channel for an account without one', async () => {
    const { youtube, token } = await testSandbox();
    const { status, body } = await youtube('/channels?part=id&mine=true', { token: token('noor') });
    expect([status, body.items, body.pageInfo.totalResults]).toEqual([200, undefined, 0]);
  });
});

describe('moderation', () => {
  it.each([
    ['Wow!!!!!', 'heldForReview'],
    ['See https://spam.example', 'likelySpam'],
  ])('%s becomes %s: its author sees it by id, nobody else at all', async (text, state) => {
    const { youtube, comment, openVideo, token, sandbox } = await testSandbox();
    const video = openVideo();
    const mine = token();
    const posted = await comment(video, text, mine);
    expect([posted.status, posted.body.snippet.isPublic]).toEqual([200, true]);
    expect(sandbox.admin.comments()[0]?.state).toBe(state);
    const byId = `/comments?part=snippet&id=${posted.body.id}`;
    expect((await youtube(byId, { token: mine })).body.items).toHaveLength(1);
    expect((await youtube(byId)).body.items).toEqual([]);
    expect((await youtube(byId, { token: token('brand') })).body.items).toEqual([]);
    const list = await youtube(`/commentThreads?part=id&videoId=${video.id}&maxResults=100`, { token: mine });
    expect(list.body.items.map(({ id }: { id: string }) => id)).not.toContain(posted.body.id);
  });

  it('removes some later', async () => {
    const { youtube, comment, openVideo, token, clock, sandbox } = await testSandbox();
    const posted = await comment(openVideo(), 'This title is clickbait, sorry.', token());
    const byId = `/comments?part=snippet&id=${posted.body.id}`;
    expect((await youtube(byId)).body.items).toHaveLength(1);
    clock.advance(600_000);
    expect((await youtube(byId)).body.items).toEqual([]);
    expect(sandbox.admin.comments()[0]?.state).toBe('deleted');
  });

  it('can be scripted', async () => {
    const { youtube, comment, openVideo, token, sandbox } = await testSandbox();
    sandbox.admin.fault({ fault: { kind: 'moderate', state: 'rejected' } });
    const posted = await comment(openVideo(), 'A calm remark.', token());
    expect(posted.status).toBe(200);
    expect((await youtube(`/comments?part=id&id=${posted.body.id}`)).body.items).toEqual([]);
    sandbox.admin.setCommentState(posted.body.id, 'published');
    expect((await youtube(`/comments?part=id&id=${posted.body.id}`)).body.items).toHaveLength(1);
  });
});

describe('a posted comment', () => {
  it('can be changed and deleted by its author only', async () => {
    const { youtube, comment, openVideo, token } = await testSandbox();
    const mine = token();
    const other = token('brand');
    const { id } = (await comment(openVideo(), 'First words', mine)).body;
    const reply = await youtube('/comments?part=snippet', {
      token: other,
      json: { snippet: { parentId: id, textOriginal: 'An answer' } },
    });
    expect(reply.body.id.startsWith(`${id}.`)).toBe(true);
    const change = (token: string) =>
      youtube('/comments?part=snippet', {
        method: 'PUT',
        token,
        json: { id, snippet: { textOriginal: 'Better words' } },
      });
    expect((await change(other)).status).toBe(403);
    expect((await change(mine)).body.snippet.textOriginal).toBe('Better words');
    const remove = (token: string) => youtube(`/comments?id=${id}`, { method: 'DELETE', token });
    expect((await remove(other)).status).toBe(403);
    expect((await remove(mine)).status).toBe(204);
    expect((await remove(mine)).status).toBe(404);
    expect((await youtube(`/comments?part=id&id=${id}`, { token: mine })).body.items).toEqual([]);
  });

  it('stands beside comments of others, which stay the same and are found by id', async () => {
    const { youtube, sandbox, clock } = await testSandbox();
    const busy = sandbox.admin
      .videos()
      .filter((video) => sandbox.admin.acceptsComments(video))
      .sort((a, b) => b.eventualViews - a.eventualViews)[0];
    const path = `/commentThreads?part=snippet&videoId=${busy?.id}&maxResults=3`;
    const { body } = await youtube(path);
    expect(body.items).toHaveLength(3);
    const one = await youtube(`/comments?part=snippet&id=${body.items[0].id}`);
    expect(one.body.items[0].snippet.publishedAt).toBe(
      body.items[0].snippet.topLevelComment.snippet.publishedAt,
    );
    clock.advance(60_000);
    expect((await youtube(`/comments?part=snippet&id=${body.items[0].id}`)).body.items).toHaveLength(1);
  });
});
