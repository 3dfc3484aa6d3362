/** Grows with the wording of a prompt; a draft's record names it. */
export const PROMPT_VERSION = '8';
