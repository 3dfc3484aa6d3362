import { z } from 'zod';

const segmentsSchema = z.array(z.object({ text: z.string().optional() }));
const wrappedSchema = z.object({ takeoutSegments: segmentsSchema });

const looksStructured = /^\s*\{\s*"(takeoutSegments|text|link|mention|videoLink)"\s*:/;

/**
 * The text of a comment's cell, in any of the three shapes of an export (WIRE F): plain text, an object with
 * segments, or segment objects joined by commas. Null where it looks like segments and cannot be read.
 */
export function takeoutText(cell: string): string | null {
  if (!looksStructured.test(cell)) return cell.trim();
  const wrapped = wrappedSchema.safeParse(parsed(cell));
  if (wrapped.success) return joined(wrapped.data.takeoutSegments);
  const listed = segmentsSchema.safeParse(parsed(`[${cell}]`));
  return listed.success ? joined(listed.data) : null;
}

const joined = (segments: z.infer<typeof segmentsSchema>) =>
  segments
    .map(({ text = '' }) => text)
    .join('')
    .trim();

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
