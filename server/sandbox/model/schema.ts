/** The part of JSON Schema that structured output uses. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What strict mode wants of every object: closed, and everything required. Null when it is satisfied. */
export const strictProblem = (schema: Schema, path: readonly string[] = []): string | null => {
  const where = `In context=(${path.map((part) => `'${part}'`).join(', ')})`;
  if (schema.properties) {
    if (schema.additionalProperties !== false) {
      return `${where}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const missing = Object.keys(schema.properties).find((name) => !schema.required?.includes(name));
    if (missing) {
      return `${where}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  const children: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...Object.entries(schema.$defs ?? {}),
    ...(schema.items ? [['items', schema.items] as [string, Schema]] : []),
    ...(schema.anyOf ?? []).map((child, index): [string, Schema] => [`anyOf/${index}`, child]),
  ];
  for (const [name, child] of children) {
    const problem = strictProblem(child, [...path, name]);
    if (problem) return problem;
  }
  return null;
};
