/** What two of the figures count, beside them wherever they stand. */
export const inQueueNote = 'incl. scheduled';
export const successRateNote = 'of all drafts';
