import type { Page, Request } from '@playwright/test';
import { expect } from './app.ts';

export interface Call {
  method: string;
  path: string;
  /**
   * Size of the request's and the response's body, uncompressed. Streams are not counted.
   */
  bytes: number;
  /** Number of rows if the response is a list. */
  rows: number;
}

const often = { intervals: [20] };

interface Traffic {
  readonly calls: readonly Call[];
  /**
   * Resolves when no request is running; after a `change`, not before the page has
   * received an event.
   */
  settle(kind: 'look' | 'change'): Promise<void>;
}

export async function watchTraffic(page: Page): Promise<Traffic> {
  const calls: Call[] = [];
  let underWay = 0;
  let events = 0;
  let heard = 0;

  const pathOf = (request: Request) => new URL(request.url()).pathname;
  const isCall = (request: Request) =>
    pathOf(request).startsWith('/api/') && pathOf(request) !== '/api/events';

  async function bodyOf(request: Request): Promise<Buffer> {
    const answer = await request.response();
    const isWhole =
      answer &&
      answer.status() !== 204 &&
      !answer.headers()['content-type']?.includes('event-stream');
    return isWhole ? answer.body() : Buffer.alloc(0);
  }

  function rowsOf(request: Request, body: Buffer): number {
    if (
      request.method() !== 'GET' ||
      !['/api/comments', '/api/queue'].includes(pathOf(request))
    )
      return 0;
    const list: unknown = JSON.parse(body.toString() || '[]');
    return Array.isArray(list) ? list.length : 0;
  }

  async function end(request: Request, reading: Promise<Buffer>): Promise<void> {
    const body = await reading;
    const { pathname, search } = new URL(request.url());
    calls.push({
      method: request.method(),
      path: `${pathname}${search}`,
      bytes: body.length + (request.postDataBuffer()?.length ?? 0),
      rows: rowsOf(request, body),
    });
    underWay -= 1;
  }

  page.on('request', (request) => {
    if (isCall(request)) underWay += 1;
  });
  page.on('requestfinished', (request) => {
    if (isCall(request)) void end(request, bodyOf(request));
  });
  page.on('requestfailed', (request) => {
    if (isCall(request)) void end(request, Promise.resolve(Buffer.alloc(0)));
  });
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Network.eventSourceMessageReceived', () => {
    events += 1;
  });
  await cdp.send('Network.enable');

  return {
    calls,
    async settle(kind) {
      if (kind === 'change')
        await expect.poll(() => events, often).toBeGreaterThan(heard);
      const seen = () => `${underWay} ${calls.length} ${events}`;
      for (let before = ''; before !== seen(); ) {
        await expect.poll(() => underWay, often).toBe(0);
        before = seen();
        // A page that reacts to a response or an event sends its next request within two
        // frames.
        await page.evaluate(
          () =>
            new Promise((resolve) =>
              requestAnimationFrame(() => requestAnimationFrame(resolve)),
            ),
        );
      }
      heard = events;
    },
  };
}
