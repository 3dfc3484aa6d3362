import { join } from 'node:path';
import type { BenchEnvironment } from './environment.ts';

const ownCredentials = {
  GOOGLE_CLIENT_ID: 'bench.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'a-secret-of-the-bench',
  OPENAI_API_KEY: 'a-key-of-the-bench',
  OWNER_EMAIL: 'ada@example.com',
  SESSION_SECRET: 'a secret for the bench, of thirty-two characters and more',
};

export interface AppHome {
  name: string;
  env: Record<string, string>;
  hasTarget: boolean;
}

export async function appHomes(
  { folder, hasPostgres, postgresUrl }: BenchEnvironment,
  purpose: string,
): Promise<AppHome[]> {
  const home = (name: string, DATABASE_URL: string): AppHome => ({
    name,
    env: { ...ownCredentials, DATA_DIR: join(folder, `${purpose}-${name}`), DATABASE_URL },
    hasTarget: DATABASE_URL !== '',
  });
  return [...(hasPostgres ? [home('PostgreSQL', await postgresUrl())] : []), home('embedded', '')];
}
