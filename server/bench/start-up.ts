import { join } from 'node:path';
import { compare } from './compare.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { appCommand, startServer } from './processes.ts';
import type { World } from './world.ts';

const ROUNDS = 9;
const bare = join(import.meta.dirname, 'bare-express.ts');

async function firstAnswer(args: string[], env: Record<string, string>): Promise<number> {
  const server = await startServer(args, env);
  await server.stop();
  return server.ms;
}

/** What a real Google and model of one's own need, so that no sandbox starts with the app. */
export const ownCredentials = {
  GOOGLE_CLIENT_ID: 'bench.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'a-secret-of-the-bench',
  OPENAI_API_KEY: 'a-key-of-the-bench',
  OWNER_EMAIL: 'ada@example.com',
  SESSION_SECRET: 'a secret for the bench, of thirty-two characters and more',
};

/** The built app on a migrated database; the first start fills Node's compile cache and does not count. */
export async function startUp(world: World): Promise<Finding[]> {
  const kinds = [
    ...(world.hasPostgres ? [{ name: 'PostgreSQL', DATABASE_URL: await world.postgresUrl() }] : []),
    { name: 'embedded', DATABASE_URL: '' },
  ];
  const findings: Finding[] = [];
  for (const { name, DATABASE_URL } of kinds) {
    const env = { ...ownCredentials, DATA_DIR: join(world.folder, `start-${name}`), DATABASE_URL };
    const app = () => firstAnswer(appCommand, env);
    await app();
    const { ours, theirs, ratio } = await compare(app, () => firstAnswer([bare], {}), ROUNDS);
    findings.push({
      what: `start to first answer, migrated, ${name}`,
      ours: milliseconds(ours),
      against: `${milliseconds(theirs)} (bare Express)`,
      value: ratio,
      target: DATABASE_URL === '' ? null : atMost(3),
    });
  }
  return findings;
}
