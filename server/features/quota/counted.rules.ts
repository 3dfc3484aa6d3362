/** States of attempts that went out, may have, or are about to. */
export const countedStates = ['sending', 'confirming', 'posted'] as const;
