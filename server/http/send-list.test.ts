import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { served } from '../testing/processes.ts';
import { compressed } from './compression.ts';
import { errorHandler } from './handle.ts';
import { sendList } from './send-list.ts';

describe('send list', () => {
  const reported: unknown[] = [];

  async function serve(rows: AsyncIterable<number[]>): Promise<string> {
    const app = express();
    app.use(compressed());
    app.get('/', (req, res) =>
      sendList(
        req,
        res,
        { total: 5, cursor: null, rows },
        { present: String, contract: z.array(z.string()) },
      ),
    );
    app.use(errorHandler((error) => reported.push(error)));
    return served(app);
  }

  it('sends all batches as one array, and an empty one', async () => {
    async function* batches() {
      yield [1, 2];
      yield [3];
    }
    expect(await (await fetch(await serve(batches()))).json()).toEqual(['1', '2', '3']);
    async function* none() {}
    expect(await (await fetch(await serve(none()))).json()).toEqual([]);
  });

  it('answers a failure before the first row as a problem (rule 10.2)', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first batch.
    async function* broken(): AsyncGenerator<number[]> {
      throw new Error('no database');
    }
    const answer = await fetch(await serve(broken()));
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('cuts the connection at a later failure, so that no short list is taken for all', async () => {
    reported.length = 0;
    const failure = new Error('the database went away');
    async function* broken() {
      yield [1];
      throw failure;
    }
    const address = await serve(broken());
    await expect(fetch(address).then((answer) => answer.text())).rejects.toThrow();
    expect(reported).toEqual([failure]);
  });

  it.each(['identity', 'gzip'])(
    'reads no further than a client of %s takes, and ends with it',
    async (encoding) => {
      reported.length = 0;
      let read = 0;
      let ended: () => void = () => {};
      const end = new Promise<void>((resolve) => {
        ended = resolve;
      });
      async function* endless() {
        try {
          for (;;) {
            read += 1;
            yield Array.from({ length: 10_000 }, () => Math.random());
          }
        } finally {
          ended();
        }
      }
      const request = get(await serve(endless()), { headers: { 'Accept-Encoding': encoding } });
      const [answer] = await once(request, 'response');
      answer.pause();
      request.destroy();
      await end;
      expect(read).toBeLessThan(200);
      // A report would come a little later.
      await sleep(20);
      expect(reported).toEqual([]);
    },
  );
});
