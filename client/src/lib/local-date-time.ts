/** Returns a date-time field's value in the viewer's zone, to the minute. */
export function toLocalDateTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns null for an unfinished or impossible date. */
export function fromLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}
