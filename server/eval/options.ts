import { parseArgs } from 'node:util';
import { evalVideos } from './videos.ts';

export interface EvalOptions {
  /** How many of the videos. */
  limit: number;
  month: boolean;
}

const usage = `npm run eval -- [--limit 1..${evalVideos.length}]   drafts for the fixed videos, measured
npm run eval -- --month            a simulated month with and without what is learned from edits`;

/** What the command line asks for. @throws Error with the usage. */
export function readOptions(args: string[]): EvalOptions {
  const { values } = parseArgs({
    args,
    options: {
      limit: { type: 'string', default: String(evalVideos.length) },
      month: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > evalVideos.length) throw new Error(usage);
  return { limit, month: values.month };
}
