import type { QueueRow } from '#shared/contracts/queue.ts';

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

/** Quotes a leading = + - @: spreadsheets run it as a formula, and strangers write these texts. */
function cell(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (item: QueueRow) => `${columns.map(([, read]) => cell(read(item))).join(',')}\r\n`;

/** Starts with the byte order mark by which spreadsheets recognize UTF-8. */
export async function* queueCsv<Item>(
  batches: AsyncIterable<Item[]>,
  present: (item: Item) => QueueRow,
): AsyncGenerator<string> {
  let before = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`;
  for await (const items of batches) {
    yield before + items.map((item) => line(present(item))).join('');
    before = '';
  }
  yield before;
}
