import { Router } from 'express';
import { commentListSchema, queueListSchema } from '#shared/contracts/comment-detail.ts';
import { commentIdListSchema, commentRowListSchema } from '#shared/contracts/comments.ts';
import { commentListQuerySchema, queueListQuerySchema } from '#shared/contracts/lists.ts';
import {
  type QueueRow,
  queueExportQuerySchema,
  queueIdListSchema,
  queueRowListSchema,
} from '#shared/contracts/queue.ts';
import { routeOn } from '../../http/handle.ts';
import { csvLine, jsonArray, sendList, streamText } from '../../http/live-stream.ts';
import {
  presentComment,
  presentCommentRow,
  presentQueueItem,
  presentQueueRow,
  type Queued,
  type ShownComment,
} from './comment.view.ts';
import type { CommentListsService } from './lists.service.ts';

const columns: readonly [string, (item: QueueRow) => string | number | boolean | null][] = [
  ['Video', (item) => item.comment.video.title],
  ['Channel', (item) => item.comment.video.channelTitle],
  ['Link', (item) => `https://www.youtube.com/watch?v=${encodeURIComponent(item.comment.video.youtubeId)}`],
  ['Status', (item) => item.comment.status],
  ['Style', (item) => item.comment.style],
  ['Quality', (item) => item.comment.qualityScore],
  ['Comment', (item) => item.comment.content],
  ['Created', (item) => item.comment.createdAt],
  ['Scheduled for', (item) => item.scheduledFor],
  ['Auto-post', (item) => item.autoPost],
];

const line = (item: QueueRow) => csvLine(columns.map(([, read]) => read(item)));

/** Starts with the byte order mark by which spreadsheets recognize UTF-8. */
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

interface Deps {
  lists: CommentListsService;
}

const same = <Row>(row: Row) => row;

export function listRoutes({ lists }: Deps): Router {
  const router = Router();
  const route = routeOn(router);

  route('get /comments', { query: commentListQuerySchema }, async ({ query, req, res }) => {
    if (query.fields === 'ids') {
      const ids = await lists.commentIds(query);
      return sendList(req, res, ids, { present: same, contract: commentIdListSchema });
    }
    if (query.fields === 'row') {
      const rows = await lists.commentRows(query);
      return sendList(req, res, rows, { present: presentCommentRow, contract: commentRowListSchema });
    }
    const whole = await lists.comments(query);
    return sendList(req, res, whole, { present: presentComment, contract: commentListSchema });
  });
  route('get /queue', { query: queueListQuerySchema }, async ({ query, req, res }) => {
    if (query.fields === 'ids') {
      const ids = await lists.queueIds(query);
      return sendList(req, res, ids, { present: same, contract: queueIdListSchema });
    }
    if (query.fields === 'row') {
      const rows = await lists.queueRows(query);
      return sendList(req, res, rows, { present: presentQueueRow, contract: queueRowListSchema });
    }
    const whole = await lists.queue(query);
    return sendList(req, res, whole, { present: presentQueueItem, contract: queueListSchema });
  });
  route('get /queue/export', { query: queueExportQuerySchema }, async ({ query: { format }, res }) => {
    const items = lists.wholeQueue();
    res.attachment(`chime-in-queue.${format}`);
    const present = (batch: Queued<ShownComment>[]) => queueListSchema.parse(batch.map(presentQueueItem));
    await streamText(res, format === 'csv' ? queueCsv(items, present) : jsonArray(items, present));
  });

  return router;
}
