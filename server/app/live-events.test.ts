import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { authUserResponseSchema } from '#shared/contracts/status.ts';
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
  const lastEventId = async (browser: Browser) => {
    const user = await (await browser.get('/api/auth/user')).json();
    return authUserResponseSchema.parse(user).lastEventId ?? '';
  };

  /** Opens a stream that begins after this event, or after the newest one. */
  async function listen(browser: Browser, after?: string) {
    const id = after ?? (await lastEventId(browser));
    const response = await browser.get(`/api/events?after=${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    return readStream(response);
  }

  function readStream(response: Response) {
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

  describe('that were missed', () => {
    it('are sent when the stream opens', async () => {
      const me = await app.signedIn();
      const before = await lastEventId(me);
      app.context.events.changed({ comment: 7 });
      app.context.events.changed('stats', { comment: 8 });
      const stream = await listen(me, before);
      expect(await stream.until('data:')).toContain(
        'data: {"resources":["stats"],"comments":[7,8],"videos":[]}\n\n',
      );
      await stream.close();
    });

    it('are none if nothing changed since', async () => {
      const me = await app.signedIn();
      const stream = await listen(me);
      await stream.until('retry:');
      app.context.events.changed({ comment: 7 });
      const text = await stream.until('data:');
      expect(text.match(/^event: /gm)).toHaveLength(1);
      expect(text).toContain('"comments":[7]');
      await stream.close();
    });

    it('are sent after the last one that the browser names when it reconnects', async () => {
      const me = await app.signedIn();
      const before = await lastEventId(me);
      app.context.events.changed({ comment: 7 });
      const heard = await lastEventId(me);
      app.context.events.changed({ comment: 8 });
      const response = await me.send(`/api/events?after=${before}`, {
        headers: { 'Last-Event-ID': heard },
      });
      const stream = readStream(response);
      expect(await stream.until('data:')).toContain('"comments":[8]');
      await stream.close();
    });

    it.each([
      ['the server has restarted', 'another-start-3'],
      ['the page names no event', ''],
    ])('are replaced by a reload if %s', async (_, after) => {
      const me = await app.signedIn();
      const stream = await listen(me, after);
      expect(await stream.until('data:')).toContain(
        `event: reload\nid: ${await lastEventId(me)}\n`,
      );
      await stream.close();
    });

    it('are replaced by a reload if they are too many to be kept', async () => {
      const me = await app.signedIn();
      const before = await lastEventId(me);
      for (let times = 0; times < 2_001; times += 1) app.context.events.changed('stats');
      const stream = await listen(me, before);
      expect(await stream.until('data:')).toContain('event: reload');
      await stream.close();
    });
  });

  it('are not counted for visitors who are not signed in', async () => {
    const answer = await app.browser().get('/api/auth/user');
    expect(await answer.json()).toMatchObject({ lastEventId: null });
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
