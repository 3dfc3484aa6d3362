/** On average; a word has one or two tokens. */
export const charactersPerToken = 4;

export const countTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);
