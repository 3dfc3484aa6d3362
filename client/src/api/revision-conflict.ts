import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { commentStatusSchema } from '#shared/contracts/enums.ts';
import { patchComment } from './comments.ts';
import { ApiError } from './http.ts';

const currentSchema = z.object({ content: z.string(), status: commentStatusSchema, revision: z.int() });

export function newerComment(error: unknown): z.infer<typeof currentSchema> | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null;
  const parsed = currentSchema.safeParse(error.problem?.['current']);
  return parsed.success ? parsed.data : null;
}

interface SeenComment {
  id: number;
  revision: number;
  /** Missing if it is not known: any newer comment is then a conflict. */
  content?: string;
}

/** Retries once if only the status changed. @throws if the text did, after showing the newer one. */
export async function sendGuarded<Answer>(
  client: QueryClient,
  seen: SeenComment,
  send: (revision: number) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(seen.revision);
  } catch (error) {
    const newer = newerComment(error);
    if (!newer) throw error;
    patchComment(client, seen.id, newer);
    if (newer.content !== seen.content) throw error;
    return send(newer.revision);
  }
}
