/** What this browser keeps under this key; null for nothing, also where storage is blocked. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it, or forgets it (null). */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is blocked or full: the text then lives as long as what it was typed into.
  }
}
