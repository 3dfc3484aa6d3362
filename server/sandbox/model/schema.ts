export interface Schema {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Strict mode wants every object closed and everything required; null if it is satisfied. */
export const strictProblem = (schema: Schema, path = ''): string | null => {
  const names = Object.keys(schema.properties ?? {});
  if (schema.properties && schema.additionalProperties !== false)
    return `In context=(${path}), 'additionalProperties' is required to be supplied and to be false.`;
  const absent = names.find((name) => !schema.required?.includes(name));
  if (absent) return `In context=(${path}), 'required' must include every key. Missing '${absent}'.`;
  const children = Object.entries({ ...schema.properties, ...(schema.items && { items: schema.items }) });
  for (const [name, child] of [...children, ...Object.entries(schema.anyOf ?? [])]) {
    const problem = strictProblem(child, `${path}/${name}`);
    if (problem) return problem;
  }
  return null;
};
