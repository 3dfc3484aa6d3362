/** In English, German, Spanish and French. */
const pronoun =
  "I|we|us|our|my|ich|wir|uns|unsere?[nmrs]?|meine?[nmrs]?|nos|nosotr[oa]s|nuestr[oa]s?|mis?|je|j'ai|nous|notre|mon|mes";
const anywhere = new RegExp(`(?<!\\p{L})(?:${pronoun})(?!\\p{L})`, 'iu');
const before = new RegExp(`(?<!\\p{L})(?:${pronoun})(?:\\s+\\p{L}+){0,3}\\s+$`, 'iu');

export const speaksOfSelf = (sentence: string): boolean => anywhere.test(sentence);

/** Whether what follows this text is said of the person: "our two clusters", "we run two". */
export const leadsToOwn = (text: string): boolean => before.test(text);
