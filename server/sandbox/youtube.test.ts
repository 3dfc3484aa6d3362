import { describe, expect, it } from 'vitest';
import { testSandbox } from '../testing/sandbox.ts';

interface Found {
  id: { videoId: string };
  snippet: { title: string; publishedAt: string; channelId: string };
}

const search = '/search?part=snippet&type=video';

describe('sandbox: search.list', () => {
  it('escapes titles, unlike videos.list', async () => {
    const { youtube } = await testSandbox();
    const { body } = await youtube(
      `${search}&q=${encodeURIComponent("Rubik's cube solver")}`,
    );
    const [first] = body.items as Found[];
    expect(first?.snippet.title).toBe(
      'Rubik&#39;s cube solver in Python &amp; C++: &lt;5 ms per solve',
    );
    const videos = await youtube(
      `/videos?part=snippet,statistics&id=${first?.id.videoId}`,
    );
    expect(videos.body.items[0].snippet.title).toBe(
      "Rubik's cube solver in Python & C++: <5 ms per solve",
    );
    expect(typeof videos.body.items[0].statistics.viewCount).toBe('string');
  });

  it('finds videos by names, abbreviations, phrases and other scripts, and none by unknown words', async () => {
    const { youtube } = await testSandbox();
    const total = async (q: string) =>
      (await youtube(`${search}&q=${encodeURIComponent(q)}`)).body.pageInfo.totalResults;
    for (const q of [
      'kubernetes',
      'k8s',
      'docker compose',
      'postgres index',
      'Kubernetes入門',
      'react forms',
    ])
      expect(await total(q), q).toBeGreaterThan(0);
    for (const q of ['zxqwv', '???', 'zxqwv plover']) expect(await total(q), q).toBe(0);
  });

  it('returns each video on exactly one page', async () => {
    const { youtube } = await testSandbox();
    const ids: string[] = [];
    let token = '';
    let total = 0;
    do {
      const { body } = await youtube(
        `${search}&q=kubernetes&maxResults=10${token && `&pageToken=${token}`}`,
      );
      ids.push(...(body.items as Found[]).map(({ id }) => id.videoId));
      total = body.pageInfo.totalResults;
      token = body.nextPageToken ?? '';
    } while (token);
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  it('refuses invalid parameters with status 400 and a reason', async () => {
    const { youtube } = await testSandbox();
    for (const [path, reason] of [
      ['/search?q=x', 'missingRequiredParameter'],
      ['/search?part=snippet&q=x', 'invalidSearchFilter'],
      [`${search}&q=x&maxResults=51`, 'invalidParameter'],
      [`${search}&q=x&pageToken=nonsense`, 'invalidPageToken'],
      [`${search}&q=x&publishedAfter=yesterday`, 'invalidParameter'],
      [`${search}&q=x&order=best`, 'invalidParameter'],
      ['/videos?part=snippet', 'missingRequiredParameter'],
      ['/videos?part=everything&id=x', 'unknownPart'],
      ['/commentThreads?part=id&id=x&videoId=y', 'incompatibleParameters'],
    ]) {
      const { status, body } = await youtube(path ?? '');
      expect([status, body.error.errors[0].reason], path).toEqual([400, reason]);
    }
  });
});

describe('sandbox: videos.list', () => {
  it('has no commentCount for a video that accepts no comments', async () => {
    const { youtube, sandbox } = await testSandbox();
    const closed = sandbox.admin
      .videos()
      .filter((video) => !sandbox.admin.acceptsComments(video));
    expect(closed.some(({ madeForKids }) => madeForKids)).toBe(true);
    expect(closed.some(({ commentsOff }) => commentsOff)).toBe(true);
    const { body } = await youtube(
      `/videos?part=statistics,status&id=${closed.map(({ id }) => id).join(',')}`,
    );
    for (const { statistics } of body.items)
      expect(statistics).not.toHaveProperty('commentCount');
  });
});

it('sandbox refuses requests without a key or a valid token', async () => {
  const { ask } = await testSandbox();
  const path = '/youtube/v3/search?part=snippet&q=x';
  const reason = async (token?: string) =>
    (await ask(path, token ? { token } : {})).body.error.errors[0].reason;
  expect([await reason(), await reason('made-up')]).toEqual(['forbidden', 'authError']);
});

describe('sandbox: quota', () => {
  it('refuses searches beyond the limit with 429 until midnight Pacific time', async () => {
    const { youtube, sandbox, clock } = await testSandbox();
    sandbox.admin.setQuota('search', { limit: 2 });
    const { status } = await youtube(`${search}&q=a`);
    await youtube(`${search}&q=a`);
    const refused = await youtube(`${search}&q=a`);
    expect([status, refused.status]).toEqual([200, 429]);
    expect(refused.body.error.errors[0].reason).toBe('rateLimitExceeded');
    expect(refused.body.error.details[0].metadata).toMatchObject({
      quota_unit: '1/d/{project}',
      quota_limit_value: '2',
      // 2026-03-03T08:00Z is the Pacific midnight before the test's time, noon UTC.
      window_start_time: String(Date.UTC(2026, 2, 3, 8) / 1_000),
    });
    expect((await youtube('/videos?part=id&id=x')).status).toBe(200);
    clock.set('2026-03-04T07:59:59.000Z');
    expect((await youtube(`${search}&q=a`)).status).toBe(429);
    clock.set('2026-03-04T08:00:00.000Z');
    expect((await youtube(`${search}&q=a`)).status).toBe(200);
  });

  it('refuses other requests beyond the limit with 403, and counts one unit for an invalid request', async () => {
    const { youtube, sandbox, comment, openVideo, token } = await testSandbox();
    await youtube('/videos?part=nonsense&id=x');
    expect(sandbox.admin.state().quota.shared.used).toBe(1);
    sandbox.admin.setQuota('shared', { used: 9_951 });
    const refused = await comment(openVideo(), 'hello', token());
    expect([refused.status, refused.body.error.errors[0]]).toMatchObject([
      403,
      { domain: 'youtube.quota', reason: 'quotaExceeded' },
    ]);
    expect(sandbox.admin.comments()).toEqual([]);
  });
});

describe('sandbox: commentThreads.insert', () => {
  it('posts a comment, which is then the first in the public list', async () => {
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
        topLevelComment: {
          id: posted.body.id,
          snippet: { textOriginal: 'Two <lines>\nhere', likeCount: 0 },
        },
      },
    });
    const list = await youtube(
      `/commentThreads?part=snippet&videoId=${video.id}&order=time`,
    );
    const first = list.body.items[0].snippet.topLevelComment.snippet;
    expect(list.body.items[0].id).toBe(posted.body.id);
    expect(first.textDisplay).toBe('Two &lt;lines&gt;<br>here');
    expect(first.textOriginal).toBeUndefined();
    const plain = await youtube(
      `/commentThreads?part=snippet&id=${posted.body.id}&textFormat=plainText`,
    );
    expect(plain.body.items[0].snippet.topLevelComment.snippet.textDisplay).toBe(
      'Two <lines>\nhere',
    );
    const after = await youtube(`/videos?part=statistics&id=${video.id}`);
    const count = (reply: typeof after) =>
      Number(reply.body.items[0].statistics.commentCount);
    expect(count(after)).toBe(count(before) + 1);
    // 2 videos.list, 2 commentThreads.list and one insert, which costs 50.
    expect(sandbox.admin.state().quota.shared.used).toBe(54);
  });

  it('refuses a comment with the reason', async () => {
    const { youtube, comment, openVideo, token, sandbox } = await testSandbox();
    const reasonOf = async (reply: ReturnType<typeof comment>) => {
      const { status, body } = await reply;
      return [status, body.error.errors[0].reason];
    };
    const closed =
      sandbox.admin.videos().find((video) => !sandbox.admin.acceptsComments(video)) ??
      openVideo();
    expect(await reasonOf(comment(closed, 'hello', token()))).toEqual([
      403,
      'commentsDisabled',
    ]);
    expect(await reasonOf(comment({ ...closed, id: 'gone' }, 'hello', token()))).toEqual([
      404,
      'videoNotFound',
    ]);
    expect(await reasonOf(comment(openVideo(), ' ', token()))).toEqual([
      400,
      'commentTextRequired',
    ]);
    expect(await reasonOf(comment(openVideo(), 'x'.repeat(10_001), token()))).toEqual([
      400,
      'commentTextTooLong',
    ]);
    expect(await reasonOf(comment(openVideo(), 'hello', token('noor')))).toEqual([
      401,
      'youtubeSignupRequired',
    ]);
    expect(await reasonOf(youtube('/commentThreads?part=snippet', { json: {} }))).toEqual(
      [401, 'required'],
    );
    const shapeless = youtube('/commentThreads?part=snippet', {
      token: token(),
      json: { snippet: 1 },
    });
    expect(await reasonOf(shapeless)).toEqual([400, 'invalidCommentThreadMetadata']);
    expect(sandbox.admin.comments()).toEqual([]);
  });

  it('has no channel to post from for an account without one', async () => {
    const { youtube, token } = await testSandbox();
    const { status, body } = await youtube('/channels?part=id&mine=true', {
      token: token('noor'),
    });
    expect([status, body.items, body.pageInfo.totalResults]).toEqual([200, undefined, 0]);
  });
});

describe('sandbox: comments on a video', () => {
  it('cannot be changed or deleted by another account', async () => {
    const { youtube, comment, openVideo, token } = await testSandbox();
    const other = token('brand');
    const { id } = (await comment(openVideo(), 'First words', token())).body;
    const json = { id, snippet: { textOriginal: 'Better words' } };
    const change = await youtube('/comments?part=snippet', {
      method: 'PUT',
      token: other,
      json,
    });
    const removal = await youtube(`/comments?id=${id}`, {
      method: 'DELETE',
      token: other,
    });
    expect([change.status, removal.status]).toEqual([403, 403]);
  });

  it('include other people’s comments on a popular video', async () => {
    const { youtube, sandbox } = await testSandbox();
    const busy = sandbox.admin
      .videos()
      .filter((video) => sandbox.admin.acceptsComments(video))
      .sort((a, b) => b.eventualViews - a.eventualViews)[0];
    const path = `/commentThreads?part=snippet&videoId=${busy?.id}&maxResults=3`;
    const { body } = await youtube(path);
    expect(body.items).toHaveLength(3);
  });
});
