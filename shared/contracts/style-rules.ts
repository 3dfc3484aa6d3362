import { z } from 'zod';
import { textSchema } from './primitives.ts';

export const ruleTextLimit = 300;

export const ruleStatuses = ['proposed', 'accepted', 'rejected'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

export const ruleEvidenceSchema = z.object({ commentId: z.int(), before: z.string(), after: z.string() });
export type RuleEvidence = z.infer<typeof ruleEvidenceSchema>;

export const styleRuleSchema = z.object({
  id: z.int(),
  profileId: z.int(),
  text: z.string(),
  status: z.enum(ruleStatuses),
  evidence: z.array(ruleEvidenceSchema),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type StyleRule = z.infer<typeof styleRuleSchema>;
export const styleRuleListSchema = z.array(styleRuleSchema);

const ruleTextSchema = textSchema(ruleTextLimit, 'Write the rule').trim().min(1, 'Write the rule');

export const createRuleSchema = z.strictObject({ text: ruleTextSchema });

/** A new text alone keeps the status. */
export const updateRuleSchema = z
  .strictObject({ text: ruleTextSchema.optional(), status: z.enum(['accepted', 'rejected']).optional() })
  .refine(({ text, status }) => text !== undefined || status !== undefined, 'Name a text or a status');
export type UpdateRule = z.infer<typeof updateRuleSchema>;

export const proposeRulesResponseSchema = z.object({
  proposed: z.array(styleRuleSchema),
  edits: z.int(),
  detail: z.string().nullable(),
});
export type ProposeRulesResponse = z.infer<typeof proposeRulesResponseSchema>;
