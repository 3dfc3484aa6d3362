import type { z } from 'zod';
import type { Environment } from '../config/config.ts';
import { startTestApp } from '../testing/app.ts';
import { openFromTemplate } from '../testing/embedded-template.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export async function openEvalApp(env: Environment) {
  const database = await openFromTemplate();
  const app = await startTestApp({ database, env });
  const browser = await app.signedIn();

  async function call<T>(schema: z.ZodType<T>, method: Method, path: string, body?: unknown): Promise<T> {
    const response = await browser.send(`/api${path}`, { method, ...(body !== undefined && { body }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  }

  async function model(): Promise<string> {
    if (app.config.languageModel.mode === 'sandbox') return 'sandbox';
    return (await app.context.services.modelSettings.settings()).model;
  }

  return { app, db: database.db, call, model: await model(), close: () => app.close() };
}

export type EvalApp = Awaited<ReturnType<typeof openEvalApp>>;
