import { describe, expect, it } from 'vitest';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const header =
  '\uFEFFVideo,Channel,Link,Status,Style,Quality,Comment,Created,Scheduled for,Auto-post\r\n';

/**
 * Queues comments with these texts, and returns the exported CSV with its byte order
 * mark.
 */
async function csvOf(...contents: string[]): Promise<string> {
  for (const [index, content] of contents.entries()) {
    const names = {
      title: 'Commas, "quotes"',
      youtubeId: `a b${index}`,
      channelTitle: 'Cluster Notes',
    };
    const video = await makeVideo(test.db, names);
    const comment = await makeComment(test.db, {
      videoId: video.id,
      content,
      createdAt: test.now(),
    });
    await makeQueueItem(test.db, { commentId: comment.id });
  }
  const csv = await test.me.get('/api/queue/export?format=csv');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer());
}

it.each(['?format=xml', ''])(
  'an export is refused with the query “%s”, which names no known format',
  async (query) => {
    await expectProblem(
      await test.me.get(`/api/queue/export${query}`),
      400,
      'invalid_request',
    );
  },
);

describe('the exported CSV of the queue', () => {
  it('of an empty queue is one byte order mark and one header row', async () => {
    expect(await csvOf()).toBe(header);
  });

  it('has one row for each item after the header row', async () => {
    const text = await csvOf('One.', 'Two.');
    expect(text.startsWith(header)).toBe(true);
    // The text ends with a line break.
    expect(text.split('\r\n')).toHaveLength(4);
  });

  it('quotes commas, quotes and line breaks', async () => {
    const rows = (await csvOf('Two\nlines', 'Two.')).split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toBe(
      `"Commas, ""quotes""",Cluster Notes,https://www.youtube.com/watch?v=a%20b0,pending,insightful,82,"Two\nlines",${test.now().toISOString()},,false`,
    );
  });

  it('has no score when the text was edited after scoring', async () => {
    await test.queued({ content: 'As edited.', generatedContent: 'As drafted.' });
    expect(await csvOf()).toContain('insightful,,As edited.,');
  });

  it('does not let a text run as a formula in a spreadsheet', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'];
    const text = await csvOf(...formulas);
    for (const content of formulas) expect(text).toContain(`,'${content},`);
  });
});
