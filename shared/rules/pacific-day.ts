/** Google's quota day starts at midnight in this zone. */
export const pacificZone = 'America/Los_Angeles';

/** Created on first use: loading all zones is slow. */
let parts: Intl.DateTimeFormat | undefined;

export function pacificDay(at: Date): string {
  parts ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: pacificZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(at);
}

const hourMs = 3_600_000;

export function nextPacificMidnight(at: Date): Date {
  const today = pacificDay(at);
  // Pacific midnights fall on whole hours in UTC, and no day is longer than 25 of them.
  let candidate = Math.floor(at.getTime() / hourMs) * hourMs + hourMs;
  while (pacificDay(new Date(candidate)) === today) candidate += hourMs;
  return new Date(candidate);
}

export function pacificMidnight(at: Date): Date {
  const today = pacificDay(at);
  let candidate = Math.floor(at.getTime() / hourMs) * hourMs;
  while (pacificDay(new Date(candidate - 1)) === today) candidate -= hourMs;
  return new Date(candidate);
}
