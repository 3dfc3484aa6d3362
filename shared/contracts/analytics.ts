import { z } from 'zod';
import { commentStatusSchema, commentStyleSchema } from './enums.ts';

export const analyticsRanges = [7, 30, 90, 365] as const;

export const analyticsQuerySchema = z.object({
  days: z.enum(['7', '30', '90', '365']).default('30').transform(Number),
  timeZone: z.string().max(64).default('UTC'),
});
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

/** Rates in percent, quality out of 10. */
export const analyticsTotalsSchema = z.object({
  totalComments: z.int(),
  successRate: z.number(),
  approvalRate: z.number(),
  averageQuality: z.number(),
});

export const analyticsResponseSchema = z.object({
  days: z.int(),
  totals: analyticsTotalsSchema,
  previousTotals: analyticsTotalsSchema,
  statusBreakdown: z.array(z.object({ status: commentStatusSchema, count: z.int(), percent: z.number() })),
  stylePerformance: z.array(
    z.object({
      style: commentStyleSchema,
      count: z.int(),
      posted: z.int(),
      successRate: z.number(),
      averageQuality: z.number(),
    }),
  ),
  recentActivity: z.array(z.object({ day: z.string(), generated: z.int(), posted: z.int() })),
  topChannels: z.array(
    z.object({ channelTitle: z.string(), count: z.int(), posted: z.int(), averageQuality: z.number() }),
  ),
  overall: z.object({
    videosFound: z.int(),
    inQueue: z.int(),
    commentsPosted: z.int(),
    successRate: z.number(),
    totalComments: z.int(),
  }),
});
export type AnalyticsResponse = z.infer<typeof analyticsResponseSchema>;
