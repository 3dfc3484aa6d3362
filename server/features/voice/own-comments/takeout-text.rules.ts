import { z } from 'zod';

const segmentsSchema = z.array(z.object({ text: z.string().optional() }));
const wrappedSchema = z.object({ takeoutSegments: segmentsSchema });

/** Exports nest four deep (rule 6.8). */
const deepest = 10;

const looksStructured = /^\s*\{\s*"(takeoutSegments|text|link|mention|videoLink)"\s*:/;

/** Reads the three shapes of an export (wire W8); null for broken segments. */
export function takeoutText(cell: string): string | null {
  if (!looksStructured.test(cell)) return cell.trim();
  if (isDeeper(cell, deepest)) return null;
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

function isDeeper(json: string, limit: number): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
