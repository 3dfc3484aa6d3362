import type { RowCounts } from './format.ts';
import type { RestoreSummary } from './restore-backup.ts';

const number = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;

export function describeRows(rows: RowCounts): string {
  const parts = [
    counted(rows.videos, 'video'),
    counted(rows.comments, 'comment'),
    `${number(rows.queueItems)} of them queued`,
    counted(rows.voiceProfiles, 'voice profile'),
  ];
  return parts.join(', ');
}

export function describeRestore({ madeAt, rows, ...outcome }: RestoreSummary): string[] {
  const { returnedToReview, toConfirm, keptPosted } = outcome;
  const when = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [`Restored the backup of ${when}: ${describeRows(rows)}.`];
  if (returnedToReview > 0) {
    const what = counted(returnedToReview, 'scheduled comment');
    const they = returnedToReview === 1 ? 'it' : 'they';
    lines.push(`${what} went back to review: ${they} may have been posted after the backup was made.`);
  }
  if (toConfirm > 0) {
    lines.push(
      `${counted(toConfirm, 'comment')} had no answer from YouTube yet and will be looked for there.`,
    );
  }
  if (keptPosted > 0) {
    lines.push(
      `${counted(keptPosted, 'comment')} that went out since, or may have, stayed on record as in the replaced data.`,
    );
  }
  if (rows.googleAccount > 0) {
    lines.push('Backups hold no tokens: sign in with Google again before anything can be posted.');
  }
  return lines;
}
