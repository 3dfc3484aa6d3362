/** The one source of time. Everything that decides by time gets a Clock; only entries make the real one. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
