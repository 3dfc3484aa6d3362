import { describe, expect, it } from 'vitest';
import { aComment, aQueueItem, noFilter } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { createQueryClient } from './auth.ts';
import { commentList, inReview, patchComment, queueList, queueSummaryQuery, statsQuery } from './comments.ts';
import { pickDraft, regenerate, useGenerateBulk } from './drafts.ts';
import { commentStatesQuery, keptSearchQuery } from './videos.ts';

const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };

/** Fills every list with two comments. */
function everyList() {
  const client = createQueryClient();
  const comments = [11, 12].map((id) => aComment({ id, videoId: id, content: `Comment ${id}` }));
  const items = comments.map((comment) => aQueueItem({ id: comment.id + 90, comment }));
  const page = <Row>(rows: Row[]) => ({
    pages: [{ rows, total: 2, orMore: false, next: null, end: null }],
    pageParams: ['/first'],
  });
  const keys = [
    commentList.pages(noFilter).queryKey,
    queueList.pages(inReview).queryKey,
    queueSummaryQuery.queryKey,
    statsQuery.queryKey,
    commentStatesQuery([11, 12]).queryKey,
    keptSearchQuery(search).queryKey,
  ];
  for (const key of keys) client.setQueryData<unknown>(key, {});
  client.setQueryData(commentList.pages(noFilter).queryKey, page(comments));
  client.setQueryData(queueList.pages(inReview).queryKey, page(items));
  const [comment = aComment()] = comments;
  return {
    client,
    comment,
    history: () =>
      client
        .getQueryData(commentList.pages(noFilter).queryKey)
        ?.pages.flatMap(({ rows }) => rows.map(({ content }) => content)),
    queue: () =>
      client
        .getQueryData(queueList.pages(inReview).queryKey)
        ?.pages.flatMap(({ rows }) => rows.map((item) => item.comment.content)),
    askedAgain: () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated),
  };
}

const newer = aComment({ id: 11, videoId: 11, content: 'Newer', revision: 2 });
const drafted = { comment: newer, analysis: newer.analysis };
/** Everything but the search, which would cost quota. */
const listsAndFigures = [true, true, true, true, true, false];

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
    expect(client.getQueryCache().findAll()).toEqual([]);
  });
});

describe('a new draft', () => {
  it('appears in every list at once and refreshes them', async () => {
    const lists = everyList();
    createFakeServer().on('POST /api/comments/:id/regenerate', drafted);
    await regenerate(lists.client, 11, { style: 'insightful' });
    expect(lists.history()).toEqual(['Newer', 'Comment 12']);
    expect(lists.queue()).toEqual(['Newer', 'Comment 12']);
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });

  it('that was picked appears in every list at once and refreshes them', async () => {
    const lists = everyList();
    createFakeServer().on('POST /api/comments/:id/pick', drafted);
    await pickDraft(lists.client, lists.comment, 0);
    expect(lists.queue()).toEqual(['Newer', 'Comment 12']);
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });

  it('in bulk refreshes every list', async () => {
    const lists = everyList();
    const result = {
      videoId: 11,
      success: true,
      addedToQueue: false,
      skipped: false,
      reason: null,
      commentId: 11,
    };
    const summary = { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 };
    createFakeServer().on('POST /api/comments/generate-bulk', { results: [result], errors: [], summary });
    await hookOf(lists.client, useGenerateBulk).mutateAsync({
      videoIds: [11],
      style: 'insightful',
      addToQueue: false,
    });
    expect(lists.askedAgain()).toEqual(listsAndFigures);
  });
});
