import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listen, trackRequests } from './server.ts';

function newServer() {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

it('returns the port the system chose', async () => {
  const port = await listen(newServer(), { host: '127.0.0.1', port: 0 });
  expect(port).toBeGreaterThan(0);
});

it('keeps idle connections longer than a reverse proxy does', async () => {
  const server = newServer().on('request', (_req, res) => res.end());
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await answer.text();
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
  server.closeAllConnections();
});

it('says what to do about a port in use', async () => {
  const port = await listen(newServer(), { host: '127.0.0.1', port: 0 });
  await expect(listen(newServer(), { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is already in use, perhaps by another Chime In. Stop that program, or set PORT to another number.`,
  );
});

it('says what to do about an address that is not of this machine', async () => {
  await expect(listen(newServer(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(/Set HOST to an address/);
});

const refuse: RequestListener = (_req, res) => {
  res.writeHead(503, { Connection: 'close' }).end('Come back later.');
};

async function startServer(answer: (path: string, res: ServerResponse) => void) {
  const server = createServer((req, res) => answer(req.url ?? '', res));
  const requests = trackRequests(server);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, port, url: `http://127.0.0.1:${port}` };
}

it('is quiet when nothing was asked', async () => {
  const { requests } = await startServer(() => {});
  await requests.quiet(refuse);
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
  const quiet = requests.quiet(refuse).then(() => {
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
  await requests.quiet(refuse);
});

it('refuses a request whose body has not arrived whole, and does not wait for the rest', async () => {
  const asked: string[] = [];
  const { requests, port } = await startServer((path) => asked.push(path));
  const client = connect(port, '127.0.0.1');
  client.write('POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
  await expect.poll(() => asked).toEqual(['/half']);
  await requests.quiet(refuse);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 503 .*Come back later\./s);
});

it('lets a request that has arrived whole be answered', async () => {
  const open: ServerResponse[] = [];
  const { requests, url } = await startServer((_path, res) => open.push(res));
  const answer = fetch(url, { method: 'POST', body: 'whole' });
  await expect.poll(() => open.length).toBe(1);
  const quiet = requests.quiet(refuse);
  open[0]?.end('done');
  await quiet;
  expect(await (await answer).text()).toBe('done');
});
