import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load } from './load.ts';

export async function ratePerSecond(
  url: string,
  headers: Record<string, string>,
  end: Load['end'],
): Promise<number> {
  const workerData: Load = { url, headers, end, connections: 8 };
  const worker = new Worker(new URL('./load.ts', import.meta.url), { workerData });
  const [rate] = await once(worker, 'message');
  await worker.terminate();
  return Number(rate);
}
