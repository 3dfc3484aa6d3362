import type { EventResource } from '#shared/contracts/primitives.ts';
import type { Clock } from './clock.ts';

/** A resource, or one comment (its row, queue item or attempt), or one video. */
export type Change = EventResource | { comment: number } | { video: number };

export interface Changes {
  resources: Set<EventResource>;
  comments: Set<number>;
  videos: Set<number>;
}

type Listener = (changes: Changes) => void;

export interface Events {
  changed(...changes: Change[]): void;
  subscribe(listener: Listener): () => void;
}

export interface ClockAndEvents {
  clock: Clock;
  events: Events;
}

export const noChanges = (): Changes => ({
  resources: new Set(),
  comments: new Set(),
  videos: new Set(),
});

/** Notifies listeners at once; each event stream gathers changes before it sends them. */
export function createEvents(): Events & { close(): void } {
  const listeners = new Set<Listener>();
  return {
    changed(...changes) {
      if (changes.length === 0) return;
      const told = noChanges();
      for (const change of changes)
        if (typeof change === 'string') told.resources.add(change);
        else if ('comment' in change) told.comments.add(change.comment);
        else told.videos.add(change.video);
      for (const listener of listeners) listener(told);
    },
    subscribe(listener) {
      const own: Listener = (changes) => listener(changes);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    close: () => listeners.clear(),
  };
}
