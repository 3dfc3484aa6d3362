import { startTestApp } from '../testing/app.ts';
import { exactly, type Finding } from './finding.ts';
import { startOutside } from './outside.ts';
import type { BenchDatabase, World } from './world.ts';

const searchPath = '/api/videos/search?q=how&maxResults=50';

async function measure({ name, database }: BenchDatabase): Promise<Finding[]> {
  const outside = await startOutside({ latencyMs: () => 0 });
  const app = await startTestApp({ database, between: outside.between });
  try {
    const owner = await app.signedIn();
    /** Calls that leave the process for one request: to YouTube, and to the model. */
    const callsFor = async (path: string) => {
      outside.forget();
      const answer = await owner.get(path);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return { youtube: outside.count('/youtube/'), model: outside.count('/chat/completions') };
    };
    const cold = await callsFor(searchPath);
    const again = await callsFor(searchPath);
    const intelligent = await callsFor(`${searchPath}&intelligent=true`);
    const row = (what: string, count: number, wanted: number, against: string): Finding => ({
      what: `${what}, ${name}`,
      ours: String(count),
      against,
      value: count,
      target: exactly(wanted),
    });
    return [
      row('calls to YouTube for a search of 50', cold.youtube, 2, 'search.list, videos.list'),
      row('calls to YouTube for the same search again', again.youtube, 0, 'none'),
      row('model calls in intelligent mode', intelligent.model, 10, 'five videos each'),
    ];
  } finally {
    await app.close();
    await outside.close();
  }
}

export const searchCalls = (world: World): Promise<Finding[]> => world.onEach(measure);
