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

describe('sendList', () => {
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

  it('sends all batches as one array, and no batches as an empty array', async () => {
    async function* batches() {
      yield [1, 2];
      yield [3];
    }
    expect(await (await fetch(await serve(batches()))).json()).toEqual(['1', '2', '3']);
    async function* none() {}
    expect(await (await fetch(await serve(none()))).json()).toEqual([]);
  });

  it('responds with a problem when reading fails before the first row (rule 10.2)', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first batch.
    async function* broken(): AsyncGenerator<number[]> {
      throw new Error('no database');
    }
    const answer = await fetch(await serve(broken()));
    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      { code: 'internal' },
    ]);
  });

  it('closes the connection when reading fails later, so that a partial list is not taken for complete', async () => {
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
    'stops reading when a client with %s encoding goes away',
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
      const request = get(await serve(endless()), {
        headers: { 'Accept-Encoding': encoding },
      });
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
