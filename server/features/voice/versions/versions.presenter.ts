import type { ProfileVersion } from '#shared/contracts/profile-versions.ts';
import type { ProfileVersionRow } from './versions.repository.ts';

export function presentVersions(rows: readonly ProfileVersionRow[]): ProfileVersion[] {
  return rows.map((row, index) => ({
    number: row.number,
    reason: row.reason,
    name: row.fields.name,
    rules: row.rules.map(({ text }) => text),
    isCurrent: index === 0,
    createdAt: row.createdAt.toISOString(),
  }));
}
