export interface Countdown {
  text: string;
  overdue: boolean;
}

/** SPEC §4: past is "Overdue"; under 60 minutes in minutes; under 24 hours in hours; otherwise days. */
export function countdown(target: Date, now: Date): Countdown {
  const ms = target.getTime() - now.getTime();
  if (ms < 0) return { text: 'Overdue', overdue: true };
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return { text: `${minutes}m`, overdue: false };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { text: `${hours}h`, overdue: false };
  return { text: `${Math.floor(hours / 24)}d`, overdue: false };
}
