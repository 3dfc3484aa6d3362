import type { z } from 'zod';

/** What was typed into a form and not saved, on this browser. */
export function createFormDraft<Values>(name: string, schema: z.ZodType<Values>) {
  const key = `chime-in.${name}`;
  return {
    /** Null for nothing. */
    read(): Values | null {
      try {
        const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },

    write(values: Values): void {
      try {
        localStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Storage is blocked or full: the text then lives as long as the form.
      }
    },

    discard(): void {
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing could be stored, so nothing is left behind.
      }
    },
  };
}
