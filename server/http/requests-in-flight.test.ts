import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';
import { trackRequests } from './requests-in-flight.ts';

async function startServer(answer: (path: string, res: ServerResponse) => void) {
  const server = createServer((req, res) => answer(req.url ?? '', res));
  const requests = trackRequests(server);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, url: `http://127.0.0.1:${port}` };
}

it('is quiet when nothing was asked', async () => {
  const { requests } = await startServer(() => {});
  await requests.quiet();
});

it.each<[string, RequestInit]>([
  ['an answer', {}],
  // It ends by itself, unlike the stream of changes.
  ['a draft that comes word by word', { method: 'POST', headers: { Accept: 'text/event-stream' } }],
])('waits for %s, but not for the stream of changes', async (_, request) => {
  const open: ServerResponse[] = [];
  const { requests, url } = await startServer((path, res) => {
    if (path === '/events') res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    else open.push(res);
  });
  const stream = await fetch(`${url}/events`, { headers: { Accept: 'text/event-stream' } });
  const answers = [fetch(`${url}/one`, request), fetch(`${url}/two`, request)];
  await expect.poll(() => open.length).toBe(2);

  let isQuiet = false;
  const quiet = requests.quiet().then(() => {
    isQuiet = true;
  });
  open[0]?.end();
  await Promise.race(answers);
  expect(isQuiet).toBe(false);
  open[1]?.end();
  await Promise.all([...answers, quiet]);
  await stream.body?.cancel();
});

it('does not wait for somebody who has gone away', async () => {
  const gone = new AbortController();
  let asked = false;
  const { requests, url } = await startServer(() => {
    asked = true;
  });
  const answer = fetch(url, { signal: gone.signal }).catch(() => null);
  await expect.poll(() => asked).toBe(true);
  gone.abort();
  await answer;
  await requests.quiet();
});
