import {
  mostSteps,
  type UndoStepsResponse,
  undoStepsResponseSchema,
} from '#shared/contracts/steps.ts';
import { formatNumber } from '../lib/formats.ts';
import { ApiError, post } from './http.ts';

/** A changed row and the step that undoes the change. */
export interface ChangedRow<Row> {
  row: Row;
  /**
   * Null if nothing changed, or if the undo would restore a text that the user has not
   * seen.
   */
  step: string | null;
}

/**
 * Undoes steps. Refused steps are part of the result, even if all were refused.
 * @throws if the server gives no answer about the steps.
 */
export async function undoSteps(ids: readonly string[]): Promise<UndoStepsResponse> {
  const all: UndoStepsResponse = { undone: [], refused: [] };
  for (let from = 0; from < ids.length; from += mostSteps) {
    const { undone, refused } = await undoAtOnce(ids.slice(from, from + mostSteps));
    all.undone.push(...undone);
    all.refused.push(...refused);
  }
  return all;
}

async function undoAtOnce(ids: readonly string[]): Promise<UndoStepsResponse> {
  try {
    return await post('/api/steps/undo', undoStepsResponseSchema, { ids });
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null;
    const refused = undoStepsResponseSchema.shape.refused.safeParse(problem?.['refused']);
    if (!refused.success) throw error;
    return { undone: [], refused: refused.data };
  }
}

/**
 * @throws with the reason, if a step was refused. Of several steps, the message says how
 * many were undone.
 */
export function throwIfRefused({ undone, refused }: UndoStepsResponse): void {
  const [refusal] = refused;
  if (!refusal) return;
  const all = undone.length + refused.length;
  if (all === 1) throw new Error(refusal.detail);
  const done = `${formatNumber(undone.length)} of ${formatNumber(all)} were undone.`;
  throw new Error(`${done} ${refusal.detail}`);
}
