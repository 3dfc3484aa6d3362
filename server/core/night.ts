interface LocalTime {
  hour: number;
  minute: number;
}

/**
 * Returns the last time at which the local clock of this machine showed this hour and
 * minute.
 */
export function lastNight(now: Date, { hour, minute }: LocalTime): Date {
  const night = new Date(now);
  night.setHours(hour, minute, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}
