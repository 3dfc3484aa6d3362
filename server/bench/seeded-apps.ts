import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { serveClient } from '../http/pages.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { builtClient } from './bundle.ts';
import type { BenchEnvironment, SeededHome, SeededPair } from './environment.ts';

export interface SeededApp {
  app: TestApp;
  database: Database;
  origin: string;
  cookie: string;
  home: SeededHome;
}

async function open(home: SeededHome, { seededUntil }: BenchEnvironment): Promise<SeededApp> {
  const database = await openDatabase({ databaseUrl: home.url, dataDir: home.databaseDir });
  const clock = fakeClock(seededUntil.toISOString());
  const app = await startTestApp({ database, clock, client: serveClient(builtClient) });
  const cookie = (await app.signedIn()).cookie() ?? '';
  return { app, database, origin: app.origin, cookie, home };
}

/** Starts the app, with its pages and a signed-in owner, on both seeded databases. */
export async function withSeededApps<Result>(
  { few, many }: SeededPair,
  environment: BenchEnvironment,
  use: (apps: { few: SeededApp; many: SeededApp }) => Promise<Result>,
): Promise<Result> {
  const apps: SeededApp[] = [];
  const start = async (home: SeededHome) => {
    const app = await open(home, environment);
    apps.push(app);
    return app;
  };
  try {
    return await use({ few: await start(few), many: await start(many) });
  } finally {
    // Closes the database as well.
    for (const { app } of apps) await app.close();
  }
}
