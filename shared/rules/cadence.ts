const minute = 60_000;

export const cadences = ['Single', 'Quick (5-15min)', 'Hourly (1-1.5h)', 'Daily (12-24h)'] as const;
type Cadence = (typeof cadences)[number];

/** The rhythm of `count` posts between the first and the last. */
export function cadence(count: number, first: Date, last: Date): Cadence {
  if (count === 1) return 'Single';
  const averageMinutes = (last.getTime() - first.getTime()) / (count - 1) / minute;
  if (averageMinutes < 30) return 'Quick (5-15min)';
  if (averageMinutes < 120) return 'Hourly (1-1.5h)';
  return 'Daily (12-24h)';
}
