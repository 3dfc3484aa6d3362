import { useSyncExternalStore } from 'react';

/** Holds a value outside of React. Components that use it follow its changes. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const read = () => value;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    read,
    write(next: Value): void {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, read),
  };
}
