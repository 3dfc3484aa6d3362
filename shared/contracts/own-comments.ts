import { z } from 'zod';
import { commentHardLimit } from './comments.ts';
import { textSchema } from './primitives.ts';

/** The largest file of comments that is taken, in bytes; ten thousand comments are about 3 MB. */
export const takeoutFileLimit = 12_000_000;
/** What fits into an ordinary request. */
export const pastedTextLimit = 90_000;
/** How many unreadable rows an answer names one by one. */
export const namedProblems = 100;

export const ownCommentSources = ['pasted', 'takeout'] as const;
export type OwnCommentSource = (typeof ownCommentSources)[number];

/**
 * POST /api/voice-profiles/:id/own-comments as application/json: one comment for each block of text, with a
 * blank line between them. The same call takes the comments file of a Google Takeout as text/csv.
 */
export const pasteOwnCommentsSchema = z.object({ text: textSchema(pastedTextLimit, 'Paste your comments') });

export const ownCommentsImportSchema = z.object({
  imported: z.int(),
  /** Comments that were there already, or twice in the same import. */
  duplicates: z.int(),
  /** How many rows could not be taken; the first of them with their line, counted from 1. */
  unreadable: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(namedProblems),
  /** All comments of this profile now. */
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

/** GET /api/voice-profiles/:id/own-comments, newest first; pages with limit and offset. */
export const ownCommentListSchema = z.object({ total: z.int(), comments: z.array(ownCommentSchema) });
export type OwnCommentList = z.infer<typeof ownCommentListSchema>;
