import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Visibility } from '#shared/contracts/outcomes.ts';
import { googleAccount } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { postedComments } from '../../testing/posted-comments.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Of the sandbox's fates in turn: what is said at ten minutes, a day and a week. */
const fates: [Visibility, Visibility, Visibility][] = [
  ['public', 'public', 'public'],
  ['only_you', 'only_you', 'only_you'],
  ['only_you', 'public', 'public'],
  ['public', 'removed', 'removed'],
  ['only_you', 'only_you', 'only_you'],
];
/** `FATES_EACH=40` plays the full size. */
const each = Number(process.env['FATES_EACH'] ?? 2);

type Posted = ReturnType<typeof postedComments>;

const test = testDatabase();
let app: TestApp;
let posted: Posted;
beforeEach(async () => {
  app = await startTestApp({ database: test.database });
  app.sandbox.admin.setGrantLifetime(60 * 86_400);
  app.sandbox.admin.setQuota('shared', { limit: 100_000 });
  await app.ownersBrowser();
  await test.db.update(googleAccount).set({ grantExpiresAt: null });
  posted = postedComments(app, test.db);
  await posted.setUnits(5_000);
});
afterEach(() => app.close());

it.each([false, true])(
  'tells five fates apart at each of three times, restarted at every turn (id reads leak: %s) (rule 13.2)',
  async (leaksHeld) => {
    app.sandbox.admin.setModeration({ fates: 'in-turn', afterSeconds: 3_600, leaksHeld });
    const expected = Array.from({ length: each }, () => fates).flat();
    for (const _ of expected) await posted.post();
    const words = async () => (await posted.stored()).map(({ visibility }) => visibility);
    for (const [time, ms] of [hour, day, 6 * day].entries()) {
      await posted.pass(ms);
      expect(await words()).toEqual(expected.map((said) => said[time]));
    }
    await posted.pass(30 * day - 7 * day - hour);
    expect((await posted.stored()).map(({ looks }) => looks.length)).toEqual(expected.map(() => 3));
    expect(await words()).toEqual(expected.map((said) => said[2]));
  },
  30_000 + each * 15_000,
);
