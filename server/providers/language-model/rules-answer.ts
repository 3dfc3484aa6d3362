import { z } from 'zod';
import type { ProposedRule } from './language-model.ts';
import type { ResponseSchema } from './response-schema.ts';

const ruleSchema = z.object({
  text: z.string().transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed()),
  edits: z.array(z.coerce.number().int()),
});

const mostRules = 6;
/** One edit is an accident. */
const fewestEdits = 2;
const longest = 300;

/** Rules that cite at least two edits that exist; everything else is left out. Edits are counted from 0. */
export function rulesAnswer(edits: number): ResponseSchema<ProposedRule[]> {
  return {
    name: 'voice_rules',
    schema: {
      type: 'object',
      properties: {
        rules: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              text: { type: 'string' },
              edits: { type: 'array', items: { type: 'integer' } },
            },
            required: ['text', 'edits'],
            additionalProperties: false,
          },
        },
      },
      required: ['rules'],
      additionalProperties: false,
    },
    read(answer) {
      const listed = z.object({ rules: z.array(z.unknown()) }).safeParse(answer);
      if (!listed.success) return null;
      return listed.data.rules
        .flatMap((item) => {
          const { data } = ruleSchema.safeParse(item);
          if (!data || data.text === '' || data.text.length > longest || data.text.includes('\u0000'))
            return [];
          const cited = [...new Set(data.edits)].filter((edit) => edit >= 1 && edit <= edits);
          return cited.length < fewestEdits
            ? []
            : [{ text: data.text, edits: cited.map((edit) => edit - 1) }];
        })
        .slice(0, mostRules);
    },
  };
}
