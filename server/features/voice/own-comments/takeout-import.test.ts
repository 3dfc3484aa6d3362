import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownCommentsImportSchema } from '#shared/contracts/own-comments.ts';
import { styleProfileSchema } from '#shared/contracts/style-profile.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { fakeClock } from '../../../testing/clock.ts';
import { reviewApp } from '../../../testing/review-app.ts';
import { takeoutFile } from '../../../testing/takeout-file.ts';
import { createStyleProfileService } from '../style-profile/style-profile.service.ts';
import { createOwnCommentsService } from './own-comments.service.ts';

const rows = 1200;

/** Counts turns of the event loop; a database would give others more. */
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
])('leaves others a turn every fifty rows of %s (rule 6.8)', async (_, file) => {
  const begun = turns;
  await service().importTakeout(1, file);
  expect(turns - begun).toBeGreaterThanOrEqual(rows / 50);
});

it('leaves others a turn every 25 texts of a style profile', async () => {
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
    rewrittenTexts: async () => [],
    markedTexts: async () => [],
    fingerprint: async () => 'one',
  };
  const begun = turns;
  await createStyleProfileService({ repository, profiles }).statistics(1);
  expect(turns - begun).toBeGreaterThanOrEqual(1000 / 25);
});

const test = reviewApp();

it('takes a whole Takeout file and reads the style profile from the newest 1,000 texts', async () => {
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
