/** The words for a rhythm of posts: of a preset in its dialog and its toast, and of the badge on Scheduled (rule 4.7). */
export const rhythms = {
  quick: 'Quick (5-15min)',
  hourly: 'Hourly (1-1.5h)',
  daily: 'Daily (12-24h)',
} as const;
