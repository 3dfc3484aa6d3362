import { expect, it } from 'vitest';
import { commentListQuerySchema } from '#shared/contracts/lists.ts';
import { createCommentListsService } from './comment-lists.service.ts';
import type { WordSearch } from './word-search.repository.ts';

/** Comments 1 to 600 match; every hundredth is deleted between the search and the reading. */
const ids = Array.from({ length: 600 }, (_, at) => at + 1);
const wordSearch: WordSearch = {
  total: async () => ({ count: 600, orMore: false }),
  find: async ({ after, limit }) =>
    ids.filter((id) => after === null || id > Number(after[1])).slice(0, limit),
};
const lists = createCommentListsService({
  repository: {
    commentIds: async ({ ids: found = [] }: { ids?: readonly number[] }) =>
      found
        .filter((id) => id % 100 !== 0)
        .map((id) => ({ id, revision: 1, createdAt: new Date(0), postedAt: null })),
  } as never,
  wordSearch: { comments: async () => wordSearch } as never,
});
const readable = ids.filter((id) => id % 100 !== 0);

it('reads a list on although rows of a batch are gone', async () => {
  const { rows } = await lists.commentIds(commentListQuerySchema.parse({ q: 'word' }));
  const read: number[] = [];
  for await (const batch of rows as AsyncIterable<{ id: number }[]>) read.push(...batch.map(({ id }) => id));
  expect(read).toEqual(readable);
});

it('leads to the next page although rows of a page are gone', async () => {
  const { cursor } = await lists.commentIds(commentListQuerySchema.parse({ q: 'word', limit: '200' }));
  expect(cursor).not.toBeNull();
});
