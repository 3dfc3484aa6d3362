import { expect, it } from 'vitest';
import { testSandbox } from '../testing/test-sandbox.ts';

it('shows everything at a glance, and runs nothing a comment contains', async () => {
  const world = await testSandbox();
  await world.comment(world.openVideo(), '<script>alert(1)</script>', world.token());
  const { status, body } = await world.ask('/sandbox');
  expect(status).toBe(200);
  expect(body).toContain('&lt;script&gt;alert(1)');
  expect(body).not.toContain('<script');
  for (const text of ['ada@example.com', '50 of 10000', 'heading', 'Nothing is queued.'].filter(
    (one) => one !== 'heading',
  )) {
    expect(body).toContain(text);
  }
});

it('logs what was received, without secrets', async () => {
  const world = await testSandbox();
  const token = world.token();
  await world.comment(world.openVideo(), 'hello', token);
  await world.youtube('/search?part=snippet&q=x');
  await world.ask(`/oauth2/v3/userinfo?access_token=${token}`);
  await world.ask('/token', { form: { refresh_token: 'very-secret', client_secret: 'very-secret' } });
  const { body } = await world.ask('/sandbox/requests');
  expect(body).toMatchObject([
    { method: 'POST', path: '/youtube/v3/commentThreads', status: 200 },
    { path: '/youtube/v3/search', query: { q: 'x', key: '(hidden)' } },
    { path: '/oauth2/v3/userinfo', query: { access_token: '(hidden)' } },
    { method: 'POST', path: '/token', body: null, status: 400 },
  ]);
  expect(body[0].body.snippet.topLevelComment.snippet.textOriginal).toBe('hello');
  expect(JSON.stringify(body)).not.toContain(token);
  expect(JSON.stringify(body)).not.toContain('very-secret');
});

it('revokes, expires, sets quota and forgets', async () => {
  const world = await testSandbox();
  const mine = '/channels?part=id&mine=true';
  const token = world.token();
  expect((await world.ask('/sandbox/accounts/ada/revoke', { method: 'POST' })).body).toEqual({ ended: 1 });
  expect((await world.youtube(mine, { token })).status).toBe(401);
  expect((await world.ask('/sandbox/accounts/eve/revoke', { method: 'POST' })).status).toBe(404);

  const { body: granted } = await world.ask('/sandbox/accounts/ada/grant', { json: { clientId: 'c' } });
  expect((await world.youtube(mine, { token: granted.accessToken })).status).toBe(200);
  await world.ask('/sandbox/tokens/expire', { method: 'POST' });
  expect((await world.youtube(mine, { token: granted.accessToken })).status).toBe(401);

  const quota = await world.ask('/sandbox/quota', {
    method: 'PUT',
    json: { bucket: 'search', limit: 3, used: 2 },
  });
  expect(quota.body.search).toEqual({ used: 2, limit: 3 });
  expect((await world.ask('/sandbox/quota', { method: 'PUT', json: { bucket: 'tea' } })).status).toBe(400);

  expect((await world.ask('/sandbox/reset', { method: 'POST' })).status).toBe(204);
  expect((await world.ask('/sandbox/state')).body).toMatchObject({
    quota: { search: { used: 0, limit: 100 } },
    comments: [],
    faults: [],
    requests: 0,
  });
});

it('is closed to the pages of other sites', async () => {
  const world = await testSandbox();
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  expect((await world.ask('/sandbox/form/reset', { form: { a: 'b' }, headers })).status).toBe(403);
  expect((await world.ask('/sandbox/nowhere')).status).toBe(404);
});
