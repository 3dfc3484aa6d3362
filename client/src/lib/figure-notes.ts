/** What two of the figures count, beside them wherever they stand. */
export const inQueueNote = 'with scheduled ones';
export const successRateNote = 'of all drafts';
