interface LocalTime {
  hour: number;
  minute: number;
}

/** The last time that the clocks of this machine showed that hour and minute. */
export function lastNight(now: Date, { hour, minute }: LocalTime): Date {
  const night = new Date(now);
  night.setHours(hour, minute, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}
