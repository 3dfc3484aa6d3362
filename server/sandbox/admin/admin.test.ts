import { expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox/test-sandbox.ts';

it('shows everything at a glance, and runs nothing a comment contains', async () => {
  const setup = await testSandbox();
  await setup.comment(setup.openVideo(), '<script>alert(1)</script>', setup.token());
  const { status, body } = await setup.ask('/sandbox');
  expect(status).toBe(200);
  expect(body).toContain('&lt;script&gt;alert(1)');
  expect(body).not.toContain('<script');
  for (const text of ['ada@example.com', '50 of 10000', 'Nothing is queued.']) expect(body).toContain(text);
});

it('logs what was received, without secrets', async () => {
  const setup = await testSandbox();
  const token = setup.token();
  await setup.comment(setup.openVideo(), 'hello', token);
  await setup.youtube('/search?part=snippet&type=video&q=x');
  await setup.ask(`/oauth2/v3/userinfo?access_token=${token}`);
  await setup.ask('/token', { form: { refresh_token: 'very-secret', client_secret: 'very-secret' } });
  const { body } = await setup.ask('/sandbox/requests');
  expect(body).toMatchObject([
    { method: 'POST', path: '/youtube/v3/commentThreads', status: 200 },
    { path: '/youtube/v3/search', query: { type: 'video', q: 'x', key: '(hidden)' } },
    { path: '/oauth2/v3/userinfo', query: { access_token: '(hidden)' } },
    { method: 'POST', path: '/token', body: null, status: 400 },
  ]);
  expect(body[0].body.snippet.topLevelComment.snippet.textOriginal).toBe('hello');
  expect(JSON.stringify(body)).not.toContain(token);
  expect(JSON.stringify(body)).not.toContain('very-secret');
});

it('revokes, expires, sets quota and forgets', async () => {
  const setup = await testSandbox();
  const mine = '/channels?part=id&mine=true';
  const token = setup.token();
  expect((await setup.ask('/sandbox/accounts/ada/revoke', { method: 'POST' })).body).toEqual({ ended: 1 });
  expect((await setup.youtube(mine, { token })).status).toBe(401);
  expect((await setup.ask('/sandbox/accounts/eve/revoke', { method: 'POST' })).status).toBe(404);

  const renewed = setup.token();
  expect((await setup.youtube(mine, { token: renewed })).status).toBe(200);
  await setup.ask('/sandbox/tokens/expire', { method: 'POST' });
  expect((await setup.youtube(mine, { token: renewed })).status).toBe(401);

  const quota = await setup.ask('/sandbox/quota', {
    method: 'PUT',
    json: { bucket: 'search', limit: 3, used: 2 },
  });
  expect(quota.body.search).toEqual({ used: 2, limit: 3 });
  expect((await setup.ask('/sandbox/quota', { method: 'PUT', json: { bucket: 'tea' } })).status).toBe(400);

  const { id } = (await setup.comment(setup.openVideo(), 'hello', setup.token())).body;
  const held = { method: 'PUT', json: { state: 'heldForReview' } };
  expect((await setup.ask(`/sandbox/comments/${id}/state`, held)).status).toBe(204);
  expect(setup.sandbox.admin.comments()).toMatchObject([{ id, state: 'heldForReview' }]);

  expect((await setup.ask('/sandbox/reset', { method: 'POST' })).status).toBe(204);
  expect((await setup.ask('/sandbox/state')).body).toMatchObject({
    quota: { search: { used: 0, limit: 100 } },
    comments: [],
    faults: [],
    requests: 0,
  });
});

it('lets its page reply to a comment and choose what becomes of the next', async () => {
  const setup = await testSandbox();
  const { id } = (await setup.comment(setup.openVideo(), 'hello', setup.token())).body;
  expect((await setup.ask('/sandbox/form/reply', { form: { id } })).status).toBe(303);
  const form = { fates: 'in-turn', leaksHeld: 'yes' };
  expect((await setup.ask('/sandbox/form/moderation', { form })).status).toBe(303);
  expect(setup.sandbox.admin.state()).toMatchObject({
    comments: [{ id, replies: 1 }],
    moderation: { fates: 'in-turn', leaksHeld: true },
  });
  const { body } = await setup.ask('/sandbox');
  expect(body).toContain('<option value="in-turn" selected>');
  await setup.ask('/sandbox/form/moderation', { form: { fates: 'by-text' } });
  expect(setup.sandbox.admin.state().moderation).toMatchObject({ fates: 'by-text', leaksHeld: false });
});

it('is closed to the pages of other sites', async () => {
  const setup = await testSandbox();
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  expect((await setup.ask('/sandbox/form/reset', { form: { a: 'b' }, headers })).status).toBe(403);
  expect((await setup.ask('/sandbox/nowhere')).status).toBe(404);
});
