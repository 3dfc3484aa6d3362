import { z } from 'zod';
import { googleError } from './errors.ts';

/** YouTube publishes no number; this one is widely used (WIRE A.6). */
export const MOST_CHARACTERS = 10_000;

export const threadBody = z.object({
  snippet: z.object({
    channelId: z.string().optional(),
    videoId: z.string().optional(),
    topLevelComment: z
      .object({ snippet: z.object({ textOriginal: z.string().optional() }).optional() })
      .optional(),
  }),
});

export const replyBody = z.object({
  snippet: z.object({ parentId: z.string().optional(), textOriginal: z.string().optional() }),
});

export const updateBody = z.object({
  id: z.string().min(1),
  snippet: z.object({ textOriginal: z.string().optional() }),
});

/** @throws GoogleError with the given reason when the body has another shape. */
export const readBody = <T>(schema: z.ZodType<T>, body: unknown, reason: string): T => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw googleError(reason);
  return parsed.data;
};

/** @throws GoogleError commentTextRequired or commentTextTooLong. */
export const checkText = (text: string | undefined, domain: string): string => {
  if (text === undefined || text.trim() === '') throw googleError('commentTextRequired', { domain });
  if (text.length > MOST_CHARACTERS) throw googleError('commentTextTooLong', { domain });
  return text;
};
