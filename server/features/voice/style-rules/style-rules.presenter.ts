import type { StyleRule } from '#shared/contracts/style-rules.ts';
import type { StyleRuleRow } from '../versions/versions.repository.ts';

export function presentRule(row: StyleRuleRow): StyleRule {
  return {
    id: row.id,
    profileId: row.profileId,
    text: row.text,
    status: row.status,
    evidence: row.evidence,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
