import type { Environment } from '../config/config.ts';
import { startTestApp } from '../testing/app.ts';
import { openFromTemplate } from '../testing/embedded-template.ts';
import { type OwnerCalls, ownerCalls } from './owner-calls.ts';

/**
 * The whole app on an empty database in memory, with the sandbox as Google and its owner signed in; the model is
 * the one the environment names, else the sandbox's. Close it at the end.
 */
export async function openEvalApp(env: Environment) {
  const database = await openFromTemplate();
  const app = await startTestApp({ database, env });
  const call: OwnerCalls = ownerCalls(await app.signedIn());
  return { app, db: database.db, call, close: () => app.close() };
}

export type EvalApp = Awaited<ReturnType<typeof openEvalApp>>;
