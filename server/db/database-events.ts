import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type EventResource, eventResourceSchema, eventResources } from '#shared/contracts/events.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from './client.ts';

const channel = 'chime_in_changes';

/** What one process tells the others. */
const noticeSchema = z.object({ from: z.string(), resources: z.array(eventResourceSchema) });

interface Deps {
  database: Pick<Database, 'notify' | 'listen'>;
  log: Pick<Log, 'warn'>;
}

/**
 * Events that reach this process's listeners at once and those of other processes through the database.
 * Changes of one turn of the event loop travel as one notice.
 */
export function createDatabaseEvents({ database, log }: Deps): Events & { close(): void } {
  const self = randomUUID();
  const listeners = new Set<(resources: EventResource[]) => void>();
  let unsent = new Set<EventResource>();

  function tellListeners(resources: EventResource[]): void {
    for (const listener of listeners) listener(resources);
  }

  function flush(): void {
    const resources = [...unsent];
    unsent = new Set();
    tellListeners(resources);
    database.notify(channel, JSON.stringify({ from: self, resources })).catch((error: unknown) => {
      log.warn({ err: error }, 'a change was not told to other processes');
    });
  }

  function receive(payload: string): void {
    const notice = noticeSchema.safeParse(parseJson(payload));
    if (notice.success && notice.data.from !== self) tellListeners(notice.data.resources);
  }

  // Before it listened, and while a connection was lost, nobody knows what was missed.
  const stop = database.listen(channel, receive, () => tellListeners([...eventResources]));

  return {
    changed(...resources) {
      if (unsent.size === 0 && resources.length > 0) setImmediate(flush);
      for (const resource of resources) unsent.add(resource);
    },
    subscribe(listener) {
      const own = (resources: EventResource[]) => listener(resources);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    close() {
      stop();
      listeners.clear();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
