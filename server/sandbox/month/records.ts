import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findContentFolder, readRecords } from '../content/content.ts';
import { timeSchema } from './times.ts';

const styleSchema = z.enum(['insightful', 'supportive', 'questioning']);
const textSchema = z.string().min(20).max(500);

const commentBase = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** The id of a video of the content or of `videos.jsonl`. */
  video: z.string(),
  /** The style of the video's draft that was used. */
  style: styleSchema,
  drafted: timeSchema,
  /** The draft as edited by the owner; absent if the draft was not edited. */
  text: textSchema.optional(),
});

const seenSchema = z.enum(['public', 'only_you', 'removed']);

export const monthCommentSchema = z.discriminatedUnion('state', [
  commentBase.extend({
    state: z.literal('pending'),
    /** Drafted automatically in the morning. */
    forYou: z.literal(true).optional(),
    /** The previous draft of the comment; `drafted` is the time of the current one. */
    redrafted: z.strictObject({ style: styleSchema, at: timeSchema }).optional(),
  }),
  commentBase.extend({ state: z.literal('approved'), decided: timeSchema }),
  commentBase.extend({
    state: z.literal('scheduled'),
    decided: timeSchema,
    scheduled: timeSchema,
  }),
  commentBase.extend({ state: z.literal('rejected'), decided: timeSchema }),
  commentBase.extend({
    state: z.literal('failed'),
    failed: timeSchema,
    /** When it was sent; absent if YouTube refused it at once. */
    sent: timeSchema.optional(),
    failure: z.enum(['comments_off', 'comment_refused', 'unconfirmed']),
  }),
  commentBase.extend({
    state: z.literal('posted'),
    posted: timeSchema,
    origin: z.enum(['manual', 'loop']).default('loop'),
    seen: seenSchema,
    withdrawn: timeSchema.optional(),
    isExample: z.literal(true).optional(),
  }),
]);

/**
 * A stranger's reply to a comment. If it has no text, the prepared reply for the comment's
 * video is used.
 */
export const monthReplySchema = z.strictObject({
  comment: z.string(),
  at: timeSchema,
  state: z.enum(['new', 'read', 'answered', 'dismissed']),
  by: z
    .string()
    .regex(/^@[\w.-]{3,30}$/)
    .optional(),
  text: z.string().min(10).max(300).optional(),
  /** True if the channel of the video wrote the reply. */
  byChannel: z.literal(true).optional(),
  answer: z
    .strictObject({
      drafted: timeSchema,
      posted: timeSchema.optional(),
      text: textSchema.optional(),
    })
    .optional(),
});

const ruleSchema = z.strictObject({
  text: z.string().min(10).max(300),
  status: z.enum(['proposed', 'accepted', 'rejected']),
  at: timeSchema,
  decided: timeSchema.nullable(),
  /** Sentences of drafts, before and after the owner edited them. */
  evidence: z
    .array(
      z.strictObject({
        comment: z.string(),
        before: z.string().min(1),
        after: z.string().min(1),
      }),
    )
    .min(1),
});

const profileTextSchema = z.string().max(2000);
const voiceSchema = z.strictObject({
  profile: z.strictObject({
    name: z.string().min(1),
    defaultCommentStyle: styleSchema,
    description: profileTextSchema,
    expertiseAreas: z.array(z.string().min(2)).min(2),
    communicationStyle: profileTextSchema,
    brandPersonality: profileTextSchema,
    voiceExamples: profileTextSchema,
    avoidWords: profileTextSchema,
    preferredWords: profileTextSchema,
    businessGoals: profileTextSchema,
    businessDescription: profileTextSchema,
    targetAudience: profileTextSchema,
    keyMessages: profileTextSchema,
    industryFocus: profileTextSchema,
    promptFramework: profileTextSchema,
    customInstructions: profileTextSchema,
  }),
  createdAt: timeSchema,
  editedAt: timeSchema,
  editReason: z.string(),
  rules: z.array(ruleSchema),
  /** Texts that the owner wrote elsewhere before. */
  ownComments: z.array(z.string().min(40)),
  pastedAt: timeSchema,
});

const unitsSchema = z.strictObject({
  shared: z.int().nonnegative(),
  outcomes: z.int().nonnegative(),
  following: z.int().nonnegative(),
  searches: z.int().nonnegative(),
  standingSearches: z.int().nonnegative(),
});

const aroundSchema = z.strictObject({
  followed: z.array(z.strictObject({ channel: z.string(), since: timeSchema })),
  searches: z.array(z.strictObject({ query: z.string(), since: timeSchema })),
  notices: z.array(
    z.strictObject({
      type: z.enum(['comment.removed', 'comment.unconfirmed', 'replies.new']),
      comments: z.array(z.string()).default([]),
      /** Comments whose replies the notice is about. */
      repliesTo: z.array(z.string()).default([]),
      at: timeSchema,
      isReminder: z.boolean(),
    }),
  ),
  quota: z.strictObject({
    today: unitsSchema,
    /** The newest day first. */ earlier: z.array(unitsSchema),
  }),
  /** Posting times of every day, in the owner's time zone. */
  postingSlots: z.array(z.string().regex(/^\d\d:\d\d$/)),
});

export type MonthComment = z.output<typeof monthCommentSchema>;
export type MonthReply = z.output<typeof monthReplySchema>;
export type MonthVoice = z.output<typeof voiceSchema>;
export type MonthAround = z.output<typeof aroundSchema>;
export type Units = z.output<typeof unitsSchema>;

export interface MonthRecords {
  comments: MonthComment[];
  replies: MonthReply[];
  voice: MonthVoice;
  around: MonthAround;
}

/**
 * Reads the records of the sample month. Throws an error that names the file and line of
 * an invalid record.
 */
export function loadMonthRecords(
  folder: string = join(findContentFolder(), 'month'),
): MonthRecords {
  const json = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return {
    comments: readRecords(join(folder, 'comments.jsonl'), monthCommentSchema),
    replies: readRecords(join(folder, 'replies.jsonl'), monthReplySchema),
    voice: voiceSchema.parse(json('voice.json')),
    around: aroundSchema.parse(json('around.json')),
  };
}
