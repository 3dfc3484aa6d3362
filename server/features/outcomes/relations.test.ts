import { describe, expect, it } from 'vitest';
import { relationsSchema } from '#shared/contracts/relations.ts';
import type { comments } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeReply, makeVideo } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

const videoOf = async (channelId: string) => (await makeVideo(test.db, { channelId })).id;

const daysAgo = (days: number) => new Date(test.now().getTime() - days * 86_400_000);

const postedOn = async (
  channelId: string,
  days: number,
  rest: Partial<typeof comments.$inferInsert> = {},
) =>
  makeComment(test.db, {
    videoId: await videoOf(channelId),
    status: 'posted',
    postedAt: daysAgo(days),
    ...rest,
  });

async function relationsOf(...videoIds: number[]) {
  const response = await test.me.get(`/api/channels/relations?ids=${videoIds}`);
  expect(response.status).toBe(200);
  return relationsSchema.parse(await response.json());
}

describe('the relation with a channel (rule 13.29)', () => {
  it('counts the comments posted on its videos, with the time of the first and the newest comment', async () => {
    await postedOn('UCone', 40);
    await postedOn('UCone', 12, { content: 'The newest of them.' });
    await postedOn('UCone', 30);
    await postedOn('UCother', 1);
    expect(await relationsOf(await videoOf('UCone'))).toEqual([
      {
        channelId: 'UCone',
        comments: 3,
        repliedByCreator: 0,
        since: daysAgo(40).toISOString(),
        last: { postedAt: daysAgo(12).toISOString(), content: 'The newest of them.' },
      },
    ]);
  });

  it('counts each comment with a reply by the creator once, and ignores replies by others', async () => {
    const twice = await postedOn('UCone', 9);
    await makeReply(test.db, { commentId: twice.id, byCreator: true });
    await makeReply(test.db, { commentId: twice.id, byCreator: true });
    const byOthers = await postedOn('UCone', 8);
    await makeReply(test.db, { commentId: byOthers.id });
    expect(await relationsOf(await videoOf('UCone'))).toMatchObject([
      { comments: 2, repliedByCreator: 1 },
    ]);
  });

  it('leaves out comments that are not posted, withdrawn comments and answers to replies', async () => {
    await postedOn('UCone', 5, { withdrawnAt: daysAgo(4) });
    await postedOn('UCone', 5, { status: 'approved', postedAt: null });
    const { id: commentId, videoId } = await postedOn('UCtwo', 5);
    const { id: replyId } = await makeReply(test.db, { commentId });
    await makeComment(test.db, {
      videoId,
      replyId,
      status: 'posted',
      postedAt: daysAgo(1),
    });
    const found = await relationsOf(await videoOf('UCone'), await videoOf('UCtwo'));
    expect(found).toMatchObject([
      { channelId: 'UCtwo', comments: 1, since: daysAgo(5).toISOString() },
    ]);
  });

  it('is returned once for each channel of the requested videos, and not for unknown videos', async () => {
    await postedOn('UCone', 5);
    await postedOn('UCtwo', 5);
    const ids = [
      await videoOf('UCone'),
      await videoOf('UCone'),
      await videoOf('UCtwo'),
      999_999,
    ];
    const channels = (await relationsOf(...ids)).map(({ channelId }) => channelId);
    expect(channels).toEqual(['UCone', 'UCtwo']);
    expect(await relationsOf(999_999)).toEqual([]);
  });

  it('contains a shortened text when the newest comment is long', async () => {
    await postedOn('UCone', 5, { content: 'a'.repeat(301) });
    const [relation] = await relationsOf(await videoOf('UCone'));
    expect(relation?.last.content).toBe(`${'a'.repeat(299)}…`);
  });

  it.each(['', '?ids=', '?ids=a'])(
    'cannot be requested with “%s”, which contains no video ids (rule 5.7)',
    async (query) => {
      await expectProblem(
        await test.me.get(`/api/channels/relations${query}`),
        400,
        'invalid_request',
      );
    },
  );
});
