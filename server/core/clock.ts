/** Whatever decides by time gets a Clock; only entries use the system's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
