const formatter = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in Los Angeles, YYYY-MM-DD; quotas start anew with it. */
export const pacificDay = (instant: Date): string => formatter.format(instant);

/** The first instant of that Pacific day: 07:00Z in summer, 08:00Z in winter. */
export const pacificMidnight = (instant: Date): Date => {
  const day = pacificDay(instant);
  const candidates = [7, 8].map((hour) => new Date(`${day}T0${hour}:00:00Z`));
  return (
    candidates.find(
      (candidate) => pacificDay(new Date(candidate.getTime() - 1)) !== day && pacificDay(candidate) === day,
    ) ?? new Date(`${day}T08:00:00Z`)
  );
};
