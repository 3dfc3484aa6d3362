import { describe, expect, it } from 'vitest';
import { testSandbox } from '../testing/sandbox.ts';
import { projectReasons, reasons } from './youtube-errors.ts';

it('sandbox page shows comments and quota without running a script in a comment', async () => {
  const setup = await testSandbox();
  await setup.comment(setup.openVideo(), '<script>alert(1)</script>', setup.token());
  const { status, body } = await setup.ask('/sandbox');
  expect(status).toBe(200);
  expect(body).toContain('&lt;script&gt;alert(1)');
  expect(body).not.toContain('<script');
  for (const text of ['50 units', 'Nothing is queued.']) expect(body).toContain(text);
});

it('sandbox page explains what is played, what is real and how to connect real services (rule 1.6)', async () => {
  const { ask } = await testSandbox();
  const { body } = await ask('/sandbox');
  for (const text of [
    'Nothing reaches the real YouTube',
    'What is played',
    'What is real',
    'on these topics, among others: Kubernetes.',
    'Configure real credentials',
  ])
    expect(body).toContain(text);
});

it('sandbox logs the requests it received, without keys and tokens', async () => {
  const setup = await testSandbox();
  const token = setup.token();
  await setup.comment(setup.openVideo(), 'hello', token);
  await setup.youtube('/search?part=snippet&type=video&q=x');
  await setup.ask('/token', { form: { refresh_token: 'unknown' } });
  await setup.ask('/revoke?token=real', { form: {} });
  const { body } = await setup.ask('/sandbox/requests');
  expect(body).toMatchObject([
    { method: 'POST', path: '/youtube/v3/commentThreads', status: 200 },
    { path: '/youtube/v3/search', query: { type: 'video', q: 'x', key: '(hidden)' } },
    { method: 'POST', path: '/token', body: null, status: 400 },
    { path: '/revoke', query: { token: '(hidden)' } },
  ]);
  expect(body[0].body.snippet.topLevelComment.snippet.textOriginal).toBe('hello');
});

it('sandbox revokes the grants of a known account', async () => {
  const setup = await testSandbox();
  const mine = '/channels?part=id&mine=true';
  const token = setup.token();
  expect(
    (await setup.ask('/sandbox/accounts/ada/revoke', { method: 'POST' })).body,
  ).toEqual({ ended: 1 });
  expect((await setup.youtube(mine, { token })).status).toBe(401);
  expect(
    (await setup.ask('/sandbox/accounts/eve/revoke', { method: 'POST' })).status,
  ).toBe(404);
});

it('sandbox refuses requests from pages of other sites', async () => {
  const setup = await testSandbox();
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  expect((await setup.ask('/sandbox/faults', { form: { a: 'b' }, headers })).status).toBe(
    403,
  );
  expect((await setup.ask('/sandbox/nowhere')).status).toBe(404);
});

const anything = '/videos?part=id&id=x';

describe('scripted errors of the sandbox', () => {
  it('have Google’s format and status, and ErrorInfo when they are about the project', async () => {
    const { youtube, sandbox } = await testSandbox();
    const told = async (reason: string) => {
      sandbox.admin.fault({
        match: { path: '/youtube/v3/*' },
        fault: { kind: 'status', reason },
      });
      const { status, body } = await youtube(anything);
      expect(body.error.code).toBe(status);
      return [status, body.error.errors[0].reason, body.error.details];
    };
    for (const [reason, known] of Object.entries(reasons))
      expect((await told(reason)).slice(0, 2)).toEqual([
        known.status,
        known.legacy ?? reason,
      ]);
    for (const [reason, known] of Object.entries(projectReasons)) {
      const about = {
        reason,
        domain: 'googleapis.com',
        metadata: { consumer: 'projects/1' },
      };
      expect(await told(reason)).toMatchObject([403, known.legacy, [about]]);
    }
    expect((await youtube(anything)).status).toBe(200);
  });

  it('return the given status and body', async () => {
    const { youtube, sandbox } = await testSandbox();
    sandbox.admin.fault({ fault: { kind: 'status', status: 418, body: { odd: true } } });
    expect(await youtube(anything)).toMatchObject({ status: 418, body: { odd: true } });
  });
});

it('sandbox refuses connections while the network is down, then accepts them on the same port', async () => {
  const { youtube, sandbox } = await testSandbox();
  await sandbox.refuse();
  await expect(youtube(anything)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
  await sandbox.accept();
  expect((await youtube(anything)).status).toBe(200);
});

describe('faults ordered from the sandbox', () => {
  it('apply to the named requests only, as often as ordered', async () => {
    const { youtube, sandbox } = await testSandbox();
    sandbox.admin.fault({
      match: { method: 'get', path: '/youtube/v3/videos', contains: 'übung' },
      times: 2,
      fault: { kind: 'status', status: 500 },
    });
    const status = async (path: string) => (await youtube(path)).status;
    expect(await status('/comments?part=id&id=%C3%BCbung')).toBe(200);
    expect(await status(anything)).toBe(200);
    const hit = `/videos?part=id&id=${encodeURIComponent('übung')}`;
    expect([await status(hit), await status(hit), await status(hit)]).toEqual([
      500, 500, 200,
    ]);
  });

  it('stay until they are removed when ordered 0 times', async () => {
    const { youtube, sandbox } = await testSandbox();
    const id = sandbox.admin.fault({ times: 0, fault: { kind: 'status', status: 503 } });
    for (let index = 0; index < 3; index += 1)
      expect((await youtube(anything)).status).toBe(503);
    sandbox.admin.removeFault(id);
    expect((await youtube(anything)).status).toBe(200);
  });

  it('are accepted over HTTP, and refused when invalid', async () => {
    const { ask, youtube } = await testSandbox();
    const order = {
      match: { path: '/youtube/v3/*' },
      fault: { kind: 'status', reason: 'forbidden' },
    };
    expect((await ask('/sandbox/faults', { json: order })).status).toBe(201);
    expect((await youtube(anything)).status).toBe(403);
    const refused = await ask('/sandbox/faults', {
      json: { fault: { kind: 'earthquake' } },
    });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('fault'),
    ]);
  });

  it('respond as Google does when they are presets of the sandbox page', async () => {
    const { ask, youtube, sandbox } = await testSandbox();
    const meet = async (preset: string) => {
      const queued = await ask('/sandbox/faults', { form: { preset, times: '2' } });
      expect([queued.status, queued.headers.get('location')]).toEqual([303, '/sandbox']);
      const reply = await youtube('/search?part=id&type=video&q=a');
      expect(sandbox.admin.state().faults).toMatchObject([{ times: 1 }]);
      sandbox.admin.clearFaults();
      return reply;
    };
    const burst = await meet('youtube-burst-retry-after');
    expect([burst.status, burst.headers.get('retry-after')]).toEqual([429, '60']);
    expect(burst.body.error.details).toMatchObject([
      { metadata: { quota_unit: '1/min/{project}' } },
    ]);
    expect(await meet('youtube-no-items')).toMatchObject({
      status: 200,
      body: { pageInfo: {} },
    });
    const sorry = await meet('youtube-sorry');
    expect([sorry.status, sorry.headers.get('content-type')]).toEqual([
      429,
      'text/html; charset=utf-8',
    ]);
  });
});
