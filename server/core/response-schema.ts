import { z } from 'zod';

export interface ResponseSchema<T> {
  name: string;
  schema: Record<string, unknown>;
  read(answer: unknown): T | null;
}

export function responseSchema<T>(name: string, answer: z.ZodType<T>): ResponseSchema<T> {
  return {
    name,
    schema: portableSchema(answer),
    read: (value) => answer.safeParse(value).data ?? null,
  };
}

/** The keywords all servers share (wire W7); limits are checked on reading. */
const portable = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'description',
]);

function portableSchema(answer: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, {
    io: 'input',
    override({ jsonSchema }) {
      for (const keyword of Object.keys(jsonSchema)) {
        if (!portable.has(keyword)) delete jsonSchema[keyword as keyof typeof jsonSchema];
      }
      if (jsonSchema.type !== 'object') return;
      jsonSchema.required = Object.keys(jsonSchema.properties ?? {});
      jsonSchema.additionalProperties = false;
    },
  });
  return schema;
}

export const answerScore = z.preprocess((score) => {
  const number = typeof score === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(score) ? Number(score) : score;
  return typeof number === 'number' ? Math.round(Math.min(100, Math.max(0, number))) : number;
}, z.int());

export const readableItems = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (list) => (Array.isArray(list) ? list.filter((each) => item.safeParse(each).success) : list),
    z.array(item),
  );
