import { describe, expect, it } from 'vitest';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { queueCsv } from './queue-csv.rules.ts';

const anItem = (content: string, video: Partial<QueueRow['comment']['video']> = {}): QueueRow => ({
  id: 1,
  commentId: 2,
  priority: 0,
  scheduledFor: null,
  autoPost: false,
  dueAt: null,
  blockedReason: null,
  heldDetail: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  comment: {
    id: 2,
    videoId: 3,
    content,
    gaps: [],
    style: 'insightful',
    qualityScore: 82,
    voiceProfileId: 1,
    status: 'pending',
    revision: 1,
    failureCode: null,
    failureReason: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    postedAt: null,
    youtubeUrl: null,
    likeCount: null,
    replyCount: null,
    outcomesCheckedAt: null,
    visibility: null,
    visibilityReason: null,
    visibilityCheckedAt: null,
    isExample: false,
    withdrawnAt: null,
    answers: null,
    posting: null,
    inQueue: true,
    video: {
      id: 3,
      youtubeId: 'abc',
      title: 'A talk',
      channelTitle: 'Cluster Notes',
      channelId: 'UC1',
      viewCount: 5,
      ...video,
    },
  },
});

async function csvOf(...batches: QueueRow[][]): Promise<string> {
  async function* items() {
    yield* batches;
  }
  let text = '';
  for await (const chunk of queueCsv(items(), (item) => item)) text += chunk;
  return text;
}

const header = '\uFEFFVideo,Channel,Link,Status,Style,Quality,Comment,Created,Scheduled for,Auto-post\r\n';

describe('the exported queue', () => {
  it('starts with a byte order mark and the column names, once', async () => {
    expect(await csvOf()).toBe(header);
    const text = await csvOf([anItem('One.')], [anItem('Two.')]);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text.startsWith(header)).toBe(true);
  });

  it('quotes commas, quotes and line breaks', async () => {
    const text = await csvOf([anItem('Two\nlines', { title: 'Commas, "quotes"', youtubeId: 'a b' })]);
    expect(text.split('\r\n')[1]).toBe(
      '"Commas, ""quotes""",Cluster Notes,https://www.youtube.com/watch?v=a%20b,pending,insightful,82,"Two\nlines",2026-11-20T09:00:00.000Z,,false',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('does not let %j run as a formula', async (content) => {
    expect(await csvOf([anItem(content)])).toContain(`'${content}`);
  });
});
