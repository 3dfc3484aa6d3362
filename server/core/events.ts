import type { EventResource } from '#shared/contracts/events.ts';

/** Tells every open browser, through every server process, what to refresh. Never fails the caller. */
export interface Events {
  changed(...resources: EventResource[]): void;
  /** Calls back with what changed; returns how to stop. */
  subscribe(listener: (resources: EventResource[]) => void): () => void;
}
