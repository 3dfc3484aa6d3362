import { z } from 'zod';

export const idSchema = z.int().min(1).max(2_147_483_647);

export const idParamSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(idSchema);

export const idPathSchema = z.object({ id: idParamSchema });

export const instantSchema = z.iso.datetime({ offset: true });

/** PostgreSQL text cannot hold NUL. */
const withoutNul = (value: string) => !value.includes('\u0000');

/** `missing` is the message for an absent text. */
export const textSchema = (max: number, missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .max(max, { error: () => `must be at most ${max.toLocaleString('en-US')} characters` })
    .refine(withoutNul, 'must not contain NUL characters')
    .refine((value) => value.isWellFormed(), 'must not contain half of a character pair');

export const flagSchema = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Numbers separated by commas. */
export const idListSchema = (most: number) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(idParamSchema).max(most));

export const pageQuerySchema = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(1000))
    .optional(),
  offset: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;
