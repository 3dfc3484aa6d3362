import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { ownersCalls } from '../testing/owners-calls.ts';

const test = testDatabase();
let app: TestApp;
let me: Browser;
beforeAll(async () => {
  app = await startTestApp({ database: test.database });
});
beforeEach(async () => {
  me = await app.signedIn();
});
afterAll(() => app.close());

const server = { kind: 'ollama' };
const model = { ...server, model: 'm' };

/** The least that each call with a body takes, with the priority and queueId that pages send. */
const bodies: Record<string, object> = {
  'POST /api/channels': { address: '@one' },
  'POST /api/channels/import': { channelIds: ['UCone0000000000000000000'] },
  'PATCH /api/channels/1': { muted: true },
  'POST /api/standing-searches': { q: 'x' },
  'POST /api/fresh/seen': { videoIds: [1] },
  'POST /api/comments/generate': { videoId: 1, style: 'insightful' },
  'POST /api/comments/generate-bulk': { videoIds: [1], style: 'insightful', addToQueue: true },
  'POST /api/comments/1/regenerate': { style: 'insightful' },
  'POST /api/comments/1/pick': { alternative: 0 },
  'PATCH /api/comments/1': { content: 'x' },
  'POST /api/comments/1/post': {},
  'POST /api/comments/1/undo': {
    left: { revision: 1, inQueue: true, scheduledFor: null },
    before: { status: 'pending', scheduledFor: null },
  },
  'POST /api/comments/1/change': { content: 'x', revision: 1 },
  'POST /api/comments/1/withdraw': { revision: 1 },
  'POST /api/comments/1/example': { isExample: true },
  'POST /api/comments/1/vouch': { sentence: 'x' },
  'PATCH /api/replies/1': { state: 'read' },
  'POST /api/replies/1/answer': { content: 'x' },
  'POST /api/queue': { commentId: 1, priority: 0, autoPost: false },
  'PATCH /api/queue/1': { queueId: 1, scheduledFor: null, autoPost: false },
  'POST /api/voice-profiles': { name: 'Ada' },
  'PUT /api/voice-profiles/1': { name: 'Ada' },
  'POST /api/voice-profiles/1/own-comments': { text: 'x' },
  'POST /api/voice-profiles/1/style-rules': { text: 'x' },
  'PATCH /api/style-rules/1': { text: 'x' },
  'PUT /api/user-settings': { activeVoiceProfileId: null, autoQueueEnabled: true },
  'PUT /api/model-settings': model,
  'POST /api/notices/read': { upTo: '2026-03-03T12:00:00Z' },
  'PUT /api/notices/settings': {},
  'POST /api/notices/test': { channel: 'email' },
  'POST /api/tokens': { name: 'x' },
  'POST /api/model-settings/models': server,
  'POST /api/model-settings/test': model,
};

/** Calls that change something without a body. */
const bodiless = [
  'POST /api/auth/logout',
  'POST /api/auth/disconnect',
  'PUT /api/fresh/1/dismissed',
  'POST /api/voice-profiles/1/style-rules/propose',
  'POST /api/voice-profiles/1/versions/1/restore',
  'POST /api/model-settings/find',
  'POST /api/bulk-run/stop',
];

it.each(Object.entries(bodies))('%s refuses a field that it does not know (rule 5.7)', async (call, body) => {
  const [method = '', path = ''] = call.split(' ');
  const refused = await me.send(path, { method, body: { ...body, surplus: 1 } });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'invalid_request', detail: expect.stringMatching(/not known here: surplus\.$/) },
  ]);
});

it.each([
  ['POST', '/api/comments/generate', { videoId: 1, style: 'insightful', use: { subtitles: false } }, 'use'],
  [
    'PUT',
    '/api/user-settings',
    { autoQueueEnabled: true, postingSlots: [{ day: 1, time: '09:00', zone: 'UTC' }] },
    'postingSlots.0',
  ],
])('%s %s refuses one inside another field (rule 5.7)', async (method, path, body, field) => {
  const refused = await me.send(path, { method, body });
  expect(refused.status).toBe(400);
  expect((await refused.json()).detail).toContain(`The field “${field}” has fields that are not known here`);
});

it('tries every call of the owner that changes something', () => {
  const changing = ownersCalls
    .map((call) => call.join(' '))
    .filter((call) => /^(POST|PUT|PATCH) /.test(call) && !bodiless.includes(call));
  expect(Object.keys(bodies)).toEqual(expect.arrayContaining(changing));
});
