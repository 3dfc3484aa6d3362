import { useCallback, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { storedText } from './storage.ts';

export interface Preference<Value extends string> {
  read: () => Value;
  write: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createPreference<Value extends string>(
  name: string,
  schema: z.ZodType<Value>,
  fallback: Value,
): Preference<Value> {
  const stored = storedText(name, schema);
  return { ...stored, read: () => stored.read() ?? fallback };
}

export function usePreference<Value extends string>(
  preference: Preference<Value>,
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(preference.subscribe, preference.read);
  return [value, useCallback((next: Value) => preference.write(next), [preference])];
}
