import { startTestApp } from '../testing/app.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { exactly, type Finding } from './finding.ts';
import { startProxy } from './proxy.ts';

const searchPath = '/api/videos/search?q=how&maxResults=50';

async function measure({ name, database }: BenchDatabase): Promise<Finding[]> {
  const proxy = await startProxy({ latencyMs: () => 0 });
  const app = await startTestApp({ database, between: proxy.between });
  try {
    const owner = await app.signedIn();
    const callsFor = async (path: string) => {
      proxy.forget();
      const answer = await owner.get(path);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return { youtube: proxy.count('/youtube/'), model: proxy.count('/chat/completions') };
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
    await proxy.close();
  }
}

export const searchCalls = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
