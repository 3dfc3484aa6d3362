import type { Look } from '../contracts/outcomes.ts';

/** A miss of which nothing is told yet: a second look, five minutes later, confirms it (rule 13.3). */
export const isFirstMiss = ({ seenBy, reason }: Look): boolean => seenBy === null && reason === null;
