/** Names the wording of every prompt here. Change it with the wording; prompt-version.test.ts insists. */
export const PROMPT_VERSION = '4';
