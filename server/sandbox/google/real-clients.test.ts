import { auth, youtube } from 'googleapis/build/src/apis/youtube/index.js';
import { expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox/test-sandbox.ts';

/** googleapis and its OAuth2 client as production uses them, against the sandbox. */
async function googleClient() {
  const setup = await testSandbox();
  const { googleOrigin, admin } = setup.sandbox;
  const endpoints = { oauth2TokenUrl: `${googleOrigin}/token`, oauth2RevokeUrl: `${googleOrigin}/revoke` };
  const oauth = new auth.OAuth2({ clientId: 'client', clientSecret: 'secret', endpoints });
  const { accessToken, refreshToken } = admin.grant('ada', 'client');
  oauth.setCredentials({ refresh_token: refreshToken, access_token: accessToken, expiry_date: 1 });
  const api = youtube({ version: 'v3', auth: oauth, rootUrl: `${googleOrigin}/`, retryConfig: { retry: 0 } });
  return { ...setup, oauth, api };
}

it('refreshes, searches, posts, reads back and revokes', async () => {
  const { api, oauth, openVideo, sandbox } = await googleClient();
  const found = await api.search.list({ part: ['snippet'], q: 'kubernetes', type: ['video'], maxResults: 5 });
  expect(found.data.items).toHaveLength(5);
  expect(oauth.credentials.refresh_token).toBeDefined();
  const { id: videoId, channelId } = openVideo();
  const posted = await api.commentThreads.insert({
    part: ['snippet'],
    requestBody: {
      snippet: { channelId, videoId, topLevelComment: { snippet: { textOriginal: 'A remark.' } } },
    },
  });
  const listed = await api.commentThreads.list({ part: ['snippet'], videoId, order: 'time' });
  expect(listed.data.items?.[0]?.id).toBe(posted.data.id);
  const removed = await api.comments.delete({ id: posted.data.id ?? '' });
  expect(removed.status).toBe(204);
  await oauth.revokeToken(oauth.credentials.refresh_token ?? '');
  await expect(api.channels.list({ part: ['id'], mine: true })).rejects.toMatchObject({ code: 401 });
  expect(sandbox.admin.requests().filter(({ path }) => path === '/token')).toHaveLength(1);
});

it('reads the reason and domain of an error', async () => {
  const { api, sandbox } = await googleClient();
  sandbox.admin.fault({
    match: { path: '/youtube/v3/*' },
    fault: { kind: 'status', reason: 'commentsDisabled' },
  });
  const error = await api.videos.list({ part: ['id'], id: ['x'] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: 403,
    response: {
      data: { error: { errors: [{ reason: 'commentsDisabled', domain: 'youtube.commentThread' }] } },
    },
  });
});

it('gets invalid_grant after the account revoked its consent', async () => {
  const { api, sandbox } = await googleClient();
  sandbox.admin.revoke('ada');
  await expect(api.channels.list({ part: ['id'], mine: true })).rejects.toMatchObject({
    response: { data: { error: 'invalid_grant' } },
  });
});
