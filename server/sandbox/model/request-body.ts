import { z } from 'zod';
import type { ModelFault } from '../faults/fault.ts';
import { ModelFailure, modelError, unknownFormat } from './errors.ts';
import { isSchema, type Schema, strictProblem } from './schema.ts';

const contentSchema = z
  .union([
    z.string(),
    z
      .array(z.object({ text: z.string().optional() }))
      .transform((parts) => parts.map(({ text }) => text ?? '').join('\n')),
    z.null(),
  ])
  .optional()
  .transform((content) => content ?? '');

export const messageSchema = z.object({ role: z.string(), content: contentSchema });

/** @throws ModelFailure 400 with the place of the first problem. */
export const parseBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = issue?.path.join('.') || undefined;
  throw new ModelFailure(
    modelError('invalid_request', 400, `Invalid request: ${issue?.message ?? 'body'}`, param),
  );
};

/** The wanted schema. @throws ModelFailure 400 as strict mode does, or when a fault says that there are no schemas. */
export const checkSchema = (
  format: { name?: string | undefined; schema?: unknown; strict?: boolean | null | undefined },
  fault: ModelFault | null,
): Schema => {
  if (fault?.behaviour === 'no-json-schema') throw new ModelFailure(unknownFormat);
  if (!isSchema(format.schema)) {
    throw new ModelFailure(
      modelError('invalid_json_schema', 400, 'Missing required parameter: schema', 'response_format'),
    );
  }
  const problem = format.strict ? strictProblem(format.schema) : null;
  if (problem) {
    const message = `Invalid schema for response_format '${format.name ?? ''}': ${problem}`;
    throw new ModelFailure(modelError('invalid_json_schema', 400, message, 'response_format'));
  }
  return format.schema;
};

/** The scripted behaviour for this call, put there by faults/. */
export const faultOf = (locals: Readonly<Record<string, unknown>>): ModelFault | null => {
  const fault = locals['modelFault'];
  return typeof fault === 'object' && fault !== null ? (fault as ModelFault) : null;
};
