import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { errorCode } from '../core/errors.ts';

/** Throws before the headers are sent if the first chunk fails. */
export async function streamText(
  res: Response,
  chunks: AsyncGenerator<string>,
): Promise<void> {
  const first = await chunks.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  await sendStream(res, Readable.from(all()));
}

/** Stops reading without an error if the client disconnects. */
export async function sendStream(res: Response, content: Readable): Promise<void> {
  if (res.destroyed) return void content.destroy();
  await pipeline(content, res).catch((error: unknown) => {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
