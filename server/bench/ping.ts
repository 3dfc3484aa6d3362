import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 5;
const url: string = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function wait(): Promise<number> {
  const begun = performance.now();
  const [answer]: IncomingMessage[] = await once(get(url, { agent }), 'response');
  if (answer?.statusCode !== 200) throw new Error(`${url} answered ${answer?.statusCode}.`);
  await once(answer.resume(), 'end');
  return performance.now() - begun;
}

// The connection is made before anything is measured.
await wait();
parentPort?.postMessage('ready');
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
let longest = 0;
while (!isOver) {
  longest = Math.max(longest, await wait());
  await delay(EVERY_MS);
}
agent.destroy();
parentPort?.postMessage(longest);
