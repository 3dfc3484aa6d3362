import { parseArgs } from 'node:util';
import { evalVideos } from './videos.ts';

const usage = `npm run eval -- [--limit 1..${evalVideos.length}]   drafts for the fixed videos, measured`;

/** Returns how many of the videos are wanted. Throws an Error with the usage. */
export function readLimit(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { limit: { type: 'string', default: String(evalVideos.length) } },
  });
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > evalVideos.length) throw new Error(usage);
  return limit;
}
