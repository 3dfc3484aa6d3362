export const inQueueNote = 'incl. scheduled';
export const successRateNote = 'of all drafts';
