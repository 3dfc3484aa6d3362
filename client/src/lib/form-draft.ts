import type { z } from 'zod';
import { readLocal, writeLocal } from './local-text.ts';

/** What was typed into a form and not saved, on this browser. */
export function createFormDraft<Values>(name: string, schema: z.ZodType<Values>) {
  const key = `chime-in.${name}`;
  return {
    /** Null for nothing. */
    read(): Values | null {
      try {
        const parsed = schema.safeParse(JSON.parse(readLocal(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },

    write: (values: Values): void => writeLocal(key, JSON.stringify(values)),
    discard: (): void => writeLocal(key, null),
  };
}
