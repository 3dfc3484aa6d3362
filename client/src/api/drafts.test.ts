import { expect, it } from 'vitest';
import { aComment, anAnalysis } from '../testing/factories.ts';
import { createFakeServer, held } from '../testing/fake-server.ts';
import { observe, settled, setUpLiveUpdates } from '../testing/live-updates.ts';
import { createQueryClient } from './auth.ts';
import { commentQuery, readAgain } from './drafts.ts';

const stops = setUpLiveUpdates();

it('an answer that was requested before a reading does not hide the reading', async () => {
  const before = aComment({ qualityScore: 60 });
  const after = aComment({ qualityScore: 80 });
  const early = held([before]);
  createFakeServer()
    .on('GET /api/comments', [after])
    .once('GET /api/comments', early.answer)
    .on('POST /api/comments/:id/read', { comment: after, analysis: anAnalysis() });
  const client = createQueryClient();
  const query = commentQuery(before.id);
  client.setQueryData(query.queryKey, before);
  stops.push(observe(client, query));
  const shown: unknown[] = [];
  stops.push(
    client.getQueryCache().subscribe(() => {
      const score = client.getQueryData(query.queryKey)?.qualityScore;
      if (score !== shown.at(-1)) shown.push(score);
    }),
  );
  void client.invalidateQueries({ queryKey: query.queryKey });

  await readAgain(client, before);
  early.release();
  await settled(client);

  expect(shown).toEqual([60, 80]);
});
