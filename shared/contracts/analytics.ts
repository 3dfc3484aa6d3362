import { z } from 'zod';
import { draftWhySchema } from './drafts.ts';
import { commentStatusSchema, commentStyleSchema, instant } from './primitives.ts';

export const analyticsRanges = [7, 30, 90, 365] as const;

const timeZone = z.string().max(64).default('UTC');

export const analyticsQuerySchema = z.object({
  days: z.enum(['7', '30', '90', '365']).default('30').transform(Number),
  timeZone,
});
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

/** Rates are in percent, quality is out of 10. */
export const analyticsTotalsSchema = z.object({
  totalComments: z.int(),
  successRate: z.number(),
  approvalRate: z.number(),
  averageQuality: z.number(),
});

export const openings = ['question', 'number', 'statement'] as const;
export type Opening = (typeof openings)[number];

/**
 * Raw sums of the likes and replies that YouTube reports. `count` is the number of
 * comments, of which `known` have these numbers. Nothing else is computed from them (rule
 * 8.4).
 */
const figuresSchema = z.object({
  count: z.int(),
  known: z.int(),
  likes: z.int(),
  replies: z.int(),
});

/**
 * What happened to the comments posted in the range. Withdrawn comments are only counted.
 */
export const analyticsOutcomesSchema = z.object({
  /** Includes answers to replies. */
  afterSevenDays: z.object({
    public: z.int(),
    onlyYou: z.int(),
    removed: z.int(),
    unknown: z.int(),
    notYet: z.int(),
    withdrawn: z.int(),
  }),
  figures: figuresSchema.extend({
    readBetween: z.object({ first: instant, last: instant }).nullable(),
  }),
  /** The number of comments in `figures` that the creator of the video replied to. */
  repliedByCreator: z.int(),
  byStyle: z.array(figuresSchema.extend({ style: commentStyleSchema })),
  byOpening: z.array(figuresSchema.extend({ opening: z.enum(openings) })),
  /** At most ten voices, the most used first. */
  byVoice: z.array(figuresSchema.extend({ profile: draftWhySchema.shape.profile })),
});
export type AnalyticsOutcomes = z.infer<typeof analyticsOutcomesSchema>;

export const uploadAges = [
  'under1',
  'from1to6',
  'from6to24',
  'from1to7days',
  'older',
] as const;

/**
 * Counts the comments posted in the range by how long after the upload of their video
 * they were posted. Leaves out withdrawn comments.
 */
export const hoursAfterUploadSchema = z.array(
  z.object({
    age: z.enum(uploadAges),
    comments: z.int(),
    visible: z.int(),
    repliedByCreator: z.int(),
    repliedByOthers: z.int(),
  }),
);
export type HoursAfterUpload = z.infer<typeof hoursAfterUploadSchema>;

export const analyticsResponseSchema = z.object({
  days: z.int(),
  totals: analyticsTotalsSchema,
  previousTotals: analyticsTotalsSchema,
  statusBreakdown: z.array(
    z.object({ status: commentStatusSchema, count: z.int(), percent: z.number() }),
  ),
  stylePerformance: z.array(
    z.object({
      style: commentStyleSchema,
      count: z.int(),
      posted: z.int(),
      successRate: z.number(),
      averageQuality: z.number(),
    }),
  ),
  recentActivity: z.array(
    z.object({ day: z.string(), generated: z.int(), posted: z.int() }),
  ),
  topChannels: z.array(
    figuresSchema.extend({
      channelTitle: z.string(),
      posted: z.int(),
      averageQuality: z.number(),
    }),
  ),
  outcomes: analyticsOutcomesSchema,
  hoursAfterUpload: hoursAfterUploadSchema,
  overall: z.object({
    videosFound: z.int(),
    inQueue: z.int(),
    commentsPosted: z.int(),
    successRate: z.number(),
    totalComments: z.int(),
  }),
});
export type AnalyticsResponse = z.infer<typeof analyticsResponseSchema>;

export const learningQuerySchema = z.object({ timeZone });

/** With fewer drafts, the numbers would say too little to be shown. */
export const fewestDrafts = 10;

/** How much the owner changes drafts before they are posted as comments on videos. */
const draftEditsSchema = z.object({
  /** Number of posted drafts. */
  drafts: z.int(),
  /** Number of drafts that were posted without an edit. */
  unedited: z.int(),
  /** The median number of words that an edit changed; null if no draft was edited. */
  wordsChanged: z.int().nullable(),
});
export type DraftEdits = z.infer<typeof draftEditsSchema>;

/**
 * Edits of drafts over the last twelve months, which show whether drafts need fewer edits
 * than before.
 */
export const learningSchema = z.object({
  /** By the month of posting (YYYY-MM), oldest first. */
  months: z.array(draftEditsSchema.extend({ month: z.string() })),
  /**
   * Sorted by the number of drafts. The profile is null for drafts without one, or if it
   * was deleted.
   */
  profiles: z.array(
    draftEditsSchema.extend({
      profile: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
  ),
});
export type Learning = z.infer<typeof learningSchema>;
