import { describe, expect, it } from 'vitest';
import { aComment, aQueueItem, aVideo } from '../testing/factories.ts';
import { queueCsv, queueCsvName } from './queue-csv.ts';

describe('the exported queue', () => {
  it('starts with a byte order mark and the column names', () => {
    expect(queueCsv([])).toBe(
      '\uFEFFVideo,Channel,Link,Status,Style,Quality,Comment,Created,Scheduled for,Auto-post\r\n',
    );
  });

  it('quotes commas, quotes and line breaks', () => {
    const video = aVideo({ title: 'Commas, "quotes"', youtubeId: 'a b' });
    const comment = aComment({ video, content: 'Two\nlines' });
    const [, row] = queueCsv([aQueueItem({ comment })]).split('\r\n');
    expect(row).toBe(
      '"Commas, ""quotes""",Cluster Notes,https://www.youtube.com/watch?v=a%20b,pending,insightful,82,"Two\nlines",2026-11-20T09:00:00.000Z,,false',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('does not let %j run as a formula', (content) => {
    expect(queueCsv([aQueueItem({ comment: aComment({ content }) })])).toContain(`'${content}`);
  });

  it('is named after the day', () => {
    expect(queueCsvName(new Date(2026, 0, 5))).toBe('chime-in-queue-2026-01-05.csv');
  });
});
