import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';

interface List<Row> {
  total: { count: number; orMore: boolean };
  cursor: string | null;
  rows: Row[] | AsyncIterable<Row[]>;
}

/** Link leads to the next page with the same query (rule 10.6). */
export async function sendList<Row, Shown>(
  req: Request,
  res: Response,
  { total, cursor, rows }: List<Row>,
  { present, contract }: { present: (row: Row) => Shown; contract: z.ZodType<unknown[], Shown[]> },
): Promise<void> {
  const presented = (batch: Row[]) => contract.parse(batch.map(present));
  res.set('X-Total-Count', `${total.count}${total.orMore ? '+' : ''}`);
  if (cursor !== null) res.links({ next: withCursor(req.originalUrl, cursor) });
  if (Array.isArray(rows)) res.json(presented(rows));
  else await streamText(res.type('json'), jsonArray(rows, presented));
}

function withCursor(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams}`;
}

/** One element a line. */
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

type Cell = string | number | boolean | null;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Quotes a leading = + - @: spreadsheets run it as a formula, and strangers write these texts. */
function cell(value: Cell): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Throws before the headers go out if the first chunk fails; a client that goes away ends the reading. */
export async function streamText(res: Response, chunks: AsyncGenerator<string>): Promise<void> {
  const first = await chunks.next();
  let failure: unknown = null;
  async function* all() {
    if (!first.done) yield first.value;
    try {
      yield* chunks;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  await pipeline(Readable.from(all()), res).catch(() => undefined);
  if (failure !== null) throw failure;
}

/** Event streams must not wait in a buffer, and backups are compressed already. */
export function compressed(): RequestHandler {
  return compression({
    threshold: 1_000,
    filter: (_req, res) =>
      /^(application\/(problem\+)?json|text\/csv)/.test(String(res.getHeader('Content-Type'))),
  });
}
