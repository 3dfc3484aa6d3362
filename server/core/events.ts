import { randomBytes } from 'node:crypto';
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

export interface EventLog extends Events {
  /** Returns the id of the newest event. */
  lastId(): string;
  /**
   * Returns everything that changed after the event with this id. Returns null if that is
   * not known: the server has restarted, or too many events came after it.
   */
  since(id: string): Changes | null;
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

/** How many events are kept for pages that reconnect. */
const KEPT_EVENTS = 2_000;

/**
 * Notifies listeners at once. Keeps the newest events, so that an event stream can gather
 * them before it sends them, and a page that reconnects gets what it missed.
 */
export function createEvents(): EventLog & { close(): void } {
  const listeners = new Set<Listener>();
  /** Distinguishes the ids of this start of the server from those of an earlier one. */
  const start = randomBytes(6).toString('hex');
  /** The newest events, oldest first. The last one has the number `count`. */
  const kept: Changes[] = [];
  let count = 0;

  return {
    changed(...changes) {
      if (changes.length === 0) return;
      const event = noChanges();
      for (const change of changes)
        if (typeof change === 'string') event.resources.add(change);
        else if ('comment' in change) event.comments.add(change.comment);
        else event.videos.add(change.video);
      count += 1;
      kept.push(event);
      if (kept.length > KEPT_EVENTS) kept.shift();
      for (const listener of listeners) listener(event);
    },

    subscribe(listener) {
      const own: Listener = (changes) => listener(changes);
      listeners.add(own);
      return () => listeners.delete(own);
    },

    lastId: () => `${start}-${count}`,

    since(id) {
      const [idStart, idCount] = id.split('-');
      const missed = count - Number(idCount);
      const isKnown = idStart === start && missed >= 0 && missed <= kept.length;
      if (!isKnown) return null;
      return unionOf(kept.slice(kept.length - missed));
    },

    close: () => listeners.clear(),
  };
}

function unionOf(events: readonly Changes[]): Changes {
  const all = noChanges();
  for (const { resources, comments, videos } of events) {
    for (const resource of resources) all.resources.add(resource);
    for (const id of comments) all.comments.add(id);
    for (const id of videos) all.videos.add(id);
  }
  return all;
}
