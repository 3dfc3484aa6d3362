import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface Load {
  url: string;
  headers: Record<string, string>;
  end: { seconds: number } | { answers: number };
  connections: number;
}

const load: Load = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });

function answer(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(load.url, { agent, headers: load.headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${load.url} answered ${response.statusCode}.`));
      response.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

async function answersUntil(isOver: (answers: number) => boolean): Promise<number> {
  let answers = 0;
  const client = async () => {
    while (!isOver(answers)) {
      answers += 1;
      await answer();
    }
  };
  await Promise.all(Array.from({ length: load.connections }, client));
  return answers;
}

const { end } = load;
const begun = performance.now();
const over = (answers: number) =>
  'seconds' in end ? performance.now() - begun > end.seconds * 1000 : answers >= end.answers;
const answers = await answersUntil(over);
parentPort?.postMessage((1000 * answers) / (performance.now() - begun));
agent.destroy();
