export interface Countdown {
  text: string;
  phase: 'ahead' | 'posting' | 'overdue';
}

const postingMs = 10_000;

export function countdown(target: Date, now: Date, isHeld = false): Countdown {
  const ms = target.getTime() - now.getTime();
  if (ms < 0) {
    const isLate = isHeld || ms <= -postingMs;
    return isLate ? { text: 'Overdue', phase: 'overdue' } : { text: 'Posting…', phase: 'posting' };
  }
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return { text: '<1m', phase: 'ahead' };
  if (minutes < 60) return { text: `${minutes}m`, phase: 'ahead' };
  if (hours < 24) return { text: `${hours}h`, phase: 'ahead' };
  return { text: `${Math.floor(hours / 24)}d`, phase: 'ahead' };
}
