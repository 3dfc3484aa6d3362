import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import { commentListSchema, queueListSchema } from '#shared/contracts/comment-detail.ts';
import { commentIdListSchema, commentRowListSchema } from '#shared/contracts/comments.ts';
import {
  type QueueRow,
  queueIdListSchema,
  queueRowListSchema,
} from '#shared/contracts/queue.ts';
import {
  commentListQuerySchema,
  queueExportQuerySchema,
  queueListQuerySchema,
  workIndexQuerySchema,
} from '#shared/contracts/requests.ts';
import { workIndexSchema } from '#shared/contracts/work.ts';
import { csvLine } from '../../http/csv.ts';
import { routes } from '../../http/handle.ts';
import { jsonArray, sendList } from '../../http/send-list.ts';
import { streamText } from '../../http/send-stream.ts';
import {
  presentComment,
  presentCommentRow,
  presentQueueItem,
  presentQueueRow,
  presentWorkEntry,
  type Queued,
  type ShownComment,
} from './comment.view.ts';
import type { CommentListsService, List } from './lists.service.ts';

const columns: readonly [string, (item: QueueRow) => string | number | boolean | null][] =
  [
    ['Video', (item) => item.comment.video.title],
    ['Channel', (item) => item.comment.video.channelTitle],
    [
      'Link',
      (item) =>
        `https://www.youtube.com/watch?v=${encodeURIComponent(item.comment.video.youtubeId)}`,
    ],
    ['Status', (item) => item.comment.status],
    ['Style', (item) => item.comment.style],
    // Empty if the text was edited since it was scored.
    [
      'Quality',
      (item) => (item.comment.isScoreCurrent ? item.comment.qualityScore : null),
    ],
    ['Comment', (item) => item.comment.content],
    ['Created', (item) => item.comment.createdAt],
    ['Scheduled for', (item) => item.scheduledFor],
    ['Auto-post', (item) => item.autoPost],
  ];

const line = (item: QueueRow) => csvLine(columns.map(([, read]) => read(item)));

/** Starts with a byte order mark, by which spreadsheets recognize UTF-8. */
async function* queueCsv<Item>(
  batches: AsyncIterable<Item[]>,
  present: (items: Item[]) => QueueRow[],
): AsyncGenerator<string> {
  let before = `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  for await (const items of batches) {
    yield before + present(items).map(line).join('');
    before = '';
  }
  yield before;
}

type Answer<Query> = (query: Query, req: Request, res: Response) => Promise<void>;

const sent =
  <Query, Row, Shown>(
    read: (query: Query) => Promise<List<Row>>,
    present: (row: Row) => Shown,
    contract: z.ZodType<unknown[], Shown[]>,
  ): Answer<Query> =>
  async (query, req, res) =>
    sendList(req, res, await read(query), { present, contract });

const same = <Row>(row: Row) => row;

export const listRoutes = ({ lists }: { lists: CommentListsService }): Router =>
  routes((route) => {
    const comments = {
      ids: sent(lists.commentIds, same, commentIdListSchema),
      row: sent(lists.commentRows, presentCommentRow, commentRowListSchema),
      whole: sent(lists.comments, presentComment, commentListSchema),
    };
    const queue = {
      ids: sent(lists.queueIds, same, queueIdListSchema),
      row: sent(lists.queueRows, presentQueueRow, queueRowListSchema),
      whole: sent(lists.queue, presentQueueItem, queueListSchema),
    };
    route('get /comments', { query: commentListQuerySchema }, ({ query, req, res }) =>
      comments[query.fields ?? 'whole'](query, req, res),
    );
    route('get /queue', { query: queueListQuerySchema }, ({ query, req, res }) =>
      queue[query.fields ?? 'whole'](query, req, res),
    );
    route(
      'get /queue/index',
      { query: workIndexQuerySchema, response: workIndexSchema },
      async ({ query }) => (await lists.workIndex(query.ids)).map(presentWorkEntry),
    );
    route(
      'get /queue/export',
      { query: queueExportQuerySchema },
      async ({ query: { format }, res }) => {
        const items = lists.wholeQueue();
        res.attachment(`chime-in-queue.${format}`);
        const present = (batch: Queued<ShownComment>[]) =>
          queueListSchema.parse(batch.map(presentQueueItem));
        await streamText(
          res,
          format === 'csv' ? queueCsv(items, present) : jsonArray(items, present),
        );
      },
    );
  });
