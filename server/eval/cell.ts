import { z } from 'zod';
import { commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import { commentListSchema } from '#shared/contracts/comment-detail.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import { generateBulkResponseSchema } from '#shared/contracts/drafts.ts';
import { type CommentStyle, commentStyleSchema } from '#shared/contracts/enums.ts';
import { comments } from '#shared/schema.ts';
import type { EvalApp } from './eval-app.ts';

export const cellSchema = z.object({
  profile: z.string(),
  style: commentStyleSchema,
  drafts: z.int(),
  failed: z.int(),
  passed: z.int(),
  score: z.number(),
  measures: z.record(z.string(), z.number()),
  tokens: z.object({ input: z.int(), output: z.int() }),
  costUsd: z.number().nullable(),
  seconds: z.number(),
});
export type Cell = z.infer<typeof cellSchema>;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);

export async function measureCell(
  { call, db }: EvalApp,
  { profile, style, videoIds }: { profile: string; style: CommentStyle; videoIds: readonly number[] },
): Promise<Cell> {
  const start = performance.now();
  const asked = { videoIds, style, addToQueue: false };
  const { summary } = await call(generateBulkResponseSchema, 'POST', '/comments/generate-bulk', asked);
  const seconds = (performance.now() - start) / 1000;
  const drafted = await call(commentListSchema, 'GET', '/comments');
  const analyses = drafted.map(({ analysis }) => commentAnalysisSchema.parse(analysis));
  const records = await Promise.all(
    drafted.map(({ id }) => call(draftRecordSchema, 'GET', `/comments/${id}/draft`)),
  );
  const tokens = records.map(({ why }) => why?.tokens ?? { input: 0, output: 0 });
  const costs = records.flatMap(({ why }) => why?.costUsd ?? []);
  await db.delete(comments);
  const parts = analyses[0]?.scoreParts.map(({ name }) => name) ?? [];
  const shareOf = (name: string) =>
    analyses.flatMap(({ scoreParts }) =>
      scoreParts.filter((part) => part.name === name).map(({ points, outOf }) => (100 * points) / outOf),
    );
  return {
    profile,
    style,
    drafts: drafted.length,
    failed: summary.failed,
    passed: analyses.filter(({ platformCompliance }) => platformCompliance).length,
    score: mean(drafted.map(({ qualityScore }) => qualityScore)),
    measures: Object.fromEntries(parts.map((name) => [name, mean(shareOf(name))])),
    tokens: { input: sum(tokens.map(({ input }) => input)), output: sum(tokens.map(({ output }) => output)) },
    costUsd: costs.length === 0 ? null : sum(costs),
    seconds,
  };
}
