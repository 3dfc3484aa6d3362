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

/** What a service goes by, and tells. */
export interface ClockAndEvents {
  clock: Clock;
  events: Events;
}

export const noChanges = (): Changes => ({ resources: new Set(), comments: new Set(), videos: new Set() });

/** Collects the changes of one turn of the event loop into one call of each listener. */
export function createEvents(): Events & { close(): void } {
  const listeners = new Set<Listener>();
  let untold = noChanges();
  let isTelling = false;

  function flush(): void {
    const changes = untold;
    untold = noChanges();
    isTelling = false;
    for (const listener of listeners) listener(changes);
  }

  return {
    changed(...changes) {
      if (!isTelling && changes.length > 0) {
        isTelling = true;
        setImmediate(flush);
      }
      for (const change of changes)
        if (typeof change === 'string') untold.resources.add(change);
        else if ('comment' in change) untold.comments.add(change.comment);
        else untold.videos.add(change.video);
    },
    subscribe(listener) {
      const own: Listener = (changes) => listener(changes);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    close: () => listeners.clear(),
  };
}
