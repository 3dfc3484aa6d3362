import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

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
