import pg from 'pg';

/** Beyond what Settings offer: torture wants more posts than a person's day has. */
export async function raiseCap(databaseUrl: string, comments: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update user_settings set daily_cap = $1', [comments * 2]);
  await client.end();
}
