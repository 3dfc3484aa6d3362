import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load } from './load.ts';

/** Answers per second to four clients in a thread of their own, after a warm-up. */
export async function ratePerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const workerData: Load = { url, headers, seconds: 4 };
  const worker = new Worker(new URL('./load.ts', import.meta.url), { workerData });
  const [perSecond] = await once(worker, 'message');
  await worker.terminate();
  return Number(perSecond);
}
