import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../config/config.ts';
import type { Change } from '../core/events.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const test = testDatabase('once');
let app: TestApp;

const startApp = (options: { env?: Environment } = {}) =>
  startTestApp({ database: test.database, ...options });

async function ownApp(options?: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const own = await startApp(options);
  onTestFinished(own.close);
  return own;
}

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('live events (rule 10.5)', () => {
  async function listen(browser: Browser) {
    const response = await browser.get('/api/events');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    return {
      async until(wanted: string): Promise<string> {
        while (!text.includes(wanted)) {
          const { value, done } = (await reader?.read()) ?? {
            value: undefined,
            done: true,
          };
          if (done) return `${text}[ended]`;
          text += value;
        }
        return text;
      },
      close: () => reader?.cancel(),
    };
  }

  const many = Array.from({ length: 1001 }, (_, index) => ({ comment: index + 1 }));

  it.each<[string, Change[][], string]>([
    [
      'all changes, gathered into one event',
      [
        [{ comment: 7 }, 'stats'],
        [{ comment: 7 }, { comment: 8 }, { video: 9 }],
      ],
      '{"resources":["stats"],"comments":[7,8],"videos":[9]}',
    ],
    [
      'whole resources when more than a thousand rows changed',
      [[...many, 'stats']],
      '{"resources":["stats","comments","queue"],"comments":[],"videos":[]}',
    ],
  ])('name %s', async (_what, changes, said) => {
    const stream = await listen(await app.signedIn());
    await stream.until('retry:');
    for (const each of changes) app.context.events.changed(...each);
    expect(await stream.until('data:')).toContain(`data: ${said}\n\n`);
    await stream.close();
  });

  it('follow a change made through the API', async () => {
    const me = await app.signedIn();
    const stream = await listen(me);
    await me.post('/api/voice-profiles', { name: 'Mine' });
    expect(await stream.until('data:')).toContain('voice-profiles');
    await stream.close();
  });

  describe('in two browsers', () => {
    async function twoBrowsers() {
      const own = await ownApp();
      const here = await own.signedIn();
      const there = await own.signedIn();
      return {
        own,
        here,
        hereEvents: await listen(here),
        thereEvents: await listen(there),
      };
    }

    it('end in the browser whose session ends, and tell the other one', async () => {
      const { here, hereEvents, thereEvents } = await twoBrowsers();
      await here.post('/api/auth/logout');
      expect(await hereEvents.until('never said')).toContain('[ended]');
      expect(await thereEvents.until('data:')).toContain('auth');
    });

    it('end with the server', async () => {
      const { own, hereEvents, thereEvents } = await twoBrowsers();
      await own.context.jobs.stop();
      for (const events of [hereEvents, thereEvents])
        expect(await events.until('never said')).toContain('[ended]');
    });
  });
});
