import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A reply, or a way to give none. */
export type ScriptedAnswer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'cut-off';

/** A loopback server that answers request n with entry n of `script`, then with the last. Close it at the end. */
export async function scriptedServer(script: readonly ScriptedAnswer[], onHang = () => {}) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://loopback');
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const answer = script[Math.min(received.length, script.length - 1)] ?? {};
    received.push({
      method: req.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: req.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    if (answer === 'hang') onHang();
    else reply(res, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ScriptedServer = Awaited<ReturnType<typeof scriptedServer>>;

function reply(res: ServerResponse, answer: Exclude<ScriptedAnswer, 'hang'>): void {
  if (answer === 'reset') {
    res.socket?.resetAndDestroy();
    return;
  }
  if (answer === 'cut-off') {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    res.write('{"kind":', () => res.socket?.destroy());
    return;
  }
  const isText = answer.text !== undefined;
  res.writeHead(answer.status ?? 200, {
    'content-type': isText ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8',
    ...answer.headers,
  });
  res.end(answer.text ?? JSON.stringify(answer.json ?? {}));
}
