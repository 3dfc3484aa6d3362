import { z } from 'zod';
import { commentHardLimit } from './comments.ts';
import { textSchema } from './primitives.ts';

/** Bytes; 10,000 comments are about 3 MB. */
export const takeoutFileLimit = 12_000_000;
export const pastedTextLimit = 90_000;
export const namedProblems = 100;

export const ownCommentSources = ['pasted', 'takeout'] as const;
export type OwnCommentSource = (typeof ownCommentSources)[number];

/** Comments separated by blank lines; a Takeout file is sent as text/csv instead. */
export const pasteOwnCommentsSchema = z.strictObject({
  text: textSchema(pastedTextLimit, 'Paste your comments'),
});

export const ownCommentsImportSchema = z.object({
  imported: z.int(),
  duplicates: z.int(),
  unreadable: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(namedProblems),
  total: z.int(),
});
export type OwnCommentsImport = z.infer<typeof ownCommentsImportSchema>;

export const ownCommentSchema = z.object({
  id: z.int(),
  content: z.string().max(commentHardLimit),
  source: z.enum(ownCommentSources),
  writtenAt: z.string().nullable(),
  createdAt: z.string(),
});
export type OwnComment = z.infer<typeof ownCommentSchema>;

export const ownCommentListSchema = z.object({ total: z.int(), comments: z.array(ownCommentSchema) });
export type OwnCommentList = z.infer<typeof ownCommentListSchema>;
