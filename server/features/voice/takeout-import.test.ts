import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownCommentsImportSchema } from '#shared/contracts/own-comments.ts';
import { styleProfileSchema } from '#shared/contracts/style-profile.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { fakeClock } from '../../testing/clock.ts';
import { reviewApp } from '../../testing/review-app.ts';
import { takeoutFile } from '../../testing/takeout-file.ts';
import { createOwnCommentsService } from './own-comments.service.ts';
import { createStyleProfileService } from './style-profile.service.ts';

const rows = 5000;

/** Counts how often others had their turn. Nothing here waits for a database, which would give them more. */
let turns = 0;
let next: NodeJS.Immediate;
const count = () => {
  turns += 1;
  next = setImmediate(count);
};
beforeEach(() => {
  turns = 0;
  count();
});
afterEach(() => clearImmediate(next));

const profiles = { profile: async () => ({}) as never };
const kept = { insert: async (comments: readonly unknown[]) => comments.length, count: async () => rows };
const service = () =>
  createOwnCommentsService({
    repository: kept as never,
    profiles,
    clock: fakeClock(),
    events: { changed: () => {}, subscribe: () => () => {} },
  });

it.each([
  ['comments', takeoutFile(rows)],
  ['bad rows', Array.from({ length: rows }, () => 'a,b').join('\n')],
  ['the same comment', Array.from({ length: rows }, () => takeoutFile(1).split('\r\n')[1]).join('\n')],
])('a Takeout file of 5,000 rows of %s leaves others a turn every fifty', async (_, file) => {
  const begun = turns;
  await service().importTakeout(1, file);
  expect(turns - begun).toBeGreaterThanOrEqual(rows / 50);
});

it('a style profile of 1,000 texts leaves others a turn every 25', async () => {
  const at = new Date(0);
  const texts = Array.from({ length: 1000 }, (_, id) => ({
    kind: 'own' as const,
    id,
    style: null,
    content: 'A text.',
    at,
  }));
  const repository = {
    ownTexts: async () => texts,
    approvedTexts: async () => [],
    fingerprint: async () => 'one',
  };
  const begun = turns;
  await createStyleProfileService({ repository, profiles }).voice(1);
  expect(turns - begun).toBeGreaterThanOrEqual(1000 / 25);
});

const test = reviewApp();

it('a Takeout file of 5,000 rows is taken whole, and the style profile is of the newest 1,000', async () => {
  const profile = await test.me.post('/api/voice-profiles', { name: 'Ada' });
  const { id } = voiceProfileSchema.parse(await profile.json());
  const response = await test.me.send(`/api/voice-profiles/${id}/own-comments`, {
    method: 'POST',
    body: takeoutFile(rows),
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(ownCommentsImportSchema.parse(await response.json())).toMatchObject({ imported: rows, total: rows });
  const styleProfile = await test.me.get(`/api/voice-profiles/${id}/style-profile`);
  expect(styleProfileSchema.parse(await styleProfile.json()).texts).toBe(1000);
});
