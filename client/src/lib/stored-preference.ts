import { useCallback, useSyncExternalStore } from 'react';

/** A choice of this browser, kept in localStorage and shared by its tabs. */
export interface StoredPreference<Value extends string> {
  read: () => Value;
  write: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** `values[0]` holds until something else was chosen, and where storage is blocked. */
export function createStoredPreference<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): StoredPreference<Value> {
  const key = `chime-in.${name}`;
  const listeners = new Set<() => void>();
  let unstored: Value | null = null;
  return {
    read() {
      try {
        const stored = localStorage.getItem(key);
        return values.find((value) => value === stored) ?? unstored ?? values[0];
      } catch {
        return unstored ?? values[0];
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, value);
        unstored = null;
      } catch {
        // Storage is blocked: the choice holds until the page is closed.
        unstored = value;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => event.key === key && listener();
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

export function useStoredPreference<Value extends string>(
  preference: StoredPreference<Value>,
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(preference.subscribe, preference.read);
  return [value, useCallback((next: Value) => preference.write(next), [preference])];
}
