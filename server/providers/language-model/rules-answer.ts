import { z } from 'zod';
import type { ProposedStyleRule } from './language-model.ts';
import { type ResponseSchema, readableItems, responseSchema } from './response-schema.ts';

const mostRules = 6;
const fewestEdits = 2;
const longest = 300;

const ruleSchema = z.object({
  text: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed())
    .refine((text) => text !== '' && text.length <= longest && !text.includes('\u0000')),
  edits: z.array(z.coerce.number().int()),
});
const answerSchema = z.object({ rules: readableItems(ruleSchema) });

/** Keeps rules that cite two edits or more; the model counts them from 1, we from 0. */
export function rulesAnswer(edits: number): ResponseSchema<ProposedStyleRule[]> {
  const citedEdits = (cited: readonly number[]) =>
    [...new Set(cited)].filter((edit) => edit >= 1 && edit <= edits).map((edit) => edit - 1);
  return responseSchema(
    'style_rules',
    answerSchema.transform(({ rules }) =>
      rules
        .map((rule) => ({ text: rule.text, edits: citedEdits(rule.edits) }))
        .filter((rule) => rule.edits.length >= fewestEdits)
        .slice(0, mostRules),
    ),
  );
}
