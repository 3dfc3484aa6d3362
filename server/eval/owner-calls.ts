import type { z } from 'zod';
import type { Browser } from '../testing/browser.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The owner's calls to the app, read by their contracts. @throws Error on any other answer than a good one. */
export function ownerCalls(browser: Browser) {
  return async function call<T>(
    schema: z.ZodType<T>,
    method: Method,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const response = await browser.send(`/api${path}`, { method, ...(body !== undefined && { body }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
}

export type OwnerCalls = ReturnType<typeof ownerCalls>;
