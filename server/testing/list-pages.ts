import { expect } from 'vitest';
import type { Browser } from './browser.ts';

export interface ListPage {
  rows: Record<string, unknown>[];
  /** X-Total-Count: how many rows all pages have together. */
  total: string | null;
  /** The address of the next page, or null after the last one. */
  next: string | null;
}

/** Requests one page of a list, and expects that it is returned. */
export async function readPage(me: Browser, address: string): Promise<ListPage> {
  const answer = await me.get(address);
  expect(answer.status).toBe(200);
  return {
    rows: (await answer.json()) as ListPage['rows'],
    total: answer.headers.get('x-total-count'),
    next: /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null,
  };
}

/**
 * Follows the links from this page to the last one, and returns the rows of all of them.
 */
export async function readAllPages(
  me: Browser,
  address: string,
): Promise<ListPage['rows']> {
  const rows: ListPage['rows'] = [];
  let next: string | null = address;
  while (next !== null) {
    const page: ListPage = await readPage(me, next);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

export const idsOf = (rows: ListPage['rows']) => rows.map(({ id }) => id);

export const readIds = async (me: Browser, address: string) =>
  idsOf((await readPage(me, address)).rows);
