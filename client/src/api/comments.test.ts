import { describe, expect, it } from 'vitest';
import { aComment, aFoundVideo, aQueueItem, aSearchAnswer } from '../testing/factories.ts';
import { createFakeServer, held, problem } from '../testing/fake-server.ts';
import { hookOf } from '../testing/hook.ts';
import { commentStatesQuery } from './comment-states.ts';
import { commentsQuery, patchComment } from './comments.ts';
import { useGenerateBulk, usePickDraft, useRegenerateComment } from './drafts.ts';
import { postNow } from './posting.ts';
import { createQueryClient } from './query-client.ts';
import { queueQuery } from './queue.ts';
import { statsQuery } from './stats.ts';
import { searchKey, videoSearchQuery } from './videos.ts';

const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };

/** Fills every list with two comments. */
function everyList() {
  const client = createQueryClient();
  const comments = [11, 12].map((id) => aComment({ id, videoId: id, content: `Comment ${id}` }));
  client.setQueryData(commentsQuery.queryKey, comments);
  client.setQueryData(
    queueQuery.queryKey,
    comments.map((comment) => aQueueItem({ id: comment.id + 90, comment })),
  );
  client.setQueryData(
    videoSearchQuery(search).queryKey,
    aSearchAnswer([aFoundVideo({ id: 11 }), aFoundVideo({ id: 12 })]),
  );
  client.setQueryData(commentStatesQuery([11, 12]).queryKey, []);
  client.setQueryData(['stats'], {});
  const [comment = aComment()] = comments;
  return {
    client,
    comment,
    history: () => client.getQueryData(commentsQuery.queryKey)?.map(({ content }) => content),
    queue: () => client.getQueryData(queueQuery.queryKey)?.map((item) => item.comment.content),
    posting: () =>
      client.getQueryData(queueQuery.queryKey)?.map((item) => item.comment.posting?.state ?? null),
    askedAgain: () =>
      [
        commentsQuery.queryKey,
        queueQuery.queryKey,
        statsQuery.queryKey,
        commentStatesQuery([11, 12]).queryKey,
        [searchKey, search],
      ].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated),
  };
}

const newer = aComment({ id: 11, videoId: 11, content: 'Newer', revision: 2 });
const drafted = { comment: newer, analysis: newer.analysis };
/** Everything but the search, which would cost quota. */
const listsAndFigures = [true, true, true, true, false];

describe('a changed comment', () => {
  it('appears in the history and the queue, and changes no other comment', () => {
    const lists = everyList();
    patchComment(lists.client, 11, { content: 'Newer' });
    expect(lists.history()).toEqual(['Newer', 'Comment 12']);
    expect(lists.queue()).toEqual(['Newer', 'Comment 12']);
  });

  it('does not touch lists that are not loaded', () => {
    const client = createQueryClient();
    patchComment(client, 11, { content: 'Newer' });
    expect(client.getQueryData(commentsQuery.queryKey)).toBeUndefined();
    expect(client.getQueryData(queueQuery.queryKey)).toBeUndefined();
  });
});

describe('a new draft', () => {
  it('appears in every list at once and refreshes them', async () => {
    const lists = everyList();
    createFakeServer().on('POST /api/comments/:id/regenerate', drafted);
    await hookOf(lists.client, useRegenerateComment).mutateAsync({ id: 11, style: 'insightful' });
    expect(lists.history()).toEqual(['Newer', 'Comment 12']);
    expect(lists.queue()).toEqual(['Newer', 'Comment 12']);
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });

  it('that was picked appears in every list at once and refreshes them', async () => {
    const lists = everyList();
    createFakeServer().on('POST /api/comments/:id/pick', drafted);
    await hookOf(lists.client, usePickDraft).mutateAsync({ comment: lists.comment, alternative: 0 });
    expect(lists.queue()).toEqual(['Newer', 'Comment 12']);
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });

  it('in bulk refreshes every list', async () => {
    const lists = everyList();
    const summary = { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 };
    createFakeServer().on('POST /api/comments/generate-bulk', { results: [], errors: [], summary });
    await hookOf(lists.client, useGenerateBulk).mutateAsync({
      videoIds: [11],
      style: 'insightful',
      addToQueue: false,
    });
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });
});

describe('a comment that is posted now', () => {
  it('is marked as being posted, then shows the outcome', async () => {
    const lists = everyList();
    const answer = held({ ...lists.comment, content: 'As posted', status: 'posted' });
    createFakeServer().on('POST /api/comments/:id/post', answer.answer);
    const sent = postNow(lists.client, lists.comment);
    expect(lists.posting()).toEqual(['sending', null]);
    answer.release();
    await sent;
    expect(lists.posting()).toEqual([null, null]);
    expect(lists.history()).toEqual(['As posted', 'Comment 12']);
  });

  it('is unchanged when the server refuses', async () => {
    const lists = everyList();
    createFakeServer().on('POST /api/comments/:id/post', () => problem(429, 'quota_spent', 'None left.'));
    await expect(postNow(lists.client, lists.comment)).rejects.toThrow('429: None left.');
    expect(lists.posting()).toEqual([null, null]);
  });
});
