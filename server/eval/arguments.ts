import { parseArgs } from 'node:util';
import { evalVideos } from './eval-data.ts';

const groundedVideos = 20;

const usage = `npm run eval -- [--limit 1..${evalVideos.length}]                drafts for the fixed videos, measured
npm run eval -- --grounded [--limit 1..${groundedVideos}]     labelled sentences and drafts against their sources`;

export interface EvalArguments {
  isGrounded: boolean;
  /** Videos to draft for. */
  limit: number;
}

/** Throws with the usage. */
export function readArguments(args: string[]): EvalArguments {
  const { values } = parseArgs({
    args,
    options: { grounded: { type: 'boolean', default: false }, limit: { type: 'string' } },
  });
  const most = values.grounded ? groundedVideos : evalVideos.length;
  const limit = Number(values.limit ?? most);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw new Error(usage);
  return { isGrounded: values.grounded, limit };
}
