import { defineConfig } from 'drizzle-kit';

/**
 * `npm run db:generate` turns changes of the schema into a new migration; existing ones
 * are never edited.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './shared/schema.ts',
  out: './migrations',
});
