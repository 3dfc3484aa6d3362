import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase, openDatabase } from '../db/open-database.ts';
import { findPostgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Missing in projects that run on the embedded database. */
    postgres?: { template: string; url: string };
  }
}

/** Copying it is much faster than migrating. */
const template = 'chime_in_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs) throw new Error('The programs of PostgreSQL are not installed.');
  const cluster = await startPostgres(programs);
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const database = await openDatabase({ databaseUrl: cluster.url(template), dataDir: '' });
  await migrateDatabase(database);
  await database.close();
  project.provide('postgres', { template, url: cluster.url('postgres') });
  return cluster.stop;
}
