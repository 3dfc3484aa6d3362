import type { Request, Response } from 'express';
import type { z } from 'zod';
import { streamText } from './send-stream.ts';

interface List<Row> {
  total: number;
  cursor: string | null;
  rows: Row[] | AsyncIterable<Row[]>;
}

/**
 * Sends one page of a list. The Link header leads to the next page with the same query
 * (rule 10.6).
 */
export async function sendList<Row, Shown>(
  req: Request,
  res: Response,
  { total, cursor, rows }: List<Row>,
  {
    present,
    contract,
  }: { present: (row: Row) => Shown; contract: z.ZodType<unknown[], Shown[]> },
): Promise<void> {
  const presented = (batch: Row[]) => contract.parse(batch.map(present));
  res.set('X-Total-Count', String(total));
  if (cursor !== null) res.links({ next: withCursor(req.originalUrl, cursor) });
  if (Array.isArray(rows)) res.json(presented(rows));
  else await streamText(res.type('json'), jsonArray(rows, presented));
}

function withCursor(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams}`;
}

/** Writes a JSON array with one element per line. */
export async function* jsonArray<Row>(
  batches: AsyncIterable<Row[]>,
  present: (batch: Row[]) => unknown[],
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const batch of batches) {
    yield before +
      present(batch)
        .map((each) => JSON.stringify(each))
        .join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}
