/** Change it with the wording of any prompt; prompt-version.test.ts checks. */
export const PROMPT_VERSION = '6';
