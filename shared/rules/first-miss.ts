import type { Look } from '../contracts/outcomes.ts';

/** A miss is told only after another one, this much later. */
export const secondLookMs = 5 * 60_000;

/** A miss of which nothing is told yet: a second look confirms it (rule 13.3). */
export const isFirstMiss = ({ seenBy, reason }: Look): boolean => seenBy === null && reason === null;
