/** The value of a date-time field for an instant: the viewer's wall clock, to the minute. */
export function toLocalDateTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant somebody chose in a date-time field; null for an unfinished or impossible one. */
export function fromLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}
