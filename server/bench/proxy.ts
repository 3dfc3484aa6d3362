import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../http/server.ts';
import type { SandboxAddresses } from '../testing/app.ts';

interface ProxyOptions {
  latencyMs: (path: string) => number;
  answer?: (path: string) => object | null;
}

/** Delays and counts the calls between the app and the sandbox. */
export async function startProxy({ latencyMs, answer = () => null }: ProxyOptions) {
  const calls: { path: string; url: string; authorization: string }[] = [];
  let sandbox: SandboxAddresses | null = null;

  async function pass(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    await delay(latencyMs(path));
    const own = answer(path);
    if (own) {
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(own));
      return;
    }
    const { host: _host, connection: _connection, ...headers } = req.headers;
    const response = await fetch(new URL(req.url ?? '/', sandbox?.googleOrigin), {
      method: req.method ?? 'GET',
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? 'text/plain';
    const location = response.headers.get('location');
    res.writeHead(response.status, { 'Content-Type': type, ...(location && { Location: location }) });
    res.end(bytes);
  }

  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://proxy').pathname;
    calls.push({ path, url: `${origin}${req.url}`, authorization: req.headers.authorization ?? '' });
    pass(req, res, path).catch((error) => res.destroy(error));
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${port}`;

  return {
    calls,
    between(real: SandboxAddresses): SandboxAddresses {
      sandbox = real;
      return { googleOrigin: origin, modelBaseUrl: `${origin}${new URL(real.modelBaseUrl).pathname}` };
    },
    count: (part: string) => calls.filter(({ path }) => path.includes(part)).length,
    forget: () => void calls.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
