/**
 * Labels for how often comments are posted: on the presets of the schedule dialog, in its toast, and on the
 * badge of Scheduled (rule 4.7).
 */
export const rhythms = {
  quick: 'Quick (5-15min)',
  hourly: 'Hourly (1-1.5h)',
  daily: 'Daily (12-24h)',
} as const;
