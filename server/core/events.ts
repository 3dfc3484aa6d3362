import type { EventResource } from '#shared/contracts/events.ts';

type Listener = (resources: EventResource[]) => void;

export interface Events {
  changed(...resources: EventResource[]): void;
  subscribe(listener: Listener): () => void;
}

/** Collects the changes of one turn of the event loop into one call of each listener. */
export function createEvents(): Events & { close(): void } {
  const listeners = new Set<Listener>();
  let untold = new Set<EventResource>();

  function flush(): void {
    const resources = [...untold];
    untold = new Set();
    for (const listener of listeners) listener(resources);
  }

  return {
    changed(...resources) {
      if (untold.size === 0 && resources.length > 0) setImmediate(flush);
      for (const resource of resources) untold.add(resource);
    },
    subscribe(listener) {
      const own: Listener = (resources) => listener(resources);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    close: () => listeners.clear(),
  };
}
