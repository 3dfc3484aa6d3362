import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect } from 'vitest';
import { installFakeEventSource } from './fake-server.ts';

/**
 * Gives each test of the file its own event stream. The returned functions are called
 * after each test: push there what ends an observer or a listener.
 */
export function setUpLiveUpdates(): (() => void)[] {
  const stops: (() => void)[] = [];
  beforeEach(() => {
    installFakeEventSource();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  return stops;
}

/** Waits until all requests have been answered and nothing is loading. */
export async function settled(client: QueryClient): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect.poll(() => client.isFetching()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Observes the query, like a page that shows its data. Returns the function that ends it.
 */
export function observe(client: QueryClient, query: object): () => void {
  const observer = new QueryObserver(
    client,
    query as ConstructorParameters<typeof QueryObserver>[1],
  );
  return observer.subscribe(() => undefined);
}
