import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { listen } from './browser.ts';

export interface Stored<Value> {
  read: () => Value | null;
  write: (value: Value) => void;
  remove: () => void;
  subscribe: (listener: () => void) => () => void;
}

type Area = 'localStorage' | 'sessionStorage';

const PREFIX = 'chime-in.';

/**
 * Values that could not be stored: storage is full or forbidden. They last until the page
 * is closed.
 */
const refused = new Map<string, string>();

type Format = 'text' | 'json';

function createStored<Value>(
  name: string,
  schema: z.ZodType<Value>,
  area: Area,
  format: Format,
): Stored<Value> {
  const key = PREFIX + name;

  function put(text: string | null): void {
    refused.delete(key);
    try {
      if (text === null) window[area].removeItem(key);
      else window[area].setItem(key, text);
    } catch {
      if (text !== null) refused.set(key, text);
    }
    // The browser sends this event only to the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }

  return {
    read() {
      try {
        const text = refused.get(key) ?? window[area].getItem(key);
        if (text === null) return null;
        return schema.safeParse(format === 'json' ? JSON.parse(text) : text).data ?? null;
      } catch {
        return null;
      }
    },
    write: (value) => put(format === 'json' ? JSON.stringify(value) : String(value)),
    remove: () => put(null),
    subscribe: (listener) =>
      listen({ storage: (event) => event.key === key && listener() }),
  };
}

export const storedText = <Text extends string>(
  name: string,
  schema: z.ZodType<Text>,
): Stored<Text> => createStored(name, schema, 'localStorage', 'text');

export const storedJson = <Value extends object>(
  name: string,
  schema: z.ZodType<Value>,
  area: Area = 'localStorage',
): Stored<Value> => createStored(name, schema, area, 'json');

export function storedNames(): string[] {
  const keys = new Set(refused.keys());
  try {
    for (const key of Object.keys(window.localStorage)) keys.add(key);
  } catch {
    // Storage is forbidden, so all values are in `refused`.
  }
  return [...keys]
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
}

interface Preference<Value extends string>
  extends Pick<Stored<Value>, 'write' | 'subscribe'> {
  read: () => Value;
}

export function createPreference<Value extends string>(
  name: string,
  schema: z.ZodType<Value>,
  fallback: Value,
): Preference<Value> {
  const stored = storedText(name, schema);
  return { ...stored, read: () => stored.read() ?? fallback };
}

export const usePreference = <Value extends string>({
  subscribe,
  read,
  write,
}: Preference<Value>) => [useSyncExternalStore(subscribe, read), write] as const;

export function useSwitch(preference: Preference<'on' | 'off'>) {
  const [value, write] = usePreference(preference);
  return {
    checked: value === 'on',
    onCheckedChange: (isOn: boolean) => write(isOn ? 'on' : 'off'),
  };
}

/**
 * Height of the last banner in pixels. The next visit reserves this space until it knows
 * its own banner.
 */
export const bannerSpace = storedText('banner-space', z.string().regex(/^\d{1,3}$/));

export const draftOnOpenPreference = createPreference(
  'draft-on-open',
  z.enum(['on', 'off']),
  'on',
);

export const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** public/theme.js reads the same key before the first paint. */
export const themePreference = createPreference(
  'theme',
  z.enum(themes.map(({ value }) => value)),
  'system',
);

function applyTheme(): void {
  const theme = themePreference.read();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function followTheme(): () => void {
  applyTheme();
  return themePreference.subscribe(applyTheme);
}
