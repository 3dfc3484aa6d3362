import type { QueueItem } from '#shared/contracts/queue.ts';
import { videoLink } from './youtube-links.ts';

const COLUMNS: readonly [string, (item: QueueItem) => string | number | boolean | null][] = [
  ['Video', (item) => item.comment.video.title],
  ['Channel', (item) => item.comment.video.channelTitle],
  ['Link', (item) => videoLink(item.comment.video.youtubeId)],
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

/** Starts with the byte order mark by which spreadsheets recognize UTF-8. */
export function queueCsv(items: readonly QueueItem[]): string {
  const rows = [
    COLUMNS.map(([name]) => name),
    ...items.map((item) => COLUMNS.map(([, read]) => cell(read(item)))),
  ];
  return `\uFEFF${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
}

export function queueCsvName(now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `chime-in-queue-${day.join('-')}.csv`;
}
