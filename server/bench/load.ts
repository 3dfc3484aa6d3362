import { parentPort, workerData } from 'node:worker_threads';

/** What rate.ts asks of this thread, which stands for the clients, so that they cost the server nothing. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  seconds: number;
}

const SIDE_BY_SIDE = 4;

async function answersWithin(load: Load, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answers = 0;
  const client = async () => {
    while (performance.now() < end) {
      const response = await fetch(load.url, { headers: load.headers });
      if (!response.ok) throw new Error(`A request was answered with ${response.status}.`);
      await response.arrayBuffer();
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, client));
  return answers;
}

const load: Load = workerData;
await answersWithin(load, load.seconds / 4);
const begun = performance.now();
const answers = await answersWithin(load, load.seconds);
parentPort?.postMessage((1000 * answers) / (performance.now() - begun));
