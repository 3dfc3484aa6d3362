import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';

const test = testDatabase();
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ database: test.database });
});
afterEach(() => app.close());

const accepts = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

it('tells a signed-out visitor what is stored, under the policy of every page', async () => {
  const response = await app.browser().send('/privacy', accepts);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('set-cookie')).toBeNull();
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  const html = await response.text();
  for (const said of [
    'At most 30 days',
    'AES-256-GCM',
    'Half an hour',
    'posting slots and time zone',
    'other people’s replies with their names',
    'browser’s history',
    'Disconnect YouTube',
    'Disconnect Model',
    'without tokens, the language model’s key',
    'four weeks',
  ])
    expect(html).toContain(said);
  expect(html).not.toMatch(/<script(?! src="\/)|\son\w+=/);
});

it('links YouTube’s terms, Google’s privacy policy and the page that takes the access back', async () => {
  const html = await (await app.browser().send('/privacy', accepts)).text();
  const outside = [...html.matchAll(/<a href="(https:[^"]+)"([^>]*)>/g)];
  expect(outside.map(([, href]) => href)).toEqual([
    'https://www.youtube.com/t/terms',
    'https://policies.google.com/privacy',
    'https://myaccount.google.com/permissions',
  ]);
  for (const [, , attributes] of outside) expect(attributes).toBe(' target="_blank" rel="noreferrer"');
});
